"""Tables for the cast: Ann and Bob are red, Cat and Dan blue; and a team."""

from collections.abc import Iterator

import pytest

from app.teams.models import Team
from tests.games import bulk_games
from tests.games.clocked_games import OWN, duet_at, stall
from tests.games.tables import CLASSIC_KEY, DUET_KEYS, Table, lay
from tests.teams import founded


@pytest.fixture
def classic(ann, bob, cat, dan) -> Table:
    """A classic game in which red starts: cards 0-8 are red, 9-16 blue, 17-23 bystanders, 24 the assassin."""
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    return lay("classic", people, {"first": "red", "key": CLASSIC_KEY})


@pytest.fixture
def duet(ann, bob) -> Table:
    """A Duet of Ann on side A and Bob on side B, with the keys of DUET_KEYS."""
    return lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})


@pytest.fixture
def stalled(ann, bob) -> Table:
    """A Duet at two days a phase, in which Bob has missed three phases in a row: he has to guess."""
    return stall(duet_at(OWN, ann, bob))


@pytest.fixture
def team(app, ann, bob, cat) -> Team:
    """The Night Owls: Ann, Bob and Cat."""
    with app.app_context():
        team = founded(ann.user.id, "Night Owls", bob.user.id, cat.user.id)
        assert team.current_sheet.number == 1
    return team


@pytest.fixture
def pool(app) -> Iterator[list[int]]:
    """The ids of a thousand people, who may play very many games."""
    yield bulk_games.people(app, 1_000)
    bulk_games.empty(app)
