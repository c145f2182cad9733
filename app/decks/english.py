"""Finding the forms and compounds of an English word, when a deck is made.

A certain form is refused to players (C2), so each rule requires two sources: the spelling, and a table or the stem.
"""

import re
from typing import Final

from app.decks.by_hand import Note
from app.decks.stems import stems
from app.decks.tables import beginning, ending, frequency, inflected, lemmas, vocabulary
from app.rules.clues import Forms

_VOWELS: Final = frozenset("aeiou")
_ENDING: Final = re.compile("ings?|ed|ers?|ly|ness|able|fuls?|al|ally|ics?|ism|ists?|i[sz](e[drs]?|ing|ation)")
_PARTICLES: Final = ("down", "up", "out", "off", "away", "over", "through", "less", "like", "ful")
_MERE_SYLLABLE: Final = re.compile(
    "and|ant|ate|com|con|der|eds|est|ham|ing|ion|led|les|mar|men|ment|mis|pre|pro|res|sen|son|ted|ten|the|ton|ver"
)
_SHORTEST_PART: Final = 3
_LONG_PART: Final = 4
_COMMON: Final = 4.0  # Zipf scale, for a part of a compound: once in 100,000 words
_IN_USE: Final = 2.0  # for the compound: once in ten million
_SELDOM: Final = 1.5  # difference: one tense may be thirty times rarer than the other
_RARER: Final = 0.75  # difference: a single tense made from a noun is six times rarer than it


def family(word: str, note: Note | None = None) -> Forms:
    """Return everything known about a word: its certain forms (C2), stems, parts and compounds (C3).

    Hand-written notes are added; words they name as unrelated are left out.
    """
    note = note or Note()
    derived = (_derivations(word) | note.forms) - note.strangers
    found = inflections(word).union(derived, *map(inflections, derived)) - note.strangers - {word}
    forms = {form for form in found if form in note.forms or not _is_separate_word(form, word, found)}
    parts = (_compounds(word) | _halves(word) | note.parts) - note.strangers - forms
    relatives = " ".join([word, lemmas("en").get(word, word), *note.relatives])
    return Forms(word, frozenset(forms), stems(relatives, "en"), frozenset(parts))


def inflections(word: str) -> set[str]:
    """Return the plural, tenses and degrees of a word: those of the table and regular ones that are in use."""
    listed = {form for form in inflected("en").get(word, ()) if form[0] == word[0]}
    regular = {form for form in _regular(word) if _is_free_form(form, word)}
    return {form for form in listed | regular if frequency(form, "en")}


def _is_free_form(form: str, word: str) -> bool:
    """Whether the table assigns a form to no other word, apart from an entry with the same stem, such as *news*."""
    lemma = lemmas("en").get(form)
    return lemma is None or (lemma == form and stems(form, "en") == stems(word, "en"))


def _is_separate_word(form: str, word: str, forms: set[str]) -> bool:
    """Whether a form spelled like a tense is a word of its own, such as *wicked*, since no other tense is in use.

    A word made from a noun, such as *winged*, also has no other tense, but is much rarer than the noun.
    """
    tense = form.removesuffix("s") if form.endswith("ings") else form
    if tense == word or not tense.endswith(("ed", "ing")):
        return False
    if any(_is_common(other, tense, _SELDOM) for other in _other_tenses(tense, word, forms)):
        return False
    is_noun = tense.endswith("ing") and lemmas("en").get(tense) == tense
    return is_noun or _is_common(tense, word, _RARER)


def _other_tenses(tense: str, word: str, forms: set[str]) -> set[str]:
    """Return the gerunds for a past tense, or the past tenses for a gerund."""
    if tense.endswith("ed"):
        return {form for form in forms if form.endswith("ing")}
    listed = {form for form in inflected("en").get(word, ()) if not form.endswith(("s", "ing", "er", "est"))}
    return forms & listed | {form for form in forms if form.endswith("ed")}


def _is_common(one: str, other: str, rarer: float) -> bool:
    """Whether a word is as common as another, or less so by at most `rarer` on the Zipf scale."""
    return frequency(one, "en") > frequency(other, "en") - rarer


def _regular(word: str) -> tuple[str, str, str]:
    if word.endswith("e"):
        return f"{word}s", f"{word}d", f"{word[:-1]}ing"
    if word[-1] == "y" and word[-2] not in _VOWELS:
        return f"{word[:-1]}ies", f"{word[:-1]}ied", f"{word}ing"
    plural = f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"
    base = word + word[-1] if _doubles(word) else word
    return plural, f"{base}ed", f"{base}ing"


def _doubles(word: str) -> bool:
    """Whether the last letter is doubled before an ending, as in *batting*. Longer words depend on the stress."""
    vowels = [letter in _VOWELS for letter in word]
    return vowels[-3:] == [False, True, False] and sum(vowels) == 1 and word[-1] not in "wxy"


def _derivations(word: str) -> set[str]:
    """Return words with the same stem and a usual ending, and the word with a particle: *currently*, *breakdown*."""
    base = word[:-1] if word[-1] in "ey" else word
    ended = {form for form in beginning(base, "en") if _ENDING.fullmatch(_ending(form, word))}
    akin = {form for form in ended if stems(form, "en") == stems(word, "en")}
    joined = {word + particle for particle in _PARTICLES}
    verbs = {whole for whole in joined if f"{whole}ed" in vocabulary("en")}  # *discover* is no form of *disc*
    return {form for form in akin | joined - verbs if form in lemmas("en")}


def _ending(form: str, word: str) -> str:
    """Return the ending that a form adds to a word, without a doubled letter, or after a dropped *e* or *y*."""
    if not form.startswith(word):
        return form[len(word) - 1 :]
    rest = form[len(word) :]
    return rest if _ENDING.fullmatch(rest) else rest.removeprefix(word[-1])


def _compounds(word: str) -> set[str]:
    """Return compounds in use that begin or end with the word: *snowshoe* for *shoe*."""
    after = {whole: whole[len(word) :] for whole in beginning(word, "en")}
    before = {whole: whole[: -len(word)] for whole in ending(word, "en")}
    return {whole for whole, rest in [*after.items(), *before.items()] if _is_part(rest) and _in_use(whole)}


def _halves(word: str) -> set[str]:
    """Return the two parts of a compound if both are common and one is long, which excludes *carpet*."""
    splits = ((word[:i], word[i:]) for i in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1))
    long_enough = (split for split in splits if max(map(len, split)) >= _LONG_PART)
    return {part for split in long_enough if all(map(_is_part, split)) for part in split}


def _is_part(word: str) -> bool:
    common = frequency(word, "en") >= _COMMON and word in lemmas("en")
    return common and len(word) >= _SHORTEST_PART and not _MERE_SYLLABLE.fullmatch(word)


def _in_use(whole: str) -> bool:
    """Whether a compound is in use, too long to be one by chance (*barrow*), and not *-in'* for *-ing*."""
    long_enough = len(whole) >= _SHORTEST_PART + _LONG_PART
    return long_enough and frequency(whole, "en") >= _IN_USE and f"{whole}g" not in vocabulary("en")
