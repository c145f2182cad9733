"""Chance in this process: what the site deals, draws and jitters is the same in every run of a test."""

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from app.games.moves.service import SECURE_RANDOM

DICE = random.Random()


def load() -> None:
    """Let the site deal cards and choose codes by the dice, from now on."""
    for name in ("random", "getrandbits"):
        setattr(SECURE_RANDOM, name, getattr(DICE, name))
    secrets.choice = DICE.choice


def seed(text: str) -> None:
    """Begin anew, as whatever has this name always begins."""
    DICE.seed(text)
    random.seed(text)


@contextmanager
def seeded(text: str) -> Iterator[None]:
    """Begin anew for a block; what comes after it goes on as if it had not been."""
    before = DICE.getstate(), random.getstate()
    seed(text)
    yield
    DICE.setstate(before[0])
    random.setstate(before[1])
