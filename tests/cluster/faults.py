"""What happens to database machines, by name: each leaves the cluster whole again, and says how long nobody led it."""

import asyncio
import os
import signal
from collections.abc import Callable, Mapping
from time import monotonic

from tests.cluster.account import Event
from tests.cluster.deployment import Deployment
from tests.cluster.node import Node

AWAY = 3  # seconds for which the old leader stays away after there is a new one


def kill_database(deployment: Deployment, node: Node) -> None:
    """Kill PostgreSQL alone."""
    os.kill(node.postmaster(), signal.SIGKILL)


def kill_machine(deployment: Deployment, node: Node) -> None:
    """Kill all that runs on it, at once."""
    node.die()


def freeze(deployment: Deployment, node: Node) -> None:
    """Stop all that runs on it, as a machine does that is suspended."""
    node.signal(signal.SIGSTOP)


def split(deployment: Deployment, node: Node) -> None:
    """Cut it off from the two others; HAProxy still reaches it."""
    node.cut(_peers(deployment, node))


def unplug(deployment: Deployment, node: Node) -> None:
    """Cut it off from everybody."""
    node.cut([*_peers(deployment, node), deployment.here])


def fill_disk(deployment: Deployment, node: Node) -> None:
    """Leave its database no room."""
    node.disk.fill()


def _recover(deployment: Deployment, node: Node) -> None:
    node.disk.free()
    node.signal(signal.SIGCONT)
    if not node.pids():
        node.start()


def _rejoin(deployment: Deployment, node: Node) -> None:
    node.mend(_peers(deployment, node))


def _replug(deployment: Deployment, node: Node) -> None:
    node.mend([*_peers(deployment, node), deployment.here])


def _peers(deployment: Deployment, node: Node) -> list[str]:
    return [other.machine.address for other in deployment.nodes if other is not node]


Act = Callable[[Deployment, Node], None]
KINDS: Mapping[str, tuple[str, Act, Act]] = {
    "leader's database killed": ("primary", kill_database, _recover),
    "leader's machine killed": ("primary", kill_machine, _recover),
    "leader frozen": ("primary", freeze, _recover),
    "leader cut off from its peers": ("primary", split, _rejoin),
    "leader cut off from all": ("primary", unplug, _replug),
    "leader's disk filled": ("primary", fill_disk, _recover),
    "second machine killed": ("synchronous", kill_machine, _recover),
    "second machine frozen": ("synchronous", freeze, _recover),
}
"""By its name in the ledger: to whom it happens, what, and how it ends."""


async def happen(deployment: Deployment, name: str) -> Event:
    """Let one thing happen, and end; who is away comes back once all webs hear of changes from another machine."""
    role, does, undoes = KINDS[name]
    node = await deployment.wait_for(role)
    begun = monotonic()
    await asyncio.to_thread(does, deployment, node)
    try:
        await deployment.wait_for(role, other_than=node)
        changed = monotonic()
        await deployment.until_webs_listen()
        heard = monotonic()
        await asyncio.sleep(AWAY)
    finally:
        await asyncio.to_thread(undoes, deployment, node)
    await deployment.until_whole()
    return Event(name, begun, changed, heard)
