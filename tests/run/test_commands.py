"""The command line: what there is, and what is refused before anything is done."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from app.cli import commands
from tests.processes import ROOT


def test_the_commands() -> None:
    assert set(commands.commands) == {"run", "work", "migrate", "admin", "backup", "restore", "revision", "computer"}


@pytest.mark.parametrize("words", ["-h", "run --help", "work -h", "admin -h", "admin grant -h", "restore -h"])
def test_help(words: str) -> None:
    done = CliRunner().invoke(commands, words)
    assert (done.exit_code, done.stdout[:6]) == (0, "Usage:")


@pytest.mark.parametrize(
    "words",
    ["", "nothing", "run now", "work --no", "backup", "restore --replace", "admin", "admin grant", "revision", "--no"],
)
def test_what_is_not_understood_is_refused(words: str) -> None:
    done = CliRunner().invoke(commands, words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage:")


def test_the_collector_leaves_alone_what_is_imported() -> None:
    program = "import gc, app; print(gc.isenabled(), gc.get_freeze_count())"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    enabled, frozen = done.stdout.split()
    assert (enabled, int(frozen) > 100_000) == ("True", True)
