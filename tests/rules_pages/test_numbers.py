"""GET /rules: every number there is the one that the site plays by."""

import re

import pytest

from app.decks import DECKS
from app.games.wording.sentences import HOUSE_RULES, KEYS, VARIANTS
from app.rules import DUET_COUNTS, VERSUS_COUNTS
from app.rules import VARIANTS as SETUPS
from app.rules.missions import MAP
from app.rules.words import LONGEST_WORD
from tests.rules.difficulty import TEAMS
from tests.rules_pages.rules_page import plain, table


def section(page: str, anchor: str) -> str:
    """The text of a section."""
    return plain(re.split(r"<section\b", page.split(f'<section id="{anchor}"')[1])[0])


@pytest.mark.parametrize("anchor", ["codenames", "pictures"])
def test_the_counts_of_versus(page, anchor):
    """V2"""
    size = SETUPS["classic" if anchor == "codenames" else "pictures"].size
    text = section(page, anchor)
    first, second, bystanders, assassins = VERSUS_COUNTS[size]
    assert f"{size} cards" in text
    assert re.search(rf"\b{first} (are )?agents of the team that starts", text)
    assert re.search(rf"\b{second} (are agents )?of the other", text)
    assert re.search(rf"\b{bystanders} (are )?bystanders", text)
    assert re.search(rf"\b{assassins} (is the )?assassin\b", text)


def test_how_the_keys_of_duet_match(page):
    """D2, D20: a row for each identity on A's key, with the sum."""
    head, *rows = table(page, "duet-counts")
    assert head == ["", "agent for B", "bystander for B", "assassin for B", "in all"]
    assert [row[0] for row in rows] == [f"{KEYS[own]} for A" for own in "g.x"]
    for own, row in zip("g.x", rows, strict=True):
        counts = [DUET_COUNTS[own + other] for other in "g.x"]
        assert row[1:] == [str(count) for count in (*counts, sum(counts))]


def test_what_a_key_of_duet_shows(page):
    """D2, D3, D16"""
    agents, bystanders, assassins = (
        sum(count for pair, count in DUET_COUNTS.items() if pair[0] == letter) for letter in "g.x"
    )
    everyone = sum(count for pair, count in DUET_COUNTS.items() if "g" in pair)
    text = section(page, "duet")
    assert f"Each key shows {agents} agents, {assassins} assassins and {bystanders} bystanders." in text
    assert f"marks {agents} of them as agents and {assassins} as assassins" in text
    assert f"When all {agents} agents of one key are found" in text
    assert f"there are {everyone} in all" in text
    assert f"You win when all {everyone} agents are found." in text
    assert {int(number) for number in re.findall(r"(\d+)th agent", text)} == {everyone}


def test_the_cities_from_the_easiest_to_the_hardest(page):
    """M2, M7: every city with its mission and the three win rates, in whole percents."""
    head, *rows = table(page, "odds")
    assert head == ["City", "Mission", "Beginner", "Average", "Good"]
    assert {row[0] for row in rows} == {city.title for city in MAP.values()}
    cities = {city.title: city for city in MAP.values()}
    average = [cities[row[0]].odds[1] for row in rows]
    assert average == sorted(average, reverse=True)
    for title, mission, *rates in rows:
        assert mission == f"{cities[title].tokens}–{cities[title].mistakes}"
        for shown, rate in zip(rates, cities[title].odds, strict=True):
            assert rate < 1 if shown == "<1" else abs(int(shown) - rate) <= 0.5


def test_the_habits_are_those_of_the_model(page):
    """M2: what the win rates were worked out with."""
    head, *rows = table(page, "habits")
    assert [name.lower() for name in head[1:]] == [team.name for team in TEAMS]
    habits = [(*team.sizes, team.clear[1], team.sure, team.luck, team.assassin, team.recall) for team in TEAMS]
    shares = [tuple(int(share) / 100 for share in column) for column in zip(*(row[1:] for row in rows), strict=True)]
    assert shares == habits


def test_every_house_rule_with_its_games(page):
    """V6, C6, C7, C8, D30, D32, D33"""
    named = re.findall(r'<dt id="house-([^"]+)">(.*?)</dt>', page, re.DOTALL)
    assert sorted(name for name, _ in named) == sorted({rule for setup in SETUPS.values() for rule in setup.house})
    for name, words in named:
        games = ", ".join(str(VARIANTS[setup.name]) for setup in SETUPS.values() if name in setup.house)
        assert plain(words).lower() == f"{HOUSE_RULES[name]} {games}".lower()


def test_the_decks_and_the_longest_clue(page):
    """K1, C1"""
    for deck in DECKS.values():
        assert f"{deck.title} ({len(list(deck))} {deck.kind})" in section(page, "cards")
    assert f"at most {LONGEST_WORD} characters" in section(page, "clues")
