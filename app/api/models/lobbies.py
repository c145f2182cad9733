"""Models of lobbies: the settings with which one is opened, its seats and who is on them."""

from typing import Annotated, Literal

from pydantic import Field

from app.api.models import Answered, Integer, Sent
from app.api.models.games import Code, VariantName
from app.games.store.clocks import BANK_CHOICES

Names = Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=20)]


class GameRules(Sent):
    """What a host decides about a game, with the defaults of the page.

    `decks` are names of built-in decks or codes; none means the default one. `clock` is a phase in the notation of the
    pages, such as `live 120` or `own 86400`, "" for none; `bank` the time bank as a multiple of it.
    """

    decks: Names = Field(default=[])
    house: Names = Field(default=[])
    clock: Annotated[str, Field(max_length=30)] = ""
    bank: Annotated[Integer, Field(json_schema_extra={"enum": list(BANK_CHOICES)})] = 0
    touching: Literal["anyone", "majority", "all"] = "anyone"
    late_touch: bool = False


class LobbyRequest(GameRules):
    """A lobby to be opened. `mistakes` null means as many as there are tokens; `seat` seats the host at once.

    Into a `public` lobby, bots come only if `bots` are let in.
    """

    variant: VariantName
    tokens: Annotated[Integer, Field(ge=5, le=11)] = 9
    mistakes: Annotated[Integer, Field(ge=0, le=11)] | None = None
    public: bool = False
    bots: bool = False
    seat: Annotated[str, Field(max_length=20)] = ""


class SeatRequest(Sent):
    """The seat to take: one of the variant's, `any` for the one that needs a player most, "" to stand up."""

    seat: Annotated[str, Field(max_length=20, examples=["a", "red-spymaster", "any"])]


class Member(Answered):
    """A member of a lobby; `seat` is null for one who is not seated."""

    name: str
    seat: str | None
    guest: bool
    host: bool


class Lobby(Answered):
    """An open lobby. `missing` are the seats that still need somebody before the game can start."""

    code: Code
    variant: VariantName
    city: str | None
    decks: list[str]
    house: list[str]
    tokens: int
    mistakes: int
    clock: str
    touching: str
    late_touch: bool
    public: bool
    bots: bool
    locked: bool
    members: list[Member]
    missing: list[str]


class LobbyRow(Answered):
    """A lobby in a list, with its members' names and the seats that are taken; `needed` players are missing."""

    code: Code
    variant: VariantName
    city: str | None
    language: str
    names: list[str]
    seats: list[str]
    hosting: bool
    needed: int


class LobbyList(Answered):
    """Your open lobbies, and those that anyone may join."""

    own: list[LobbyRow]
    listed: list[LobbyRow]
