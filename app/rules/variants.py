"""The four variants: two games, each with two kinds of cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from app.rules.seats import DUET_SEATS, VERSUS_SEATS

VERSUS_HOUSE: Final = frozenset({"zero", "unlimited", "several-words", "initials", "soundalikes", "free-talk"})
DUET_HOUSE: Final = frozenset({"zero", "several-clues", "loose"})


@dataclass(frozen=True, slots=True)
class Variant:
    """A game's setup: `size` cards in `columns` columns, its seats, and the house rules that players may choose."""

    name: str
    game: Literal["versus", "duet"]
    cards: Literal["words", "pictures"]
    size: int
    columns: int
    seats: tuple[str, ...]
    house: frozenset[str]


VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        variant.name: variant
        for variant in (
            Variant("classic", "versus", "words", 25, 5, VERSUS_SEATS, VERSUS_HOUSE),
            Variant("pictures", "versus", "pictures", 20, 5, VERSUS_SEATS, VERSUS_HOUSE),
            Variant("duet", "duet", "words", 25, 5, DUET_SEATS, DUET_HOUSE),
            Variant("duet-pictures", "duet", "pictures", 25, 5, DUET_SEATS, DUET_HOUSE),
        )
    }
)


def allows(house: frozenset[str], rule: str) -> bool:
    """Whether a house rule about clue words applies. Duet's `loose` includes three of them (D33)."""
    return rule in house or ("loose" in house and rule in {"several-words", "initials", "soundalikes"})
