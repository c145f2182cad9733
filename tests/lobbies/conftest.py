"""Lobbies for the cast: Ann is the host."""

import pytest

from tests.lobbies.sample_lobby import SampleLobby, open_lobby


@pytest.fixture
def classic(ann) -> SampleLobby:
    """Ann's lobby for a classic game, with nobody seated."""
    return open_lobby(ann, variant="classic")


@pytest.fixture
def duet(ann) -> SampleLobby:
    """Ann's lobby for a Duet, with nobody seated."""
    return open_lobby(ann, variant="duet")


@pytest.fixture
def ready(classic, ann, bob, cat, dan) -> SampleLobby:
    """Ann's classic lobby with all four seats taken."""
    for person, seat in (
        (ann, "red-spymaster"),
        (bob, "red-operative"),
        (cat, "blue-spymaster"),
        (dan, "blue-operative"),
    ):
        classic.sit(person, seat)
    return classic
