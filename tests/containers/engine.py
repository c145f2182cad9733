"""The program that runs containers, Podman or Docker, installed from the system's packages where there is none."""

import resource
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.commands import done
from tests.growth.programs import find, install

NAMES = ("podman", "docker")
PACKAGES = ["podman", "runc", "netavark", "aardvark-dns", "iptables"]
LIMITS = {"nofile": (resource.RLIMIT_NOFILE, 1 << 20), "nproc": (resource.RLIMIT_NPROC, 1 << 15)}
PATIENCE = 900  # seconds for one command; a build loads packages


class NotRun(Exception):
    """Containers cannot be had on this machine; its text says why."""


class Failed(Exception):
    """A command that must succeed has not."""


@dataclass(frozen=True)
class Engine:
    """One of them, by its path."""

    path: str

    @property
    def is_podman(self) -> bool:
        """Whether it is Podman, which starts containers with higher limits than some machines allow."""
        return Path(self.path).name == "podman"

    @cached_property
    def limits(self) -> list[str]:
        """What to say of limits, so that it asks for no more than we have."""
        told = list[str]()
        for name, (which, most) in LIMITS.items() if self.is_podman else ():
            own = resource.getrlimit(which)[1]
            number = most if own == resource.RLIM_INFINITY else min(own, most)
            told += ["--ulimit", f"{name}={number}:{number}"]
        return told

    def must(self, *words: str, stdin: bytes | None = None) -> str:
        """Run a command of it and return what it says; raise Failed."""
        ran = self.run(*words, stdin=stdin)
        if ran.returncode:
            said = (ran.stderr or ran.stdout).decode(errors="replace").strip()
            raise Failed(f"{' '.join(words)}: {said[-2000:]}")
        return ran.stdout.decode().strip()

    def does(self, *words: str) -> bool:
        """Run a command of it; return whether it succeeded."""
        return self.run(*words).returncode == 0

    def raw(self, *words: str) -> bytes:
        """Run a command of it and return the very bytes that it prints; raise Failed."""
        ran = self.run(*words)
        if ran.returncode:
            raise Failed(f"{' '.join(words)}: {ran.stderr.decode(errors='replace')}")
        return ran.stdout

    def build(self, tag: str, context: str, *words: str) -> None:
        """Build an image; its steps have the machine's network."""
        form = ["--format", "docker"] if self.is_podman else []
        self.must("build", *form, *self.limits, "--network", "host", "--tag", tag, *words, context)

    def run(self, *words: str, stdin: bytes | None = None) -> "subprocess.CompletedProcess[bytes]":
        given = {"input": stdin} if stdin is not None else {"stdin": subprocess.DEVNULL}
        return subprocess.run([self.path, *words], capture_output=True, timeout=PATIENCE, check=False, **given)


def find_engine(*names: str) -> Engine:
    """Return an engine that answers, one of those names if there are any; raise NotRun where none can be had."""
    engine = _answering(names or NAMES)
    if engine is None:
        install(PACKAGES)
        engine = _answering(names or NAMES)
    if engine is None:
        raise NotRun("no container engine")
    return engine


def _answering(names: Iterable[str]) -> Engine | None:
    for name in names:
        path = find(name)
        if path and done(60, path, "info"):  # of Docker, the program may be there without its daemon
            return Engine(path)
    return None
