"""Lobbies for the cast: Ann is the host."""

import pytest

from tests.lobbies.lobbying import Room, open_room


@pytest.fixture
def classic(ann) -> Room:
    """Ann's lobby for a classic game, with nobody seated."""
    return open_room(ann, variant="classic")


@pytest.fixture
def duet(ann) -> Room:
    """Ann's lobby for a Duet, with nobody seated."""
    return open_room(ann, variant="duet")


@pytest.fixture
def ready(classic, ann, bob, cat, dan) -> Room:
    """Ann's classic lobby with all four seats taken."""
    for person, seat in (
        (ann, "red-spymaster"),
        (bob, "red-operative"),
        (cat, "blue-spymaster"),
        (dan, "blue-operative"),
    ):
        classic.sit(person, seat)
    return classic
