"""Find the soundalikes of a deck's words, and store them beside the deck: `python -m app.decks.make_sounds it base`.

For English and French, add the path of a lexicon (see sounds.py): `… make_sounds fr base path/to/lexicon.db`. It comes
with the packages gruut-lang-en and gruut-lang-fr, which are too large for development tools that are seldom used. Run
this after app.decks.make, since a form of a word is not also a soundalike (C2).
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.decks.deck import WORDS, read_cards
from app.decks.sounds import Sound, italian_sound, pronunciations, soundalikes
from app.decks.tables import frequency, vocabulary

_RAREST: Final = 2.0  # Zipf scale, once in ten million words: about 100,000 words per language


def make(language: str, part: str, lexicon: Path | None = None) -> str:
    """Return the content of the sounds file for one of a language's decks, such as `base`: JSON, a word a line."""
    folder = WORDS / language
    written = {word for card in read_cards((folder / f"{part}.txt").read_text("utf-8")) for word in card}
    forms = json.loads((folder / f"{part}.forms.json").read_text("utf-8"))
    found = soundalikes(written, sounds_of(written, language, lexicon), language)
    lines = [_line(word, found[word].difference(forms[word].get("forms", ()))) for word in sorted(found)]
    return "{\n" + ",\n".join(filter(None, lines)) + "\n}\n"


def sounds_of(written: set[str], language: str, lexicon: Path | None) -> dict[str, Sound]:
    """Return the sounds of these words and of the common words of the language, where they are known."""
    words = written | {word for word in vocabulary(language) if frequency(word, language) >= _RAREST}
    if lexicon is None:
        return {word: italian_sound(word) for word in words}
    return {word: sound for word, sound in pronunciations(lexicon).items() if word in words}


def _line(word: str, sounds: set[str]) -> str:
    dump = f"{json.dumps(word, ensure_ascii=False)}: {json.dumps(sorted(sounds), ensure_ascii=False)}"
    return dump if sounds else ""


def lexicon_path(language: str, given: Sequence[str]) -> Path | None:
    """Return the lexicon's path from the command line, None for Italian. Exits if one is missing or one too many."""
    if len(given) != (language != "it"):
        sys.exit("English and French take the path of a lexicon, and Italian takes none.")
    return Path(given[0]) if given else None


def main(language: str, part: str, *lexicon: str) -> None:
    """Write the sounds file of a deck. Exits if the lexicon is missing, or given for Italian."""
    text = make(language, part, lexicon_path(language, lexicon))
    (WORDS / language / f"{part}.sounds.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
