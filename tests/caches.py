"""The caches that an application keeps in its `extensions`, as one that answers for long fills them."""

from typing import Final

from flask import Flask

NAMES: Final = ("known_versions", "watching", "read_cache", "snapshots", "rendered_tables")


def drop(app: Flask) -> None:
    """Let the application begin with none of them."""
    for name in NAMES:
        app.extensions.pop(name, None)
