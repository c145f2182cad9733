"""Find the forms, stems, parts and soundalikes of a language's common words, for custom decks (C11), and store them.

`python -m app.decks.make_lexicon it` writes `words/it/lexicon.gz`; English and French take the path of a lexicon of
sounds, as make_sounds does. It needs the development tools and takes some minutes. A line has a word folded, the word
as it is written, and JSON as in the forms files, with `sounds` added; of spellings that fold alike, the most frequent
comes first.
"""

import gzip
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from app.decks.by_hand import Note, read_notes
from app.decks.deck import WORDS
from app.decks.make import FAMILIES
from app.decks.make_sounds import lexicon_path, sounds_of
from app.decks.sounds import soundalikes
from app.decks.tables import frequency, lemmas, vocabulary
from app.rules.clues import fold

_RAREST = 2.7  # Zipf scale, once in two million words: 15,000 to 20,000 words per language


def make(language: str, lexicon: Path | None = None) -> str:
    """Return the text of a language's lexicon: a line for each common word that is not an inflected form of another."""
    notes = read_notes(WORDS / language / "by-hand.txt")
    base = {word for word in vocabulary(language) if lemmas(language).get(word, word) == word and len(word) > 1}
    words = {word for word in base if frequency(word, language) >= _RAREST}
    heard = soundalikes(words, sounds_of(words, language, lexicon), language)
    in_order = sorted(words, key=lambda word: (fold(word), -frequency(word, language), word))
    return "".join(_lines(in_order, language, notes, heard))


def _lines(words: list[str], language: str, notes: Mapping[str, Note], heard: Mapping[str, set[str]]) -> Iterator[str]:
    for word in words:
        folded = fold(word)
        known = FAMILIES[language](folded if language == "it" else word, notes.get(word))
        kinds = {"forms": known.forms, "parts": known.parts, "stems": known.stems}
        kinds["sounds"] = frozenset(heard[folded] - known.forms)
        entry = {kind: sorted(them) for kind, them in kinds.items() if them}
        yield f"{folded} {word} {json.dumps(entry, ensure_ascii=False, separators=(',', ':'))}\n"


def main(language: str, *lexicon: str) -> None:
    """Write the language's lexicon. Exits if the path of a lexicon of sounds is missing, or given for Italian."""
    text = make(language, lexicon_path(language, lexicon))
    (WORDS / language / "lexicon.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
