"""Make .venv contain exactly what a requirements file lists: `python3 app/bootstrap.py requirements-local.txt`.

This runs on the system's Python before anything is installed, so it uses only the standard library, and syntax that old
Pythons can parse. It does nothing if .venv is current; concurrent runs wait for each other.
"""

import fcntl
import hashlib
import os
import re
import subprocess
import sys
import tempfile

MIN_PYTHON = (3, 11)
VENV = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
AS_LISTED = ["--no-deps", "--require-hashes", "-r"]
PIP = [PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-input", *AS_LISTED]
UV = [os.path.join(VENV, "bin", "uv"), "pip", "install", "--quiet", "--python", PYTHON, *AS_LISTED]  # ten times as fast
UV_LISTED = re.compile(rb"^uv==.*(?:\n +--hash=.*)*", re.MULTILINE)


def main(requirements: str) -> None:
    """Install `requirements`, unless a file with this exact content has been installed before."""
    if sys.version_info < MIN_PYTHON:
        sys.exit("Dead Drop needs Python 3.11 or newer, and this is {}.{}.".format(*sys.version_info))
    with open(requirements, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        listed = file.read()
        wanted = hashlib.sha256(listed).hexdigest()
        stamp = os.path.join(VENV, os.path.basename(requirements) + ".sha256")
        if is_venv_usable() and read_file(stamp) == wanted:
            return
        if not is_venv_usable():
            create_venv()
        if not install_by_uv(requirements, listed):
            run_or_exit([*PIP, requirements], f"The packages of {requirements} cannot be installed.")
        with open(stamp, "w") as done:
            done.write(wanted)


def install_by_uv(requirements: str, listed: bytes) -> bool:
    """Install uv first, by pip, if it is listed, and all the rest by it; return whether that went well.

    It does not know pip's settings, such as the address of another index, with which pip itself may manage.
    """
    found = UV_LISTED.search(listed)
    if found is None:
        return False
    with tempfile.NamedTemporaryFile(suffix=".txt") as uv_alone:
        uv_alone.write(found.group() + b"\n")
        uv_alone.flush()
        if subprocess.call([*PIP, uv_alone.name], stderr=subprocess.DEVNULL) != 0:
            return False
    return subprocess.call([*UV, requirements], stderr=subprocess.DEVNULL) == 0


def is_venv_usable() -> bool:
    """Whether .venv exists and its Python still runs and is new enough."""
    test = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    return os.path.exists(PYTHON) and subprocess.call([PYTHON, "-c", test], stderr=subprocess.DEVNULL) == 0


def create_venv() -> None:
    """Create an empty environment."""
    run_or_exit([sys.executable, "-m", "venv", "--clear", VENV], "No venv: on Debian and Ubuntu, install python3-venv.")


def read_file(path: str) -> "str | None":
    """Return the text of a file, or None if it does not exist."""
    try:
        with open(path) as file:
            return file.read()
    except FileNotFoundError:
        return None


def run_or_exit(command: "list[str]", sentence: str) -> None:
    """Run a command; exit with `sentence` if it fails."""
    if subprocess.call(command) != 0:
        sys.exit(sentence)


if __name__ == "__main__":
    main(sys.argv[1])
