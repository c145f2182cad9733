"""A small network for tests: a machine is a network namespace on a bridge, where the system lets us make one.

Elsewhere all machines are this one, on its loopback.
"""

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

HERE = "127.0.0.1"


@dataclass(frozen=True)
class Machine:
    """One that others reach at `address`; what begins with `prefix` runs there."""

    address: str
    prefix: tuple[str, ...] = ()


@contextmanager
def lan(size: int) -> Iterator[list[Machine]]:
    """Give `size` machines, of which the first is where the test itself runs; none of them is reached from outside."""
    number = secrets.randbelow(1 << 14)  # whatever runs beside has another
    name, net = f"dd{number:x}", f"10.{64 + number // 256}.{number % 256}"
    try:
        yield _machines(name, net, size) if _may() else [Machine(HERE)] * size
    finally:
        _tidy(name, size)


def _may() -> bool:
    """Whether we can make a namespace, and look into it."""
    probe = f"dd-probe-{os.getpid()}"
    if os.geteuid() != 0 or not shutil.which("ip"):
        return False
    made = _ip("netns", "add", probe) and _ip("netns", "exec", probe, "true")
    _ip("netns", "del", probe)
    return made


def _machines(name: str, net: str, size: int) -> list[Machine]:
    _must("link", "add", name, "type", "bridge")
    _must("addr", "add", f"{net}.1/24", "dev", name)
    _must("link", "set", name, "up")
    return [Machine(f"{net}.1"), *(_machine(name, f"{net}.{place}", place) for place in range(2, size + 1))]


def _machine(bridge: str, address: str, place: int) -> Machine:
    space, cable = f"{bridge}-{place}", f"{bridge}v{place}"
    _must("netns", "add", space)
    _must("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space)
    _must("link", "set", cable, "master", bridge, "up")
    _must("-n", space, "addr", "add", f"{address}/24", "dev", "eth0")
    for device in ("lo", "eth0"):
        _must("-n", space, "link", "set", device, "up")
    return Machine(address, ("ip", "netns", "exec", space))


def _tidy(name: str, size: int) -> None:
    """Remove what there is; the cables go with their ends."""
    for place in range(2, size + 1):
        _ip("netns", "del", f"{name}-{place}")
    _ip("link", "del", name)


def _ip(*words: str) -> bool:
    return (
        shutil.which("ip") is not None
        and subprocess.run(["ip", *words], capture_output=True, check=False).returncode == 0
    )


def _must(*words: str) -> None:
    assert _ip(*words), " ".join(words)
