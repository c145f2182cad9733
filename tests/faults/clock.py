"""The clock of a run's processes, which can be put forward and back while they run."""

import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_name("clock.c")
COMPILER = shutil.which("cc")


class Clock:
    """A clock for the processes that are started with `environment`; without a C compiler they have only the right one.

    It has a folder of its own that every account may read, as the database's does.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="dead-drop-clock-")
        folder = Path(self._folder.name)
        folder.chmod(0o755)
        self._file, library = folder / "ahead", folder / "clock.so"
        self._file.write_bytes(struct.pack("l", 0))
        self.environment: dict[str, str] = {}
        if COMPILER:
            subprocess.run([COMPILER, "-shared", "-fPIC", "-o", library, SOURCE], check=True)
            self.environment = {"LD_PRELOAD": str(library), "CLOCK_AHEAD": str(self._file)}

    def put(self, seconds: int) -> None:
        """Put the clock so many seconds ahead of the right time, or behind it."""
        with self._file.open("r+b") as file:  # which the processes have mapped
            file.write(struct.pack("l", seconds))

    def close(self) -> None:
        """Clear it away; processes that still run keep it until they end."""
        self._folder.cleanup()
