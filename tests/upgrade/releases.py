"""Earlier releases of the site, as they stand in the history of this repository."""

import subprocess
from pathlib import Path

from tests.processes import ROOT

FIRST = "019d08cf"  # the first that people could play on: accounts, games, lobbies, teams, decks of one's own
PREVIOUS = "175df3a6"  # the one before this, which runs beside it while servers are replaced


def check_out(commit: str, folder: Path) -> Path:
    """Write the files of a release to a folder. Its packages are today's: each of them still has what it used."""
    folder.mkdir()
    packed = subprocess.run(
        ["git", "archive", commit, "app", "migrations", "static", "templates"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert packed.returncode == 0, f"{packed.stderr.decode()} This test needs the whole history: git fetch --unshallow"
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder
