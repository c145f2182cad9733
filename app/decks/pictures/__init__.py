"""The pictures: 280 of them, on 140 two-sided cards (K2), each combining two things.

>>> PICTURES[2].number, PICTURES[2].file
(3, '003.svg')
>>> [PICTURES[2].name(language) for language in LANGUAGES]
['moon and snail', 'lune et escargot', 'luna e lumaca']
>>> CARDS[1]
(3, 4)
>>> CREDITS[0].author, CREDITS[0].licence
('Microsoft Corporation', 'MIT')

A page shows one with `<svg viewBox="0 0 1000 1000"><use href="/static/pictures/003.svg#p"></use></svg>`, in the current
text colour.
"""

from collections.abc import Sequence
from typing import Final

from app.decks.pictures.credit import Credit, credits_of
from app.decks.pictures.listing import LANGUAGES, Layout, Picture, Thing, pictures

PICTURES: Final[Sequence[Picture]] = pictures()
CARDS: Final[Sequence[tuple[int, int]]] = tuple(
    (front.number, back.number) for front, back in zip(PICTURES[0::2], PICTURES[1::2], strict=True)
)
"""The two pictures' numbers on each card, front and back."""

CREDITS: Final[Sequence[Credit]] = tuple(
    credits_of(thing.icon for picture in PICTURES for thing in (picture.large, picture.small))
)
"""The authors of the icons, most icons first."""

__all__ = ["CARDS", "CREDITS", "LANGUAGES", "PICTURES", "Credit", "Layout", "Picture", "Thing"]
