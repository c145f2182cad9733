"""The values that panels of a game page are rendered from: where they are equal, so is the panel."""

from typing import NamedTuple

from app.games.web.reader import TeamLink
from app.rules import Clue
from app.rules.missions import City


class Header(NamedTuple):
    """What is above the board. `left` are the cards to be found: of red and blue, in Duet of both sides together."""

    city: City | None
    team: TeamLink | None
    team_to_move: str
    is_own_turn: bool
    status: str
    clue: Clue | None
    last: str
    duet: bool
    left: tuple[int, ...]
    tokens_left: str
    seat: str | None
    side: str
    is_by_name: bool


class Desk(NamedTuple):
    """What the board is played with: the button that touches cards, and what else this seat may do now."""

    duet: bool
    threat: str
    over: bool
    verb: str
    wanted: tuple[str, ...]
    button: str
    late: str
    may: frozenset[str]
    asked: Clue | None
    challenge_hint: str
    gave_clue: bool
    chooses_cards: bool
    numbers: tuple[str, ...]
    may_mark: bool
    may_talk: bool
    may_volunteer: bool
    has_notes: bool
