"""Models of teams: their map, and the log of their campaign."""

from typing import Annotated, Any, Literal

from pydantic import Field

from app.api.models import Answered
from app.api.models.games import Code
from app.api.models.lobbies import GameRules


class TeamRow(Answered):
    """A team of yours in a list, with the names of its members."""

    code: Code
    name: str
    people: str


class TeamList(Answered):
    """Your teams."""

    teams: list[TeamRow]


class City(Answered):
    """A city: its mission, how the team stands there, and the codes of its running games and open lobbies.

    `with_computer` of the wins and losses are of attempts in which the computer played.
    """

    name: str
    title: str
    state: Literal["done", "open", "closed"]
    tokens: int
    mistakes: int
    wins: int
    losses: int
    with_computer: int
    games: list[Code]
    lobbies: list[Code]
    neighbours: list[str]


class Team(Answered):
    """A team with its current map sheet; `route` are the cities in the order in which they were completed."""

    code: Code
    name: str
    members: list[str]
    sheet: int
    route: list[str]
    cities: list[City]


class TeamLog(Answered):
    """A team's log, as its page offers it for download."""

    team: str
    sheets: list[dict[str, Any]]
    attempts: list[dict[str, Any]]
    figures: dict[str, Any]


class AttemptRequest(GameRules):
    """An open city to set out for, and how to play there; the city decides the tokens and mistakes."""

    city: Annotated[str, Field(max_length=40, examples=["prague"])]
    variant: Literal["duet", "duet-pictures"] = "duet"


class AttemptLobby(Answered):
    """The team's lobby for a city; `existing` if it was open already and keeps its settings."""

    lobby: Code
    existing: bool
