"""docs/ARCHITECTURE.md is true: its paths exist, and no package, room or layer is missing."""

import re
from pathlib import Path

from tests.test_imports import LAYERS

ROOT = Path(__file__).resolve().parent.parent
APP = ROOT / "app"
TEXT = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
PATH = re.compile(r"`(\w+(?:/[\w.-]+)*/(?:[\w.-]+\.[a-z]+)?)`")
WITH_ROOMS = ("games", "http", "accounts", "notifications", "moderation", "lobbies", "delivery", "puzzles")


def packages(folder: Path) -> set[str]:
    """The packages in a folder, as paths relative to app/."""
    return {f"{file.parent.relative_to(APP)}/" for file in folder.glob("*/__init__.py")}


def in_tables() -> set[str]:
    """The packages and rooms that have a row of their own, or share one."""
    rows = re.findall(r"^\| ((?:`\w+/(?:\w+/)?` ?)+)\|", TEXT, re.M)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def test_its_paths_exist():
    paths = set(PATH.findall(TEXT))
    assert len(paths) > 100
    assert {path for path in paths if not (ROOT / path).exists() and not (APP / path).exists()} == set()


def test_each_package_and_each_room_has_its_row():
    rooms = set().union(*(packages(APP / name) for name in WITH_ROOMS))
    assert in_tables() == packages(APP) | rooms | {"translations/"}


def test_its_layers_are_those_of_the_imports():
    (block,) = re.findall(r"^```\n(.*?)^```", TEXT, re.M | re.S)
    assert [set(line.split()) for line in block.splitlines()] == LAYERS
