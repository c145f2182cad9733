"""How a card looks to one reader: exactly the values that its template fragment needs."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from flask import current_app
from jinja2 import Environment
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from app.http.fragments.fragment_cache import cached_fragment, clearable_cache, placeholder, render_fragment
from app.http.fragments.parts import RenderedText, assemble_part
from app.i18n.languages import language
from app.rules import CardView

if TYPE_CHECKING:
    from app.games.web.page_context import PageContext

CACHE_SIZE: Final = 30_000  # cards of about 2 kB: some hundred games, as seen from each seat
SOMEWHERE: Final = placeholder("place")

NOBODY: Mapping[int, str] = {}


class VoteCount(NamedTuple):
    """How many of a side's `voters` want a card, and whether that is enough."""

    vote_count: int
    voters: int
    enough: bool


class CardDisplay(NamedTuple):
    """A card as shown to one reader.

    `verb` is the move that choosing it makes, `marks` the names of those pointing at it, `tried_by` those of the sides
    that touched it in vain, unless people share a side, `drawing` its picture file, `outline` the URL of its outline,
    and `chosen` keeps it selected when a refused form is shown again.
    """

    place: int | Markup
    word: str
    language: str
    drawing: str
    outline: str
    face: str
    key: str
    marked: str
    tried_by: tuple[str, ...]
    verb: str
    may_intend: bool
    is_last: bool
    is_new: bool
    may_mark: bool
    is_mine: bool
    marks: tuple[str, ...]
    vote: VoteCount | None
    can_add_dot: bool
    dot: str
    over: bool
    duet: bool
    chosen: bool


def card_displays(page: "PageContext", typed: MultiDict[str, str]) -> tuple[CardDisplay, ...]:
    """Return the cards of a table page; `typed` is the form of a refused move, whose choices stay selected."""
    last, fresh = page.last.card if page.last else None, page.news.cards if page.news else frozenset()
    dots, verb, choosing_clue_cards = page.dots, page.verb, page.choosing_clue_cards
    chosen = {typed.get("move"), *(f"intend {card}" for card in typed.getlist("for"))} if typed else ()
    marks, me, may_mark, over, duet = page.marks, page.me, page.may_mark, page.over, page.duet
    has_notes = page.has_notes
    return tuple(
        CardDisplay(
            place=card.index,
            word=page.words[card.index],
            language=page.language,
            drawing=page.pictures[card.index] if page.pictures else "",
            outline=page.outlines[card.index] if page.outlines else "",
            face=card.face,
            key=card.key or "",
            marked=card.marked,
            tried_by=tuple(map(page.names.name, card.marked)) if card.marked and page.names else (),
            verb=verb if verb in card.verbs else "",
            may_intend=choosing_clue_cards and "intend" in card.verbs,
            is_last=card.index == last,
            is_new=card.index in fresh,
            may_mark=may_mark and card.face == "hidden",
            is_mine=me in marks.get(card.index, NOBODY),
            marks=tuple(marks.get(card.index, NOBODY).values()),
            vote=_vote_count(page, card),
            can_add_dot=has_notes,
            dot=dots.get(card.index, ""),
            over=over,
            duet=duet,
            chosen=bool(chosen) and f"{verb or 'intend'} {card.index}" in chosen,
        )
        for card in page.view.cards
    )


def card_parts(cards: Iterable[CardDisplay]) -> tuple[RenderedText, ...]:
    """Return cards as parts, each rendered once for all that look the same."""
    environment, here = current_app.jinja_env, language()
    return tuple(_card_part(environment, here, card) for card in cards)


@clearable_cache(CACHE_SIZE)
def _card_part(_environment: Environment, _language: str, card: CardDisplay) -> RenderedText:
    """Return a card; the text of one with a word is made once for all places of all tables."""
    if card.drawing:  # whose name is told by its place
        return assemble_part(render_fragment("games/board/_card.html", card=card))
    anywhere = cached_fragment("games/board/_card.html", card=card._replace(place=SOMEWHERE))
    return assemble_part(anywhere.replace(SOMEWHERE, str(card.place)))


def _vote_count(page: "PageContext", card: CardView) -> VoteCount | None:
    marks = page.marks.get(card.index)
    if not marks or page.deciding is None or not page.deciding.needs_several:
        return None
    count = page.deciding.vote_count(marks)
    return VoteCount(count, len(page.deciding.voters), count >= page.deciding.needed)
