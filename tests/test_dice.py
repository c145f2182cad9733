"""A test that fails by what it was dealt can be repeated: each begins with dice of its own name."""

import random
import secrets

import pytest

from app.games.moves.service import SECURE_RANDOM
from app.http.responses import new_code
from tests import dice

PILE = range(400)


def thrown() -> tuple[object, ...]:
    """What the site draws next: cards, a side that begins, a code, and a delay."""
    return SECURE_RANDOM.sample(PILE, 25), SECURE_RANDOM.random(), new_code(), random.random()


@pytest.fixture(scope="module")
def made_before() -> tuple[object, ...]:
    """What something draws that several tests share."""
    return thrown()


@pytest.mark.parametrize("number", [1, 2])
def test_each_test_begins_with_its_own_dice(request: pytest.FixtureRequest, made_before, number: int) -> None:
    """Whichever test comes first and makes what both share."""
    drawn = thrown()
    dice.seed(request.node.nodeid)
    assert thrown() == drawn != made_before
    dice.seed(f"{request.node.parent.nodeid} made_before")
    assert thrown() == made_before


def test_what_must_stay_secret_is_no_throw_of_these_dice() -> None:
    dice.seed("a name")
    before = secrets.token_hex(), secrets.SystemRandom().random()
    dice.seed("a name")
    assert (secrets.token_hex(), secrets.SystemRandom().random()) != before
