"""Tables for the cast: Ann and Bob are red, Cat and Dan blue."""

import pytest

from tests.games.tables import CLASSIC_KEY, DUET_KEYS, Table, lay


@pytest.fixture
def classic(ann, bob, cat, dan) -> Table:
    """A classic game in which red starts: cards 0-8 are red, 9-16 blue, 17-23 bystanders, 24 the assassin."""
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    return lay("classic", people, {"first": "red", "key": CLASSIC_KEY})


@pytest.fixture
def duet(ann, bob) -> Table:
    """A Duet of Ann on side A and Bob on side B, with the keys of DUET_KEYS."""
    return lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})
