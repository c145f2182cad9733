"""Commands of the machine that tests need."""

import os
import subprocess


def done(patience: float, *command: str) -> bool:
    """Run a command, which nobody can be asked about, for so many seconds at most; return whether it succeeded."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        ended = subprocess.run(command, env=environment, capture_output=True, timeout=patience, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ended.returncode == 0
