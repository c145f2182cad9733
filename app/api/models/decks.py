"""Models of decks: the built-in ones, and those that users made."""

from typing import Annotated, Any, Literal

from pydantic import Field

from app.api.models import Answered, Sent
from app.api.models.games import Code


class BuiltInDeck(Answered):
    """A built-in deck; `name` is the one with which lobbies are opened."""

    name: str
    title: str
    language: str
    kind: Literal["words", "pictures"]


class DeckRow(Answered):
    """A deck made by a user, without its words. `size` is the number of its words, `number` that of its version."""

    code: Code
    name: str
    language: str
    sharing: Literal["private", "link", "listed"]
    size: int
    number: int


class DeckList(Answered):
    """The site's decks, your own, and the newest that others have listed."""

    built_in: list[BuiltInDeck]
    own: list[DeckRow]
    listed: list[DeckRow]


class Deck(DeckRow):
    """A deck with its words: one or two to a line, which are the sides of a card.

    `notes` say what was changed or left out when it was saved: the reason, how many words, and some of them.
    """

    lines: list[list[str]]
    notes: list[list[Any]]


class DeckRequest(Sent):
    """A deck to be made. Each line is a word, or two that are the sides of one card, as `tree / river`."""

    name: Annotated[str, Field(max_length=400)]
    language: Annotated[str, Field(max_length=10, examples=["en", "fr", "it"])]
    sharing: Literal["private", "link", "listed"] = "private"
    lines: Annotated[list[Annotated[str, Field(max_length=400)]], Field(max_length=3000)]
