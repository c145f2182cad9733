"""The mission map and progress on it (M2-M4, M6, M7)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules import deal
from app.rules.dealing import TOKENS
from app.rules.missions import MAP, START, Standing, neighbours, progress

RESULTS = st.lists(st.tuples(st.sampled_from(sorted(MAP)), st.booleans()), max_size=30)


def states(results):
    return {name: standing.state for name, standing in progress(results).items()}


def test_the_printed_cities():
    """M2, M7: as printed, with their lines."""
    assert START == "prague"
    assert MAP["prague"].roads == ("berlin", "cairo", "moscow")
    figures = {name: (MAP[name].tokens, MAP[name].mistakes) for name in ("prague", "berlin", "cairo", "moscow")}
    assert figures == {"prague": (9, 9), "berlin": (11, 2), "cairo": (9, 5), "moscow": (8, 6)}


@pytest.mark.parametrize("city", MAP.values(), ids=lambda city: city.name)
def test_every_city_can_be_dealt(city):
    """M2, D4: figures that the site deals, at a place on the globe, under its proper name."""
    assert (city.tokens in TOKENS, 0 <= city.mistakes <= city.tokens) == (True, True)
    assert deal("duet", Random(1), tokens=city.tokens, mistakes=city.mistakes)["mistakes"] == city.mistakes
    assert -180 <= city.longitude <= 180
    assert -90 <= city.latitude <= 90
    assert MAP[city.name] is city


def test_titles():
    """M7."""
    titles = {name: city.title for name, city in MAP.items()}
    assert len(set(titles.values())) == len(MAP) == 24
    odd = {"sao-paulo": "São Paulo", "vatican": "Vatican City", "new-york": "New York", "monte-carlo": "Monte Carlo"}
    assert odd.items() <= titles.items()


def test_roads_run_both_ways():
    """M3: each is written once, between two cities of the map."""
    written = [(city.name, far) for city in MAP.values() for far in city.roads]
    assert len({frozenset(road) for road in written}) == len(written)
    for near, far in written:
        assert near != far
        assert far in neighbours(near)
        assert near in neighbours(far)
    assert sum(len(neighbours(city)) for city in MAP) == 2 * len(written)


def test_every_city_can_be_reached():
    """M3, M4: winning whatever is open completes the map."""
    won = []
    while coming := [name for name, state in states(won).items() if state == "open"]:
        won += [(name, True) for name in coming]
    assert set(states(won).values()) == {"done"}


def test_a_campaign_starts_at_prague():
    """M2, M3."""
    assert states([]) == {name: "open" if name == "prague" else "closed" for name in MAP}


def test_a_win_opens_the_neighbours():
    """M4: a loss opens nothing."""
    lost = progress([("prague", False)])
    assert (lost["prague"], lost["cairo"].state) == (Standing("open", 0, 1), "closed")
    won = progress([("prague", False), ("prague", True)])
    assert won["prague"] == Standing("done", 1, 1)
    assert {name for name, standing in won.items() if standing.state == "open"} == {"berlin", "cairo", "moscow"}


def test_a_road_can_be_taken_from_its_far_end():
    """M3: Istanbul was reached from Cairo, and opens Moscow though Prague's own win was deleted since."""
    assert states([("istanbul", True)])["moscow"] == "open"


def test_an_attempt_counts_when_it_ends():
    """M6: also where its city is not open by what else is finished; Prague is open always (M3)."""
    after = progress([("cairo", True), ("berlin", False)])
    assert (after["cairo"], after["berlin"]) == (Standing("done", 1, 0), Standing("closed", 0, 1))
    assert (after["prague"].state, after["lagos"].state) == ("open", "open")


def test_a_city_off_the_map():
    """M7."""
    with pytest.raises(KeyError):
        progress([("atlantis", False)])


@given(RESULTS, st.randoms())
def test_the_order_of_attempts_does_not_matter(results, dice):
    """M4, M6."""
    shuffled = dice.sample(results, len(results))
    assert progress(results) == progress(iter(shuffled))


@given(RESULTS)
def test_progress_against_the_rules_as_they_are_worded(results):
    """M3, M4."""
    won = {city for city, right in results if right}
    for name, standing in progress(results).items():
        joined = any(name in MAP[city].roads or city in MAP[name].roads for city in won)
        assert (standing.state == "done") == (name in won)
        assert (standing.state == "closed") == (name not in won and name != "prague" and not joined)
        assert (standing.wins, standing.losses) == (results.count((name, True)), results.count((name, False)))


@given(RESULTS, st.sampled_from(sorted(MAP)), st.booleans())
def test_one_more_attempt(results, city, won):
    """M4: playing a completed city again changes its tally alone; no attempt closes or undoes anything."""
    before, after = progress(results), progress([*results, (city, won)])
    if before[city].state == "done" or not won:
        assert states(results) == states([*results, (city, won)])
    rank = ["closed", "open", "done"].index
    assert all(rank(after[name].state) >= rank(before[name].state) for name in MAP)
    assert {
        name for name in MAP if (before[name].wins, before[name].losses) != (after[name].wins, after[name].losses)
    } == {city}
