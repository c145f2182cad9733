"""Programs that production puts around the site; `python -m tests.growth.programs` installs those that are missing."""

import os
import shutil
from functools import partial

import pytest

from tests.commands import done

NAMES = {"pgbouncer": "pgbouncer", "caddy": "caddy", "haproxy": "haproxy", "etcd": "etcd-server", "patroni": "patroni"}
ASKED = {"caddy": "version", "haproxy": "-v"}  # for what they are; the others by --version
PACKAGES = {
    "apt-get": ["apt-get update -qq", "apt-get install -qq -y --no-install-recommends"],
    "dnf": ["dnf install -q -y"],
    "apk": ["apk add -q"],
    "pacman": ["pacman -Sy --noconfirm --needed"],
}
PLACES = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/usr/local/sbin:/opt/homebrew/bin"
PATIENCE = 300  # seconds for one step of an installation
_done = partial(done, PATIENCE)


def find(name: str) -> str | None:
    """Return the path of a program that runs."""
    path = shutil.which(name, path=PLACES)
    return path if path and _done(path, ASKED.get(name, "--version")) else None


def need(name: str) -> str:
    """Return the path of a program, or skip the test, which is told in a line of its own."""
    path = find(name)
    if path is None:
        pytest.skip(f"NO {name.upper()}: it was not found, and could not be installed")
    return path


def install(names: list[str]) -> None:
    """Try the system's packages, as root, one by one: one that is not to be had keeps back no other.

    Each is called as its program, unless NAMES says otherwise.
    """
    for manager, (*before, last) in PACKAGES.items():
        if os.geteuid() == 0 and shutil.which(manager):
            for step in (*before, *(f"{last} {NAMES.get(name, name)}" for name in names)):
                _done(*step.split())


if __name__ == "__main__":
    if missing := [name for name in NAMES if not find(name)]:
        install(missing)
