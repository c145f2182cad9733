"""Make .venv contain exactly what a requirements file lists: `python3 app/environment.py requirements-local.txt`.

This runs on the system's Python before anything is installed, so it uses only the standard library, and syntax that old
Pythons can parse. It does nothing if .venv is current; concurrent runs wait for each other.
"""

import fcntl
import hashlib
import os
import subprocess
import sys

OLDEST = (3, 11)
VENV = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
PIP = [PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-input"]  # print errors only


def main(requirements: str) -> None:
    """Install `requirements`, unless a file with this exact content has been installed before."""
    if sys.version_info < OLDEST:
        sys.exit("Dead Drop needs Python 3.11 or newer, and this is {}.{}.".format(*sys.version_info))
    with open(requirements, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        wanted = hashlib.sha256(file.read()).hexdigest()
        stamp = os.path.join(VENV, os.path.basename(requirements) + ".sha256")
        if works() and read(stamp) == wanted:
            return
        if not works():
            make()
        run([*PIP, "--no-deps", "--require-hashes", "-r", requirements], "The packages of {} cannot be installed.")
        with open(stamp, "w") as done:
            done.write(wanted)


def works() -> bool:
    """Whether .venv exists and its Python still runs and is new enough."""
    test = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    return os.path.exists(PYTHON) and subprocess.call([PYTHON, "-c", test], stderr=subprocess.DEVNULL) == 0


def make() -> None:
    """Create an empty environment."""
    run([sys.executable, "-m", "venv", "--clear", VENV], "No venv: on Debian and Ubuntu, install python3-venv.")


def read(path: str) -> "str | None":
    """Return the text of a file, or None if it does not exist."""
    try:
        with open(path) as file:
            return file.read()
    except FileNotFoundError:
        return None


def run(command: "list[str]", sentence: str) -> None:
    """Run a command; exit with `sentence` if it fails."""
    if subprocess.call(command) != 0:
        sys.exit(sentence)


if __name__ == "__main__":
    main(sys.argv[1])
