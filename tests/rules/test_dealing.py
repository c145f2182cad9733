"""Deals: their counts, that every arrangement is equally likely, and what a stored one must be (V2, D2, D4)."""

from collections import Counter
from math import sqrt
from random import Random

import pytest
from rules_play import duet, versus

from app.rules import DUET_COUNTS, VARIANTS, DealError, deal, start

DEALS = 10_000


def check_spread(seen, share, trials=DEALS):
    """Every place shows a letter as often as its share of the cards, within five sigma."""
    sigma = sqrt(trials * share * (1 - share))
    assert all(abs(times - trials * share) < 5 * sigma for times in seen)


@pytest.mark.parametrize(("variant", "counts"), [("classic", (9, 8, 7, 1)), ("pictures", (8, 7, 4, 1))])
def test_versus_keys(variant, counts):
    """V2."""
    rng, places, firsts = Random(2), Counter(), Counter()
    for _ in range(DEALS):
        dealt = deal(variant, rng)
        roles = {dealt["first"][0]: "first", ".": "bystander", "x": "assassin"}
        key = [roles.get(letter, "second") for letter in dealt["key"]]
        assert tuple(key.count(role) for role in ("first", "second", "bystander", "assassin")) == counts
        firsts[dealt["first"]] += 1
        places.update(enumerate(key))
    check_spread(firsts.values(), 1 / 2)
    size = sum(counts)
    for role, count in zip(("first", "second", "bystander", "assassin"), counts, strict=True):
        check_spread([places[place, role] for place in range(size)], count / size)


def test_duet_keys():
    """D2."""
    expected = {"gg": 3, "g.": 5, ".g": 5, "gx": 1, "xg": 1, "xx": 1, "x.": 1, ".x": 1, "..": 7}
    rng, places = Random(3), Counter()
    for _ in range(DEALS):
        keys = deal("duet", rng)["keys"]
        pairs = [a + b for a, b in zip(keys["a"], keys["b"], strict=True)]
        assert Counter(pairs) == expected
        places.update(enumerate(pairs))
    for pair, count in expected.items():
        check_spread([places[place, pair] for place in range(25)], count / 25)


def test_neighbouring_places_are_independent():
    """V2: two assassins' neighbours: a shuffle, not a rotation of some keys."""
    rng, neighbours = Random(4), Counter()
    for _ in range(DEALS):
        key = deal("classic", rng)["key"]
        neighbours[key[(key.index("x") + 1) % 25]] += 1
    check_spread([neighbours["."]], 7 / 24)


def test_the_distribution_is_public():
    """D20, D2: 15 agents in all, nine agents and three assassins a side."""
    assert sum(count for pair, count in DUET_COUNTS.items() if "g" in pair) == 15
    for side in (0, 1):
        assert [sum(n for pair, n in DUET_COUNTS.items() if pair[side] == letter) for letter in "gx."] == [9, 3, 13]


def test_the_same_dice_deal_the_same():
    for variant in VARIANTS:
        assert deal(variant, Random(5)) == deal(variant, Random(5)) != deal(variant, Random(6))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deal_is_fit_for_its_variant(variant):
    """K3, V2, D4: what is dealt can be started, with every house rule there is."""
    dealt = deal(variant, Random(1), tokens=11, mistakes=0, house=VARIANTS[variant].house)
    assert dealt["house"] == sorted(VARIANTS[variant].house)
    assert set(dealt) == {"variant", "house"} | (
        {"key", "first"} if "duet" not in variant else {"keys", "tokens", "mistakes"}
    )
    table = start(dealt)
    assert (table.variant, table.house, table.phase, table.version) == (variant, VARIANTS[variant].house, "clue", 0)
    assert len(table.view(None).cards) == VARIANTS[variant].size


@pytest.mark.parametrize(
    ("variant", "options"),
    [("chess", {}), ("classic", {"house": ["loose"]}), ("duet", {"house": ["unlimited"]}), ("duet", {"tokens": 4}),
     ("duet", {"tokens": 12}), ("duet", {"mistakes": 10}), ("duet", {"mistakes": -1}),
     ("duet-pictures", {"tokens": 8})],
)  # fmt: skip
def test_what_cannot_be_dealt(variant, options):
    """D4: 5 to 11 tokens, at most all of them for mistakes."""
    with pytest.raises(DealError):
        deal(variant, Random(1), **options)


@pytest.mark.parametrize(
    "broken",
    [{}, {"variant": ["classic"]}, versus() | {"variant": "go"}, versus() | {"first": "green"},
     versus() | {"first": None}, versus(key="rb" * 12), versus(key="r" * 24 + "x"), versus(key="rb" + "g" * 23),
     versus() | {"key": None}, versus(house=["loose"]), duet() | {"keys": {"a": "g" * 25}}, duet(a="g" * 24),
     duet(a="." * 25, b="x" * 25), duet(b="r" * 25), duet(tokens=0, mistakes=0), duet(tokens=26), duet(mistakes=10),
     duet(mistakes=-1), duet() | {"tokens": "9"}, duet() | {"mistakes": None}],
)  # fmt: skip
def test_stored_deals_must_be_well_formed(broken):
    with pytest.raises(DealError):
        start(broken)


def test_a_stored_deal_may_be_of_other_counts():
    """V2, D2: those are the dealer's, not the table's."""
    assert start(versus(key="rb" + "." * 23)).view(None).left == {"red": 1, "blue": 1}
    assert start(duet(a="g" + "." * 24, b="." * 25)).view(None).left == {"team": 1}
