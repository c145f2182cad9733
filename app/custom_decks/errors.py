"""Errors raised for decks that cannot be shown or saved."""

from werkzeug.exceptions import NotFound

from app.custom_decks.word_list import CheckedWords
from app.refusals import Refusal


class DeckNotFound(NotFound):
    """404: there is no such deck, or the user may not see it."""


class WrongDeckSize(Refusal):
    """A deck cannot have so few or so many words; `checked` tells which were dropped."""

    def __init__(self, sentence: str, checked: CheckedWords) -> None:
        super().__init__(sentence, "words")
        self.checked = checked
