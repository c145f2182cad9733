"""docker-compose.yml, read into what an engine is told of each service; what it cannot tell an engine, it refuses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from tests.deploy.files import command, fill
from tests.processes import ROOT

PLAIN = {
    "restart": "--restart",
    "user": "--user",
    "mem_limit": "--memory",
    "pids_limit": "--pids-limit",
    "shm_size": "--shm-size",
    "stop_grace_period": "--stop-timeout",
}
LISTS = {"tmpfs": "--tmpfs", "cap_drop": "--cap-drop", "security_opt": "--security-opt"}
PAIRS = {"environment": "--env", "sysctls": "--sysctl"}
OTHERS = {"image", "build", "command", "depends_on", "healthcheck", "logging", "networks", "ports", "read_only"}
OTHERS |= {"secrets", "volumes"}
KNOWN = {*PLAIN, *LISTS, *PAIRS, *OTHERS}
CONDITIONS = ("service_healthy", "service_completed_successfully")


class Unknown(Exception):
    """The file says something that nobody here knows how to tell an engine."""


@dataclass(frozen=True)
class Service:
    """A service as the file has it, with its variables filled in."""

    name: str
    said: Mapping[str, Any]

    def __post_init__(self) -> None:
        """Refuse what would be left out."""
        conditions = {each["condition"] for each in self.needs.values()}
        if unknown := (self.said.keys() - KNOWN) | (conditions - set(CONDITIONS)):
            raise Unknown(f"{self.name}: {', '.join(sorted(unknown))}")

    @property
    def needs(self) -> Mapping[str, Mapping[str, str]]:
        """Which services come first, and how far they must be."""
        return self.said.get("depends_on", {})

    @property
    def once(self) -> bool:
        """Whether it does something and ends."""
        return str(self.said["restart"]) == "on-failure"

    @property
    def build(self) -> tuple[list[str], str] | None:
        """What a build is told, and its context; None for an image that is taken as it is."""
        if (said := self.said.get("build")) is None:
            return None
        target = ["--target", said["target"]] if "target" in said else []
        arguments = [f"{name}={value}" for name, value in said.get("args", {}).items()]
        return [*target, *_each("--build-arg", arguments)], str(ROOT / said["context"])

    @property
    def check(self) -> tuple[list[str], float] | None:
        """Its health check, with the seconds it may take; an image without one of compose's brings its own, or none."""
        said = self.said.get("healthcheck", {})
        if said.get("disable"):
            return None
        if not said:
            return command("HEALTHCHECK"), 5
        kind, *words = said["test"]
        if kind != "CMD":
            raise Unknown(f"{self.name}: a health check by {kind}")
        return words, seconds(said["timeout"])

    def flags(self, project: str, secrets: Mapping[str, str]) -> list[str]:
        """Return what its container is created with, but for networks; `secrets` are files by name."""
        return [*self._plain(), *self._logging(), *self._ports(), *self._mounts(project, secrets)]

    def _plain(self) -> Iterator[str]:
        for name, flag in PLAIN.items():
            if name in self.said:
                value = self.said[name]
                yield from (flag, str(seconds(value)) if name.endswith("_period") else str(value))
        for name, flag in LISTS.items():
            yield from _each(flag, self.said.get(name, ()))
        for name, flag in PAIRS.items():
            yield from _each(flag, [f"{key}={value}" for key, value in self.said.get(name, {}).items()])
        if self.said.get("read_only"):
            yield "--read-only"

    def _logging(self) -> Iterator[str]:
        said = self.said["logging"]
        yield from ("--log-driver", said["driver"])
        yield from _each("--log-opt", [f"{name}={value}" for name, value in said["options"].items()])

    def _ports(self) -> Iterator[str]:
        """On the loopback, at any free port: the machine's own may be taken."""
        yield from _each("--publish", [f"127.0.0.1::{port.rpartition(':')[2]}" for port in self.said.get("ports", ())])

    def _mounts(self, project: str, secrets: Mapping[str, str]) -> Iterator[str]:
        yield from _each("--volume", [f"{project}_{volume}" for volume in self.said.get("volumes", ())])
        names = self.said.get("secrets", ())
        yield from _each("--volume", [f"{secrets[name]}:/run/secrets/{name}:ro" for name in names])


@dataclass(frozen=True)
class Composition:
    """The whole file, with these values for its variables."""

    values: Mapping[str, str]
    path: Path = ROOT / "docker-compose.yml"

    @cached_property
    def said(self) -> Mapping[str, Any]:
        """What it says."""
        said: Mapping[str, Any] = _filled(yaml.safe_load(self.path.read_text()), dict(self.values))
        return said

    @cached_property
    def services(self) -> dict[str, Service]:
        """Its services, each after those that it needs."""
        waiting = {name: Service(name, said) for name, said in self.said["services"].items()}
        sorted_: dict[str, Service] = {}
        while waiting:
            ready = [name for name, service in waiting.items() if service.needs.keys() <= sorted_.keys()]
            if not ready:
                raise Unknown(f"a circle of {', '.join(waiting)}")
            sorted_ |= {name: waiting.pop(name) for name in ready}
        return sorted_

    @property
    def networks(self) -> dict[str, bool]:
        """Its networks, and whether each leads nowhere else."""
        return {name: bool((said or {}).get("internal")) for name, said in self.said["networks"].items()}


def seconds(text: str) -> int:
    """Return how long a time such as 15s or 5m is."""
    return int(text[:-1]) * {"s": 1, "m": 60, "h": 3600}[text[-1]]


def _each(flag: str, values: Any) -> Iterator[str]:
    for value in values:
        yield from (flag, value)


def _filled(said: Any, values: dict[str, str]) -> Any:
    """Put the variables in, wherever there are some."""
    if isinstance(said, Mapping):
        return {name: _filled(value, values) for name, value in said.items()}
    if isinstance(said, list):
        return [_filled(value, values) for value in said]
    return fill(said, values) if isinstance(said, str) else said
