"""A database machine: etcd, Patroni and its PostgreSQL in a network namespace of their own, with a small disk."""

import os
import pwd
import re
import shutil
import signal
import subprocess
import urllib.request
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from app.local_postgres.account import program_command
from tests.faults.disk import Tmpfs
from tests.growth import programs
from tests.growth.lan import Machine
from tests.processes import ROOT

SOURCE = ROOT / "deploy" / "cluster"
ROOM = 700 * 1024 * 1024  # bytes of a disk
NOWHERE = "02:00:00:00:00:01"  # a network card that nobody has
SECONDS = 1.0  # for an answer of Patroni


class Node:
    """One of three; `names` are the addresses of all, by name."""

    def __init__(self, name: str, machine: Machine, folder: Path, names: Mapping[str, str], password: str) -> None:
        self.name, self.machine, self.folder = name, machine, folder
        self._owner = pwd.getpwnam("nobody")
        self._data = folder / "disk" / "own" / "postgres"
        self.disk = Tmpfs(folder / "disk", ROOM)
        for place in (folder / "etcd", self._data.parent):
            place.mkdir(mode=0o700)
            os.chown(place, self._owner.pw_uid, self._owner.pw_gid)
        self.env = environment(name, names) | self._places(password)
        self._running: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Let the machine start, as systemd starts what is on it."""
        patroni = [programs.need("patroni"), str(self.folder / "patroni.yml")]
        shutil.copyfile(SOURCE / "patroni.yml", patroni[1])
        self._running = [self._run("etcd", programs.need("etcd")), self._run("patroni", *patroni)]

    def pids(self) -> list[int]:
        """All that runs on it."""
        found = subprocess.run(["ip", "netns", "pids", self.space], capture_output=True, text=True, check=False)
        return [int(pid) for pid in found.stdout.split()]

    @property
    def space(self) -> str:
        """The name of its namespace."""
        return self.machine.prefix[-1]

    def postmaster(self) -> int:
        """PostgreSQL's first process."""
        return int((self._data / "postmaster.pid").read_text().splitlines()[0])

    def signal(self, number: int) -> None:
        """Send a signal to all that runs on it."""
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def die(self) -> None:
        """Lose its power."""
        while self.pids():
            self.signal(signal.SIGKILL)
        for process in self._running:
            process.wait()

    def cut(self, addresses: Iterable[str]) -> None:
        """Let nothing that it sends arrive at some machines, without a word."""
        for address in addresses:
            self._ip("neigh", "replace", address, "lladdr", NOWHERE, "nud", "permanent", "dev", "eth0")

    def mend(self, addresses: Iterable[str]) -> None:
        """Let it reach them again."""
        for address in addresses:
            self._ip("neigh", "del", address, "dev", "eth0")

    def is_(self, role: str) -> bool:
        """Whether its Patroni says that it has this role: `primary`, `synchronous`, `replica`."""
        with suppress(OSError), urllib.request.urlopen(f"http://{self.machine.address}:8008/{role}", timeout=SECONDS):
            return True
        return False

    def close(self) -> None:
        """End all that runs on it, and unmount its disk."""
        self.die()
        self.disk.close()

    def _ip(self, *words: str) -> None:
        subprocess.run(["ip", "-n", self.space, *words], check=True, capture_output=True)

    def _places(self, password: str) -> dict[str, str]:
        """What is elsewhere than on a machine of its own."""
        binaries = str(Path(program_command("postgres", self._data.parent)[0]).parent)
        return {
            "PATH": f"{binaries}:{os.defpath}",
            "HOME": str(self.folder / "etcd"),
            "ETCD_DATA_DIR": str(self.folder / "etcd" / "data"),
            "PATRONI_POSTGRESQL_DATA_DIR": str(self._data),
            "PATRONI_POSTGRESQL_BIN_DIR": binaries,
            "PATRONI_POSTGRESQL_PGPASS": str(self.folder / "etcd" / "pgpass"),
            "PATRONI_SUPERUSER_PASSWORD": password,
            "PATRONI_REPLICATION_PASSWORD": password,
        }

    def _run(self, name: str, *command: str) -> "subprocess.Popen[bytes]":
        account = [f"--reuid={self._owner.pw_uid}", f"--regid={self._owner.pw_gid}", "--clear-groups"]
        words = [*self.machine.prefix, "setpriv", *account, *command]
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                words, env=self.env, cwd=self.folder, stdout=log, stderr=log, start_new_session=True
            )


def environment(name: str, names: Mapping[str, str]) -> dict[str, str]:
    """The variables of one machine, from the files that people copy."""
    own = (SOURCE / "node.env").read_text().replace("node1", name)
    lines = [line for line in (SOURCE / "cluster.env").read_text().splitlines() + own.splitlines() if line[:1] != "#"]
    return dict(placed(line, names).split("=", 1) for line in lines)


def placed(text: str, names: Mapping[str, str]) -> str:
    """A text with addresses in place of the names that stand before ports."""
    return re.sub(r"\bnode\d(?=:)", lambda found: names[found[0]], text)
