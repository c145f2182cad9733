"""Find the forms, stems and parts of a deck's words, and store them: `python -m app.decks.make en base`.

Run it again after each change to the deck or to the hand-written notes. It needs the development tools and takes some
seconds. Inflections are found automatically. Derivations such as *stormy* or *banker*, which no table distinguishes
from *tiny* or *corner*, are certain only if noted in `by-hand.txt`, and advice otherwise.
"""

import json
import sys
from collections.abc import Callable, Mapping
from typing import Final

from app.decks import english, french, italian
from app.decks.by_hand import Note, read_notes
from app.decks.deck import WORDS, read_cards
from app.rules.clues import Forms, fold

FAMILIES: Final[Mapping[str, Callable[[str, Note | None], Forms]]] = {
    "en": english.family,
    "fr": french.family,
    "it": italian.family,
}


def make(language: str, part: str) -> str:
    """Return the content of the forms file for one of a language's decks, such as `base`: JSON, a word a line."""
    folder = WORDS / language
    notes = read_notes(folder / "by-hand.txt")
    words = {fold(word) for card in read_cards((folder / f"{part}.txt").read_text("utf-8")) for word in card}
    lines = [_line(FAMILIES[language](word, notes.get(word))) for word in sorted(words)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _line(known: Forms) -> str:
    kinds = {"forms": known.forms, "parts": known.parts, "stems": known.stems}
    entry = {kind: sorted(words) for kind, words in kinds.items() if words}
    return f"{json.dumps(known.word, ensure_ascii=False)}: {json.dumps(entry, ensure_ascii=False)}"


def main(language: str, part: str) -> None:
    """Write the forms file of a deck."""
    (WORDS / language / f"{part}.forms.json").write_text(make(language, part), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
