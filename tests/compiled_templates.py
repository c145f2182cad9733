"""The templates as Python, compiled once for all sites that tests make, in all of their processes."""

from pathlib import Path

from jinja2 import FileSystemBytecodeCache

from app.http.request_logging import Application


def share(folder: Path) -> None:
    """Let every site of this process keep in a folder what it has compiled, and look there first."""
    folder.mkdir(exist_ok=True)
    Application.jinja_options = {**Application.jinja_options, "bytecode_cache": FileSystemBytecodeCache(str(folder))}


def folder() -> str:
    """Return that folder, "" if there is none."""
    cache = Application.jinja_options.get("bytecode_cache")
    return cache.directory if isinstance(cache, FileSystemBytecodeCache) else ""
