"""Confusable characters by Unicode's table (UTS 39), and the skeletons of names made with it."""

from functools import lru_cache
from unicodedata import category, combining, decomposition, normalize

from confusable_homoglyphs.categories import alias  # type: ignore[import-untyped]
from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]

LEFT_TO_RIGHT = "\u200e"  # the table wraps right-to-left letters in this mark
ALPHABETIC = {"COMMON", "LATIN", "GREEK", "CYRILLIC"}
LONG_VOWEL = "ー"  # a modifier letter by category, but full-size
VOICING = 8  # combining class of the kana marks, which make a different letter
OPTIONAL_POINTS = range(10, 37)  # combining classes of Hebrew and Arabic points, which are optional
FOLDING_ROUNDS = 3  # two suffice for every character
PROTOTYPES_KEPT = 4096  # more characters than the names of a site have


def skeleton(name: str) -> str:
    """Return a name without case, look-alikes, spaces and punctuation; equal skeletons mean equal names."""
    text = _folded(name)
    for _ in range(FOLDING_ROUNDS):
        text = _folded(to_prototypes(text).replace("i", "l"))  # capital i looks like l, and case is ignored
    return normalize("NFKD", "".join(char for char in text if category(char)[0] in "LMN"))


def are_confusable(one: str, other: str) -> bool:
    """Return whether two names could be confused at a glance; names with equal skeletons always can.

    Stricter than comparing skeletons: marks on letters and raised letters are ignored too.
    """
    return _loose_skeleton(one) == _loose_skeleton(other)


def to_prototypes(text: str) -> str:
    """Replace each character by its plainest look-alike: Cyrillic а by a, 0 by O, m by rn."""
    return "".join(map(_prototype, text))


@lru_cache(maxsize=10_000)
def _loose_skeleton(name: str) -> str:
    """Return the skeleton of a name without small details (marks on letters, raised letters and digits).

    A name that has nothing else keeps its full skeleton.
    """
    large = normalize("NFKD", "".join(char for char in name if not _is_raised(char)))
    bones = skeleton("".join(char for char in large if not _is_mark(char)))
    return "".join(char for char in bones if not _is_mark(char)) or skeleton(name)


def _is_raised(char: str) -> bool:
    if decomposition(char).startswith(("<super>", "<sub>")):
        return True
    return category(char) == "Lm" and alias(char) in ALPHABETIC and char != LONG_VOWEL


def _is_mark(char: str) -> bool:
    if category(char)[0] != "M" or combining(char) == VOICING:
        return False
    return alias(char) == "INHERITED" or combining(char) in OPTIONAL_POINTS


def _folded(text: str) -> str:
    return normalize("NFKD", normalize("NFKD", text).casefold())


@lru_cache(PROTOTYPES_KEPT)
def _prototype(char: str) -> str:
    """Return the plainest look-alike of a character, or the character itself.

    The table's pairs have no direction: the one with several partners is the prototype.
    """
    partners = _confusables_of(char)
    if len(partners) != 1:
        return char
    partner = partners[0]
    return partner if len(_confusables_of(partner)) != 1 else min(char, partner)


def _confusables_of(text: str) -> list[str]:
    entries = confusables_data.get(text) or confusables_data.get(LEFT_TO_RIGHT + text + LEFT_TO_RIGHT, ())
    return [entry["c"].strip(LEFT_TO_RIGHT) for entry in entries]
