"""What one reader's page calls the cards of a table, and their picture files."""

from collections.abc import Mapping, Sequence
from typing import Final

from app import rules
from app.decks.pictures import PICTURES, Picture
from app.games.board.outlines import outlines_url
from app.games.store.state import AnyGame
from app.i18n.languages import language

_BY_NUMBER: Final[Mapping[str, Picture]] = {str(picture.number): picture for picture in PICTURES}


def card_names(game: AnyGame) -> Sequence[str]:
    """Return each card's word or, for pictures, its description in the reader's language.

    A picture's name is followed by its place on the table, counted from 1: `moon and snail (7)`.
    """
    if not _has_pictures(game):
        return game.words
    return [f"{picture.name(language())} ({place})" for place, picture in enumerate(_pictures(game), 1)]


def picture_files(game: AnyGame) -> Sequence[str]:
    """Return each card's file in `static/pictures`, or nothing for a table of words."""
    return [picture.file for picture in _pictures(game)] if _has_pictures(game) else ()


def outline_urls(game: AnyGame) -> Sequence[str]:
    """Return the URL of each card's outline, all in one SVG file, or nothing for a table of words."""
    if not _has_pictures(game):
        return ()
    file = outlines_url(game.words)
    return [f"{file}#p{number}" for number in game.words]


def _has_pictures(game: AnyGame) -> bool:
    return rules.VARIANTS[game.variant].cards == "pictures"


def _pictures(game: AnyGame) -> Sequence[Picture]:
    return [_BY_NUMBER[number] for number in game.words]
