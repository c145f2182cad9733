"""docs/asvs.md: each test that it names is there, and its figures are those of its rows."""

import re

from app.config import ROOT

TEXT = (ROOT / "docs/asvs.md").read_text()
ROWS = [line.strip("| ").split(" | ") for line in re.findall(r"^\| \d+\..*", TEXT, re.MULTILINE)]
STATES = ("met", "partly", "not met", "n/a")
SECTIONS = {10: (2, 3, 5, 16, 5, 2, 3), 17: (2, 8, 2)}  # how many requirements: of the chapters that stand in one row


def size(numbers: str) -> int:
    """Return how many requirements a row is about, such as `1.2.6–1.2.8`."""
    first, _, last = numbers.partition("–")
    chapter = int(first.split(".")[0])
    return sum(SECTIONS[chapter]) if chapter in SECTIONS else number(last or first) - number(first) + 1


def number(requirement: str) -> int:
    return int(requirement.split(".")[2])


def test_every_test_that_it_names_is_there():
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", TEXT)
    assert len(named) > 150
    missing = [f"{path}::{name}" for path, name in named if f"def {name}(" not in (ROOT / "tests" / path).read_text()]
    assert missing == []


def test_what_is_met_is_shown_by_a_test():
    assert [row[0] for row in ROWS if row[2] == "met" and "::test_" not in row[-1]] == []
    assert {row[2] for row in ROWS} == set(STATES)


def test_its_figures_are_those_of_its_rows():
    counts = {state: sum(size(row[0]) for row in ROWS if row[2] == state) for state in STATES}
    met, partly, missing, none = counts.values()
    told = " ".join(TEXT.split())
    assert f"Of {sum(counts.values())} requirements, {met} are met, {partly} partly and {missing} not" in told
    assert f"and {none} do not apply" in told
