"""What processes cost: CPU time and memory, as Linux counts them; and what is measured on which machine."""

import os
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from tests.processes import ROOT

TICK = 1 / os.sysconf("SC_CLK_TCK")  # seconds
PROC = Path("/proc")


def family(root: int) -> list[int]:
    """Return a process and all that descend from it."""
    children: dict[int, list[int]] = defaultdict(list)
    for pid, fields in _all():
        children[int(fields[1])].append(pid)
    found = [root]
    for pid in found:
        found += children[pid]
    return found


def cpu(root: int) -> float:
    """Return the seconds of CPU that a process and its descendants have used, those that have ended included."""
    return sum(map(_own, family(root)))


def memory(pids: Iterable[int]) -> int:
    """Return the bytes of memory that processes hold, each page that several share divided among them (PSS)."""
    return sum(_rollup(pid, "Pss") for pid in pids)


def load() -> str:
    """Return how busy the machine has been for the last minute, and of what kind it is."""
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


def commit() -> str:
    """Return the commit that is measured, with a plus if files differ from it."""
    describe = ["git", "describe", "--always", "--exclude=*", "--dirty=+"]
    done = subprocess.run(describe, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def _own(pid: int) -> float:
    """Return the seconds of a process's threads to the nanosecond, and of its children that have ended."""
    threads = (PROC / str(pid) / "task").glob("*/schedstat")
    ended = sum(map(int, _stat(pid)[13:15])) * TICK
    return ended + sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def _rollup(pid: int, name: str) -> int:
    for line in (PROC / str(pid) / "smaps_rollup").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    return 0


def _all() -> Iterable[tuple[int, list[str]]]:
    for entry in os.listdir(PROC):
        if entry.isdigit() and (fields := _stat(int(entry))):
            yield int(entry), fields


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/<pid>/stat after the command; nothing of a process that has just ended is left."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split() or []
    except (FileNotFoundError, ProcessLookupError):
        return []
