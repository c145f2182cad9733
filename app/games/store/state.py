"""What the row of a game and a snapshot of it have in common, and what a move changes of either."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeVar

from app.accounts.models import User
from app.accounts.person import Person
from app.rules.seats import side_of


class PlayerMixin:
    """Properties of a player's row and of a copy of it."""

    __slots__ = ()

    @property
    def side(self: "PlayerState") -> str:
        """The side of the seat: a colour, or a or b."""
        return side_of(self.seat)

    @property
    def is_present(self: "PlayerState") -> bool:
        """Whether this player can act: they have not left, and their account is neither deleted nor suspended."""
        return self.left_at is None and self.user.may_act


class PlayerState(Protocol):
    """A user's seat in a game."""

    @property
    def user_id(self) -> int: ...
    @property
    def seat(self) -> str: ...
    @property
    def left_at(self) -> datetime | None: ...
    @property
    def replaced(self) -> bool: ...
    @property
    def acted_at(self) -> datetime | None: ...
    @property
    def user(self) -> User | Person: ...
    @property
    def side(self) -> str: ...
    @property
    def is_present(self) -> bool: ...


P = TypeVar("P", bound=PlayerState)
P_co = TypeVar("P_co", bound=PlayerState, covariant=True)


class GameState(Protocol[P_co]):
    """A game with its players."""

    @property
    def code(self) -> str: ...
    @property
    def variant(self) -> str: ...
    @property
    def words(self) -> Sequence[str]: ...
    @property
    def turn(self) -> Sequence[str]: ...
    @property
    def version(self) -> int: ...
    @property
    def clock(self) -> str: ...
    @property
    def phase_began_at(self) -> datetime | None: ...
    @property
    def deadline(self) -> datetime | None: ...
    @property
    def still_from(self) -> datetime | None: ...
    @property
    def still_until(self) -> datetime | None: ...
    @property
    def given(self) -> int: ...
    @property
    def stalled_at(self) -> datetime | None: ...
    @property
    def nudged_at(self) -> datetime | None: ...
    @property
    def moved_at(self) -> datetime: ...
    @property
    def finished_at(self) -> datetime | None: ...
    @property
    def touching(self) -> str: ...
    @property
    def proposal(self) -> Mapping[str, Any] | None: ...
    @property
    def void_votes(self) -> Sequence[int]: ...
    @property
    def players(self) -> Sequence[P_co]: ...


AnyGame = GameState[PlayerState]


class ChangingGame(GameState[P_co], Protocol[P_co]):
    """A game under change: its row, or a draft of its next snapshot."""

    turn: list[str]
    version: int
    phase: str
    moved_at: datetime
    phase_began_at: datetime | None
    deadline: datetime | None
    banks: dict[str, int]
    still_from: datetime | None
    still_until: datetime | None
    paused: int
    given: int
    stalled_at: datetime | None
    void_votes: list[int]

    @property
    def clock(self) -> str: ...


AnyChangingGame = ChangingGame[PlayerState]
