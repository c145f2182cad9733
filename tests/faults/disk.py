"""A small disk of its own for the database, which can be filled: a tmpfs where we may mount one.

Elsewhere the server's processes are forbidden to let any file grow (RLIMIT_FSIZE): its writes fail as really.
"""

import os
import subprocess
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

SIZE = 300 * 1024 * 1024  # bytes; a fresh cluster takes 40 MB, and its log of changes up to 64
GROWTH = 65536  # bytes to which a file may grow where writing is limited


class Tmpfs:
    """A mounted one; `kind` says so in the ledger."""

    kind = "tmpfs"

    def __init__(self, folder: Path, size: int = SIZE) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        options = f"size={size},mode=0755"
        command = ["mount", "-t", "tmpfs", "-o", options, "dead-drop-faults", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise OSError(done.stderr.strip())

    def fill(self) -> None:
        """Leave not a byte."""
        with (self._folder / "ballast").open("ab") as ballast:
            for piece in (1 << 20, 1 << 12):
                while _grows(ballast.fileno(), piece):
                    pass

    def free(self) -> None:
        """Give the room back."""
        (self._folder / "ballast").unlink(missing_ok=True)

    def close(self) -> None:
        """Unmount it; what still has files open there keeps them until it ends."""
        subprocess.run(["umount", "--lazy", str(self._folder)], check=True)


class Limits:
    """No disk of its own, but a limit on the processes that `pids` returns."""

    kind = "RLIMIT_FSIZE (no tmpfs could be mounted)"

    def __init__(self, folder: Path, pids: Callable[[], Iterable[int]]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._pids = pids

    def fill(self) -> None:
        """Let no file grow."""
        self._limit(str(GROWTH))

    def free(self) -> None:
        """Let files grow again."""
        self._limit("unlimited")

    def close(self) -> None:
        """Nothing is left to be cleared away."""

    def _limit(self, size: str) -> None:
        """Set the soft limit, as the owner of the processes, who can then lift it again."""
        for pid in self._pids():
            with suppress(FileNotFoundError):  # it has ended meanwhile
                owner = Path(f"/proc/{pid}").stat().st_uid
                command = ["prlimit", "--pid", str(pid), f"--fsize={size}:"]
                subprocess.run(command, user=owner, capture_output=True, check=False)


Disk = Tmpfs | Limits


def small_disk(folder: Path, pids: Callable[[], Iterable[int]], mount: bool = True) -> Disk:
    """Return a disk for `folder`: a tmpfs, or, where none can be mounted, limits."""
    if mount and os.geteuid() == 0:
        try:
            return Tmpfs(folder)
        except OSError:
            pass
    return Limits(folder, pids)


def _grows(file: int, size: int) -> bool:
    try:
        os.posix_fallocate(file, os.fstat(file).st_size, size)
    except OSError:
        return False
    return True
