"""The README is true: its game plays, its commands and its variables exist."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()


def test_its_game_plays():
    result = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert result.attempted > 5
    assert result.failed == 0


def test_its_commands_exist():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"make ([a-z]+) ", README)) - {"makes"} <= targets


def test_its_variables_are_those_that_are_read():
    told = set(re.findall(r"^\| `([A-Z_]+)`", README, re.M))
    assert told == set(re.findall(r'"([A-Z]+(?:_[A-Z]+)*)"', (ROOT / "app/config.py").read_text()))


def test_its_map_and_its_pictures_lead_somewhere():
    for path in re.findall(r"^(app/\S+|templates/|tests/)", README, re.M) + re.findall(r"\]\(([^)h][^)]*)\)", README):
        assert (ROOT / path).exists(), path
