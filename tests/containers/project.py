"""The containers of docker-compose.yml in an engine: built, started in their order, killed, scaled, and removed."""

import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.containers.compose import Composition, Service
from tests.containers.engine import Engine, Failed
from tests.deploy.files import IMAGES, put_secrets

PROJECT = "dead-drop-check"  # whatever else runs on the machine has another name
PATIENCE = 600  # seconds until a container is well; machines are busy


class Project:
    """The containers, named by service and number; networks and volumes belong to it alone."""

    def __init__(self, engine: Engine, composition: Composition, folder: Path) -> None:
        self.engine, self.composition, self.folder = engine, composition, folder
        self.services = composition.services
        places = put_secrets(folder / "secrets")
        self.secrets = {Path(inside).name: place for inside, place in places.items()}
        self.numbers: dict[str, list[int]] = {}  # of the containers of each service

    def build(self) -> int:
        """Build each image once; return how many there are."""
        bases = [word for name in IMAGES for word in ("--build-arg", f"{name}={self.composition.values[name]}")]
        built = set[str]()
        for service in self.services.values():
            if service.build and service.said["image"] not in built:
                words, context = service.build
                self.engine.build(self.image(service), context, *bases, *words)
                built.add(service.said["image"])
        return len(built)

    def image(self, service: Service) -> str:
        """The name of a service's image; what is built has one of its own here."""
        name = str(service.said["image"])
        return f"{PROJECT}/{name}" if service.build else name

    def up(self, *names: str) -> None:
        """Start services with what they need, or all; each is healthy, or has done its work, before the next begins."""
        self._make_networks()
        wanted = set(names or self.services)
        for name, service in reversed(self.services.items()):
            if name in wanted:
                wanted |= service.needs.keys()
        for name in self.services:
            if name in wanted and name not in self.numbers:
                self.start(name)

    def start(self, name: str) -> None:
        """Start one more container of a service."""
        service, number = self.services[name], len(self.numbers.get(name, ())) + 1
        container = self.container(name, number)
        self.numbers.setdefault(name, []).append(number)
        first, *others = (f"{PROJECT}_{network}" for network in service.said["networks"])
        words = ["--name", container, "--network", first, "--network-alias", name, "--no-healthcheck"]
        words += [*self.engine.limits, *service.flags(PROJECT, self.secrets)]
        self.engine.must("create", *words, self.image(service), *service.said.get("command", ()))
        for network in others:
            self.engine.must("network", "connect", "--alias", name, network, container)
        self.engine.must("start", container)
        true = partial(self._done if service.once else self.healthy, name, number)
        try:
            self.until(true, f"{container} is well")
        except Failed as error:
            raise Failed(f"{error}: {self.log(name, number)[-1000:]}") from None

    def container(self, name: str, number: int = 1) -> str:
        """The name of a container."""
        return f"{PROJECT}-{name}-{number}"

    def healthy(self, name: str, number: int = 1) -> bool:
        """Whether its own health check passes."""
        check = self.services[name].check
        assert check
        words, seconds = check
        return self.engine.does("exec", self.container(name, number), "timeout", str(seconds), *words)

    def kill(self, name: str, number: int = 1) -> None:
        """Kill what a container runs, past the engine, which is to start it again by itself."""
        pid = self._state(name, number, "Pid")
        os.kill(int(pid), signal.SIGKILL)
        self.until(lambda: self._state(name, number, "Pid") not in {pid, "0"}, f"{name} is started again")
        self.until(lambda: self.healthy(name, number), f"{name} is healthy again")

    def run(self, name: str, *words: str, stdin: bytes | None = None) -> str:
        """Run a command in the first container of a service; return what it prints."""
        given = ["--interactive"] if stdin is not None else []
        return self.engine.must("exec", *given, self.container(name), *words, stdin=stdin)

    def address(self, name: str, network: str) -> str:
        """The address of a service's first container in a network; empty while it has none."""
        form = f'{{{{(index .NetworkSettings.Networks "{PROJECT}_{network}").IPAddress}}}}'
        return self.engine.must("inspect", "--format", form, self.container(name))

    def port(self, name: str, inside: str) -> int:
        """The port of this machine that leads to one of a container."""
        return int(self.engine.must("port", self.container(name), inside).split()[-1].rpartition(":")[2])

    def log(self, name: str, number: int = 1) -> str:
        """What a container has written."""
        ran = self.engine.run("logs", self.container(name, number))
        return (ran.stdout + ran.stderr).decode(errors="replace")

    def stop(self) -> list[str]:
        """End all containers in turn, those first that need others, and remove them; return which had to be killed."""
        killed = list[str]()
        for name in reversed([name for name in self.services if name in self.numbers]):
            for number in self.numbers.pop(name):
                self.engine.must("stop", self.container(name, number))
                if self._state(name, number, "ExitCode") == "137":
                    killed.append(self.container(name, number))
                self.engine.must("rm", "--force", self.container(name, number))
        return killed

    def forget(self, volume: str) -> None:
        """Remove what a volume holds."""
        self.engine.must("volume", "rm", f"{PROJECT}_{volume}")

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until something is true; raise Failed."""
        deadline = time.monotonic() + PATIENCE
        while not true():
            if time.monotonic() > deadline:
                raise Failed(f"not within {PATIENCE} s: {what}")
            time.sleep(0.2)

    def _done(self, name: str, number: int) -> bool:
        """Whether it has ended well."""
        return (self._state(name, number, "Status"), self._state(name, number, "ExitCode")) == ("exited", "0")

    def _state(self, name: str, number: int, what: str) -> str:
        return self.engine.must("inspect", "--format", f"{{{{.State.{what}}}}}", self.container(name, number))

    def _make_networks(self) -> None:
        for name, inward in self.composition.networks.items():
            if not self.engine.does("network", "inspect", f"{PROJECT}_{name}"):
                self.engine.must("network", "create", *(["--internal"] if inward else []), f"{PROJECT}_{name}")


def remove(engine: Engine) -> None:
    """Remove whatever there is of the containers, also of a run that broke off."""
    named = ("--filter", f"name={PROJECT}")
    for listing, removal in (
        (("ps", "--all", "--quiet", *named), ("rm", "--force", "--volumes")),
        (("network", "ls", "--quiet", *named), ("network", "rm")),
        (("volume", "ls", "--quiet", *named), ("volume", "rm")),
    ):
        if found := engine.must(*listing).split():
            engine.does(*removal, *found)


def remove_images(engine: Engine, before: set[str]) -> None:
    """Remove the images, and what builds have left that have no name and were not there before."""
    last, found = set[str](), _ours(engine, before)
    while found and found != last:  # Docker keeps those that others are built on until these are gone
        engine.does("rmi", "--force", *found)
        last, found = found, _ours(engine, before)


def _ours(engine: Engine, before: set[str]) -> set[str]:
    named = engine.must("images", "--quiet", "--filter", f"reference=*{PROJECT}/*").split()
    return {*named} | (nameless(engine) - before)


def nameless(engine: Engine) -> set[str]:
    """The images that have no name."""
    return set(engine.must("images", "--quiet", "--filter", "dangling=true").split())
