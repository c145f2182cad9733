"""What one seat may see of a table."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.rules.log import Outcome, Turn
from app.rules.moves import Clue
from app.rules.tokens import Tokens


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as one seat sees it.

    `face`: `hidden`, `red`, `blue`, `bystander`, `assassin`, `agent`. `key`: the letter of the key, for who may know it
    (both sides' letters, A's first, once a Duet is over), else None. `marked`: the sides that met a bystander there, as
    `a`, `b` or `ab` (D8).
    `verbs`: what this seat may do with it now: `guess`, `cover`, and `intend` for naming it in a clue's `for`.
    """

    index: int
    face: str
    key: str | None
    marked: str
    verbs: frozenset[str]


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat (None: a watcher) may see of a table, and all that a page is made from."""

    variant: str
    seat: str | None
    version: int
    phase: str
    turn: tuple[str, ...]
    may: frozenset[str]
    cards: tuple[CardView, ...]
    clue: Clue | None
    asked: Clue | None
    guesses_left: int | None
    turns: tuple[Turn, ...]
    left: Mapping[str, int]
    tokens: Tokens | None
    finished: tuple[str, ...]
    outcome: Outcome | None
    score: int | None
