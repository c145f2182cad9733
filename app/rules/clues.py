"""Finding out why a clue is refused or doubtful, to advise its giver before it is given (C2-C4, C7, C8).

Letters are compared, never meanings. Only a word on the table or a certain form of one is refused (C4). The caller
supplies each word's forms and soundalikes.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from app.rules.variants import allows

Verdict = Literal["refused", "doubtful"]
_VERDICTS: Final[Mapping[str, Verdict]] = {
    "same-word": "refused",  # a visible word (C2)
    "same-form": "refused",  # a certain form of one (C2)
    "accents": "doubtful",  # a visible word but for its accents (C4)
    "compound": "doubtful",  # a part of a visible compound, or a compound with a visible word (C3)
    "related": "doubtful",  # of one stem with a visible word (C2)
    "soundalike": "doubtful",  # without the house rule (C8)
    "inside": "doubtful",  # four letters or more in common, one inside the other: often mere chance (C4)
    "initials": "doubtful",  # without the house rule (C7)
}
"""The kinds of findings, most serious first."""
NOTICES: Final = tuple(_VERDICTS)
_BY_HOUSE_RULE: Final = {"soundalike": "soundalikes", "initials": "initials"}
_SHARED: Final = 4
_SHORT_PART: Final = 3
_LONGEST_INITIALS: Final = 6  # UNESCO
_LOOKS: Final = frozenset(map(chr, range(0xFE00, 0xFE10)))  # variation selectors
_BETWEEN: Final = re.compile(r"[\s\-'.]+")
_APOSTROPHES: Final = str.maketrans("’‘ʼ", "'''")
_LETTERS: Final = _APOSTROPHES | str.maketrans("øłđħı", "oldhi") | {ord("œ"): "oe", ord("æ"): "ae"}


@dataclass(frozen=True, slots=True)
class Forms:
    """What is known about the word on a card, all folded, to compare clues with.

    `forms` are its certain forms, `stems` its stems, `parts` the parts of a compound or the compounds it is part of,
    `sounds` other words that sound like it. `spelled` is the word with its accents, as `spell` returns it, if they
    matter.
    """

    word: str
    forms: frozenset[str] = frozenset()
    stems: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    sounds: frozenset[str] = frozenset()
    spelled: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """Why a clue is refused or doubtful: `code` is one of NOTICES, `card` the index of the card it concerns.

    `card` is None if the finding is about the clue alone.
    """

    verdict: Verdict
    code: str
    card: int | None


def fold(text: str) -> str:
    """Return text folded for comparison: lower case, no accents, one kind of apostrophe, single spaces (C10)."""
    if text.isascii():  # as most words are: there is nothing to take apart
        return " ".join(text.lower().split())
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(sign for sign in apart if not _is_accent(sign))
    return " ".join(unicodedata.normalize("NFC", bare.casefold().translate(_LETTERS)).split())


def spell(text: str) -> str:
    """Return text in lower case with one kind of apostrophe, but with its accents (C4)."""
    return unicodedata.normalize("NFC", text.casefold()).translate(_APOSTROPHES)


def _is_accent(sign: str) -> bool:
    """Whether a character is ignored in comparisons: accents, points and the like, and variation selectors.

    Vowel signs, as in Devanagari or Thai, and the voicing marks of kana change the word, so they count. Uses Unicode
    combining classes: 10-36 are Hebrew and Arabic points, 200 and above are accents.
    """
    place = unicodedata.combining(sign)
    return 10 <= place <= 36 or place >= 200 or sign in _LOOKS


def advise(
    word: str, cards: Mapping[int, Forms], house: frozenset[str], stems: frozenset[str] = frozenset()
) -> tuple[Finding, ...]:
    """Return the most serious finding about a clue for each card that it resembles, then those on the clue alone.

    `cards` are the visible ones, by index; `stems` are the clue's own, folded, derived like those of the cards. What
    the house rules permit is left out (C7, C8).
    """
    runs = {fold(run): run for run in _runs(word)}
    noticed: list[tuple[str | None, int | None]] = []
    noticed += [(_notice(runs, stems, forms), card) for card, forms in sorted(cards.items())]
    if _has_initials(word):
        noticed.append(("initials", None))
    return tuple(
        Finding(_VERDICTS[code], code, card) for code, card in noticed if code and not _is_permitted(code, house)
    )


def _is_permitted(code: str, house: frozenset[str]) -> bool:
    """Whether the house rules permit what a finding's code objects to (C7, C8)."""
    return code in _BY_HOUSE_RULE and allows(house, _BY_HOUSE_RULE[code])


def _runs(clue: str) -> list[str]:
    """Return the words of a clue with their accents, and all adjacent ones joined: `a`, `ab`, `b` for `a-b`."""
    words = _BETWEEN.split(spell(clue).strip(" -'."))
    return ["".join(words[first:last]) for first, last in combinations(range(len(words) + 1), 2)]


def _notice(runs: Mapping[str, str], stems: frozenset[str], card: Forms) -> str | None:
    """Return the code of the most serious finding about a clue and a card, or None.

    `runs` are the clue's words and joined words, by their folded form.
    """
    own = _joined(card.word)
    noticed = {
        "same-word": own in runs and not _has_other_accents(runs[own], card),
        "same-form": any(run in runs for run in map(_joined, card.forms) if run != own),
        "accents": own in runs,
        "compound": any(_holds_part(run, part) for run in runs for part in _parts(card)),
        "related": not stems.isdisjoint(card.stems),
        "soundalike": not card.sounds.isdisjoint(runs),
        "inside": any(min(len(run), len(own)) >= _SHARED and (run in own or own in run) for run in runs),
    }
    return next((code for code, is_so in noticed.items() if is_so), None)


def _has_other_accents(run: str, card: Forms) -> bool:
    """Whether a clue's word with the card's letters is another word: it has accents, unlike the card's."""
    return bool(card.spelled) and run != fold(run) and run != _joined(card.spelled)


def _parts(card: Forms) -> Iterator[str]:
    words = _BETWEEN.split(card.word)
    yield from map(_joined, card.parts)
    yield from words if len(words) > 1 else ()


def _holds_part(run: str, part: str) -> bool:
    """Whether a word is or contains a part of a compound: anywhere if of four letters, at an end if of three."""
    if run == part:
        return True
    at_an_end = run.startswith(part) or run.endswith(part)
    return (len(part) >= _SHARED and part in run) or (
        len(part) == _SHORT_PART and at_an_end and len(run) >= 2 * _SHORT_PART
    )


def _joined(word: str) -> str:
    return _BETWEEN.sub("", word)


def _has_initials(word: str) -> bool:
    """Whether a clue has a word of two to six capitals; longer words in capitals are no initials (C7)."""
    words = word.replace("-", " ").replace(".", "").split()
    return any(1 < len(letters) <= _LONGEST_INITIALS and letters.isupper() for letters in words)
