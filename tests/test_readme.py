"""README.md, the pages beside it and in docs/ are true: examples run; commands, settings, paths and buttons exist."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from app import cli
from app.db import Base

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
FILES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *ROOT.glob("docs/*.md")]
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text() for path in FILES}
NEWCOMERS_PATIENCE = 150  # lines
EACH_PAGE = pytest.mark.parametrize("page", PAGES)


def test_newcomers_are_not_scared_away() -> None:
    assert len(README.splitlines()) <= NEWCOMERS_PATIENCE


def test_the_game_in_python_plays() -> None:
    results = [doctest.testfile(str(ROOT / page), False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL) for page in PAGES]
    assert sum(result.attempted for result in results) > 5
    assert sum(result.failed for result in results) == 0


@EACH_PAGE
def test_the_commands_exist(page: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"(?:^|`)(?:[A-Z]+=\S+ )?make ([a-z-]+)", PAGES[page], re.M)) <= targets
    assert set(re.findall(r"-m app ([a-z]+)", PAGES[page])) <= set(cli.commands.commands)


def test_commands_are_found_where_they_stand() -> None:
    assert {"run", "test", "help"} <= set(re.findall(r"(?:^|`)(?:[A-Z]+=\S+ )?make ([a-z-]+)", README, re.M))


def test_the_settings_are_those_that_are_read() -> None:
    page, settings = PAGES["docs/configuration.md"], (ROOT / "app/config/__init__.py").read_text()
    assert set(re.findall(r"^\| `([A-Z_]+)`", page, re.M)) == set(re.findall(r'"([A-Z]+(?:_[A-Z]+)*)"', settings))
    in_files = re.findall(r'_(?:read_secret|postgres_url)\(env, "([A-Z_]+)"', settings)
    (told,) = re.findall(r"^((?:`[A-Z_]+`(?:,| and)\s)+`[A-Z_]+`) can be read from files", page, re.M)
    assert set(re.findall("[A-Z_]+", told)) == set(in_files)


@EACH_PAGE
def test_links_and_paths_lead_somewhere(page: str) -> None:
    folder = (ROOT / page).parent
    for link in re.findall(r"\]\(([^)#]+)", PAGES[page]):
        assert link.startswith("http") or (folder / link).exists(), link
    for path in re.findall(r"(?:^|`)((?:app|deploy|static|templates|tests)/[\w./-]*)(?=[`\s])", PAGES[page], re.M):
        assert (ROOT / path).exists(), path


def test_every_page_is_linked_from_the_readme() -> None:
    assert set(PAGES) - {"README.md"} <= set(re.findall(r"\]\(([^)]+\.md)\)", README))


def test_the_first_game_names_real_buttons() -> None:
    """Each is a sentence of the site."""
    (steps,) = re.findall(r"^## Your first game\n(.*?)^## ", README, re.M | re.S)
    with (ROOT / "app/translations/fr/LC_MESSAGES/messages.po").open("rb") as file:
        sentences = {message.id for message in read_po(file)}
    buttons = set(re.findall(r"\*\*(.+?)\*\*", steps))
    assert len(buttons) >= 5
    assert buttons <= sentences


def test_each_table_has_its_place_in_a_distributed_database() -> None:
    """Distributed is what belongs to one game; a reference is what such tables point at, and what that points at."""
    for file in sorted((ROOT / "app").rglob("models.py")):
        import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    import_module("app.live.topic_versions")
    tables = Base.metadata.tables
    keys_to_games = [key for each in tables.values() for key in each.foreign_keys if key.column.table.name == "games"]
    rows = re.findall(r"^\| ((?:`\w+`,? ?)+.*?) \| (distributed|reference|local)", PAGES["docs/growing.md"], re.M)
    told = {kind: set(re.findall(r"`(\w+)`", names)) for names, kind in rows}
    games = {"games", *(key.parent.table.name for key in keys_to_games if not key.parent.nullable)}
    pointed, fresh = set(), games
    while fresh:
        fresh = {key.column.table.name for name in fresh for key in tables[name].foreign_keys} - games - pointed
        pointed |= fresh
    assert told == {"distributed": games, "reference": pointed, "local": set(tables) - games - pointed}
