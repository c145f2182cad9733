"""A clue that the computer could give."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """A clue for the cards with these indexes; `value` is the number of own cards that it is expected to bring."""

    value: float
    word: str
    cards: tuple[int, ...]
