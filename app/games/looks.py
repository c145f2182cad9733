"""How a card looks to one reader: exactly the values that its template fragment needs."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from werkzeug.datastructures import MultiDict

from app.rules import CardView

if TYPE_CHECKING:
    from app.games.scene import Scene

NOBODY: Mapping[int, str] = {}


class Vote(NamedTuple):
    """How many of a side's `voters` want a card, and whether that is enough."""

    vote_count: int
    voters: int
    enough: bool


class Look(NamedTuple):
    """A card as shown to one reader.

    `verb` is the move that choosing it makes, `marks` the names of those pointing at it, `drawing` its picture file,
    `outline` the URL of its outline, and `chosen` keeps it selected when a refused form is shown again.
    """

    place: int
    word: str
    language: str
    drawing: str
    outline: str
    face: str
    key: str
    marked: str
    verb: str
    may_intend: bool
    is_last: bool
    is_new: bool
    may_mark: bool
    is_mine: bool
    marks: tuple[str, ...]
    vote: Vote | None
    noting: bool
    dot: str
    over: bool
    duet: bool
    chosen: bool


def looks(scene: "Scene", typed: MultiDict[str, str]) -> tuple[Look, ...]:
    """Return the cards of a table page; `typed` is the form of a refused move, whose choices stay selected."""
    last, fresh = scene.last.card if scene.last else None, scene.news.cards if scene.news else frozenset()
    dots, verb, intending = scene.notes.dots if scene.notes else {}, scene.verb, scene.intending
    chosen = {typed.get("move"), *(f"intend {card}" for card in typed.getlist("for"))}
    return tuple(
        Look(
            place=card.index,
            word=scene.words[card.index],
            language=scene.language,
            drawing=scene.pictures[card.index] if scene.pictures else "",
            outline=scene.outlines[card.index] if scene.outlines else "",
            face=card.face,
            key=card.key or "",
            marked=card.marked,
            verb=verb if verb in card.verbs else "",
            may_intend=intending and "intend" in card.verbs,
            is_last=card.index == last,
            is_new=card.index in fresh,
            may_mark=scene.may_mark and card.face == "hidden",
            is_mine=scene.me in scene.marks.get(card.index, NOBODY),
            marks=tuple(scene.marks.get(card.index, NOBODY).values()),
            vote=_vote(scene, card),
            noting=scene.notes is not None,
            dot=dots.get(card.index, ""),
            over=scene.over,
            duet=scene.duet,
            chosen=f"{verb or 'intend'} {card.index}" in chosen,
        )
        for card in scene.view.cards
    )


def _vote(scene: "Scene", card: CardView) -> Vote | None:
    marks = scene.marks.get(card.index)
    if not marks or scene.deciding is None or not scene.deciding.needs_several:
        return None
    count = scene.deciding.vote_count(marks)
    return Vote(count, len(scene.deciding.voters), count >= scene.deciding.needed)
