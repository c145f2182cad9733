"""The README is true: its game plays, its commands and its variables exist."""

import doctest
import re
from importlib import import_module
from pathlib import Path

from app.db import Base

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()


def test_its_game_plays():
    result = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert result.attempted > 5
    assert result.failed == 0


def test_its_commands_exist():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"make ([a-z-]+) ", README)) - {"makes"} <= targets


def test_its_variables_are_those_that_are_read():
    told = set(re.findall(r"^\| `([A-Z_]+)`", README, re.M))
    assert told == set(re.findall(r'"([A-Z]+(?:_[A-Z]+)*)"', (ROOT / "app/config/__init__.py").read_text()))


def test_its_map_and_its_pictures_lead_somewhere():
    for path in re.findall(r"^(app/\S+|templates/|tests/)", README, re.M) + re.findall(r"\]\(([^)h][^)]*)\)", README):
        assert (ROOT / path).exists(), path


def test_each_table_has_its_place_in_a_distributed_database():
    """Distributed is what belongs to one game; a reference is what such tables point at, and what that points at."""
    for file in sorted((ROOT / "app").glob("*/models.py")):
        import_module(f"app.{file.parent.name}.models")
    import_module("app.live.topic_versions")
    tables = Base.metadata.tables
    keys_to_games = [key for each in tables.values() for key in each.foreign_keys if key.column.table.name == "games"]
    rows = re.findall(r"^\| ((?:`\w+`,? ?)+.*?) \| (distributed|reference|local)", README, re.M)
    told = {kind: set(re.findall(r"`(\w+)`", names)) for names, kind in rows}
    games = {"games", *(key.parent.table.name for key in keys_to_games if not key.parent.nullable)}
    pointed, fresh = set(), games
    while fresh:
        fresh = {key.column.table.name for name in fresh for key in tables[name].foreign_keys} - games - pointed
        pointed |= fresh
    assert told == {"distributed": games, "reference": pointed, "local": set(tables) - games - pointed}
