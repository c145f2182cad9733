"""The words and clues of the example tables, in each language, from its own decks.

The keys are the same in every language (see examples.py), so the words for a clue are at the same positions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class ExampleWords:
    """The words of the classic and of the Duet table, 25 each, row by row, and the two clues given at each."""

    classic: Sequence[str]
    classic_clues: tuple[str, str]
    duet: Sequence[str]
    duet_clues: tuple[str, str]


def _split_words(*rows: str) -> tuple[str, ...]:
    return tuple(" ".join(rows).split())


WORDS: Final[Mapping[str, ExampleWords]] = {
    "en": ExampleWords(
        _split_words(
            "castle barn orbit harp pepper",
            "glacier library trumpet saddle ladder",
            "curtain golf winter cradle parrot",
            "peach tunnel candle mirror anchor",
            "riddle falcon oyster poppy thunder",
        ),
        ("orchestra", "frost"),
        _split_words(
            "ferry attic butter wolf crane",
            "spoon desert toast mask window",
            "meadow silver ticket island pillow",
            "sailor otter ribbon chapel carpet",
            "river planet hammer acorn whistle",
        ),
        ("harbour", "breakfast"),
    ),
    "fr": ExampleWords(
        _split_words(
            "citron volcan papillon flûte girafe",
            "ski tomate piano juge forêt",
            "baguette taxi bonnet momie requin",
            "olive palmier pigeon étoile lustre",
            "masque savon dragon cahier marteau",
        ),
        ("orchestre", "hiver"),
        _split_words(
            "ancre cirque crêpe vampire grue",
            "tasse désert gaufre fée lune",
            "violon cuivre billet neige studio",
            "loup livre fontaine toit serpent",
            "poupée tambour nuage cerise aimant",
        ),
        ("port", "goûter"),
    ),
    "it": ExampleWords(
        _split_words(
            "vulcano giraffa piatto flauto drago",
            "neve bottone tromba giudice foresta",
            "opera ananas cappotto faro squalo",
            "torre mummia scarpa stella valigia",
            "candela sapone ragno libro martello",
        ),
        ("orchestra", "inverno"),
        _split_words(
            "crociera pulce tiramisù orco gru",
            "fico grotta bignè siluro timbro",
            "matita mattone biglietto pistola bidone",
            "volpe sella farmacia becco veleno",
            "pupazzo tastiera nuvola scatola aquilone",
        ),
        ("porto", "dolce"),
    ),
}
