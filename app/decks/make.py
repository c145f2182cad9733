"""Work out what is to be known of a deck's words, and store it beside them: `python -m app.decks.make en base`.

To be run again after each change of the deck or of the notes by hand. It takes the development tools and some seconds.
Inflections come by themselves; derivations as *stormy* or *banker*, which no table tells from *tiny* or *corner*, are
certain only when they are noted in `by-hand.txt`: without a note they are advice.
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
    """Return the text of the forms file for a part of a language's words: JSON, one word a line, sorted."""
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
    """Write the forms file beside the words."""
    (WORDS / language / f"{part}.forms.json").write_text(make(language, part), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
