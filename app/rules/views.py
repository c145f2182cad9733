"""What one seat may see of a table."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.rules.log import Outcome, Turn
from app.rules.moves import Clue
from app.rules.tokens import Tokens


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as one seat sees it.

    `face`: `hidden`, `red`, `blue`, `bystander`, `assassin`, `agent`. `key`: the key's letter if the seat may see it,
    else None; after a Duet, both sides' letters, A's first. `marked`: the sides that touched a bystander there, as `a`,
    `b` or `ab` (D8). `verbs`: what the seat may do with it now: `guess`, `cover`, or `intend` (name it in a clue's
    `for`).
    """

    index: int
    face: str
    key: str | None
    marked: str
    verbs: frozenset[str]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat (None: a watcher) may see of a table. Pages are rendered from it.

    `may`: the verbs the seat can use now. `clue`: the one being guessed; `guesses_left`: None for no limit. `asked`:
    the clue shown to the opposing spymaster (V20). `left`: the number of cards still to be found, by team, in Duet
    under `team`. `finished`: the sides of Duet whose agents are all found. `score`: that of a won 9-9 mission (D19).
    """

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
