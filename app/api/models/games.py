"""Models of games: what one seat sees of a table, the moves and marks sent to it, and the log of an ended game."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, field_serializer

from app.api.models import Answered, Integer, Sent

Code = Annotated[str, Field(pattern="^[a-hjkmnp-z2-9]{8}$", description="The code of a game, lobby, deck or team.")]
CardIndex = Annotated[Integer, Field(ge=0, le=24, description="A card, counted from 0, row by row.")]
VariantName = Literal["classic", "pictures", "duet", "duet-pictures"]


class Clue(Answered):
    """A clue; `cards` are those that it is meant for, which only its giver sees while the game runs."""

    word: str
    number: int | Literal["inf"]
    cards: list[int]


class Guess(Answered):
    """A card that was touched, by which seat, and the face that it showed."""

    seat: str
    card: int
    face: str


class Turn(Answered):
    """A turn of the log. `giver` is the seat whose clue it is, "" in sudden death and if neither side gave one.

    `ended`: wrong, stop, limit, challenge, timeout, finished, over; "" while it runs. In Versus, `consulted` says that
    the other spymaster allowed the clue, `refused` are the clues they refused before; only spymasters see these.
    `challenger` is the seat that called the clue invalid, `covered` the card covered in return.
    """

    giver: str
    clue: Clue | None
    consulted: bool
    challenger: str
    refused: list[Clue]
    guesses: list[Guess]
    covered: int | None
    ended: str


class Outcome(Answered):
    """How a game ended. `winner` is red, blue, team (both sides of Duet), or null for nobody."""

    winner: str | None
    reason: str


class Card(Answered):
    """A card as the seat sees it.

    `key` is its letter on the key if the seat may see it; `marked` are the sides of Duet that touched a bystander
    there: a, b or ab. `verbs` are what the seat may do with it now: guess, cover, or intend (name it in a clue's
    `for`).
    """

    index: int
    face: Literal["hidden", "red", "blue", "bystander", "assassin", "agent"]
    key: str | None
    marked: str
    verbs: list[str]

    @field_serializer("verbs")
    def _in_order(self, verbs: list[str]) -> list[str]:
        return sorted(verbs)


class Tokens(Answered):
    """The timer tokens of Duet, by where they are."""

    bystander: int
    check: int
    spent_a: int
    spent_b: int
    on_cards: int
    discarded: int


class View(Answered):
    """What one seat may see of a table, `seat` null for a watcher: no more than on its page.

    `version` is the number of moves played, `turn` the seats whose move is awaited, `may` the verbs of the moves that
    the seat can play. `clue` is the one being guessed, with `guesses_left` null for no limit; `asked` the one shown to
    the opposing spymaster. `left` is how many cards each team has to find, in Duet under `team`; `finished` are the
    sides of Duet whose agents are all found.
    """

    variant: VariantName
    seat: str | None
    version: int
    phase: str
    turn: list[str]
    may: list[str]
    cards: list[Card]
    clue: Clue | None
    asked: Clue | None
    guesses_left: int | None
    turns: list[Turn]
    left: dict[str, int]
    tokens: Tokens | None
    finished: list[str]
    outcome: Outcome | None
    score: int | None

    @field_serializer("may")
    def _in_order(self, verbs: list[str]) -> list[str]:
        return sorted(verbs)


class Player(Answered):
    """A player, with the seat at the table."""

    seat: str
    name: str
    guest: bool


class Mark(Answered):
    """A card marked by players of your own side, with their names."""

    card: int
    names: list[str]


class ChatLine(Answered):
    """A line of the chat of your own side, with its writer's name."""

    name: str
    text: str


class Game(Answered):
    """A game as one seat sees it. `words` are the words of the cards or, for pictures, their descriptions.

    `pictures` are the addresses of the pictures. `marks` and `chat` are those of the seat's side. `deadline` is when
    the clock of the running phase ends.
    """

    code: Code
    city: str | None
    house: list[str]
    language: str
    words: list[str]
    pictures: list[str]
    status: str
    players: list[Player]
    deadline: datetime | None
    may_mark: bool
    may_chat: bool
    marks: list[Mark]
    chat: list[ChatLine]
    view: View


class GameRow(Answered):
    """A game in the list of yours; `waiting` if it needs you now.

    `others` are the names of the other players, `moving` of those whose move is awaited; null for a deleted account.
    """

    code: Code
    variant: VariantName
    city: str | None
    waiting: bool
    finished: bool
    stalled: bool
    winner: str | None
    reason: str | None
    deadline: datetime | None
    others: list[str]
    moving: list[str]


class GameList(Answered):
    """Your games, those that wait for you first, and the last ones that ended."""

    games: list[GameRow]


class LoggedMove(Answered):
    """A move of an ended game in notation; `name` is null for a move of the clock."""

    number: int
    seat: str
    move: str
    name: str | None
    at: datetime


class GameLog(Answered):
    """An ended game: its deal with the key, its cards, and all of its moves."""

    code: Code
    variant: VariantName
    city: str | None
    language: str
    words: list[str]
    deal: dict[str, Any]
    players: list[Player]
    moves: list[LoggedMove]
    outcome: Outcome
    begun: datetime
    ended: datetime


class MoveRequest(Sent):
    """A move in notation, such as `clue ocean 2 for 3,7`, `guess 7` or `stop`.

    `seen` is the version of the table that it is meant for. `sure` is the clue's word, to give a doubtful clue.
    """

    move: Annotated[str, Field(max_length=300, examples=["clue ocean 2 for 3,7", "guess 7"])]
    seen: Annotated[Integer, Field(ge=0, le=999999)]
    sure: Annotated[str, Field(max_length=100)] = ""


class MarkRequest(Sent):
    """The card to mark, or to take your mark off."""

    card: CardIndex


class ChatRequest(Sent):
    """A line for the chat of your side, at most 300 characters."""

    text: Annotated[str, Field(max_length=4000)]


class RematchRequest(Sent):
    """How to play again: `flip` the cards to their other side, `rotate` the spymasters of the teams."""

    flip: bool = False
    rotate: bool = False


class NewGame(Answered):
    """The game that was started or found."""

    game: Code
