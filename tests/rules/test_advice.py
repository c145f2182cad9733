"""What is noticed about a clue (C2-C4, C7, C8, C10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.clues import NOTICES, Finding, Forms, advise, fold


def forms(word, **known):
    return Forms(word, **{name: frozenset(words.split()) for name, words in known.items()})


CARDS = {
    1: forms("row"),
    2: forms("england", parts="land"),
    3: forms("horseshoe", parts="horse shoe"),
    4: forms("break", forms="breaks broke broken", stems="break"),
    5: forms("ice cream"),
    6: forms("ete"),
    7: forms("shark"),
    8: forms("ear", parts="earring"),
    9: forms("knight", forms="knights", stems="knight", sounds="night nite"),
}
HOUSE = frozenset()


def noticed(word, house=HOUSE, **options):
    return [(finding.verdict, finding.code, finding.card) for finding in advise(word, CARDS, house, **options)]


@pytest.mark.parametrize(
    ("word", "card"), [("Break", 4), ("BREAK".title(), 4), ("ÉTÉ".lower(), 6), ("e\u0301te\u0301", 6),
                       ("ice cream", 5), ("Ice-cream", 5), ("icecream", 5), ("l'été", 6), ("row", 1),
                       ("big break", 4), ("s.h.a.r.k", 7)]
)  # fmt: skip
def test_a_visible_word_is_refused(word, card):
    """C2, C10: without case and accents, by each word of the clue."""
    assert ("refused", "same-word", card) in noticed(word)


@pytest.mark.parametrize("word", ["broken", "Breaks", "a broken heart", "BROKE"])
def test_a_certain_form_is_refused(word):
    """C2."""
    assert ("refused", "same-form", 4) in noticed(word)


def test_a_covered_word_is_allowed_again():
    """C2: only visible cards are handed over."""
    assert advise("break", {1: CARDS[1]}, HOUSE) == ()


@pytest.mark.parametrize(
    ("word", "card"), [("horse", 3), ("shoe", 3), ("unhorsed", 3), ("snowshoe", 3), ("Horses", 3), ("cream", 5),
                       ("ice", 5), ("icebox", 5), ("earring", 8), ("horse riding", 3)]
)  # fmt: skip
def test_a_part_of_a_compound_is_doubtful(word, card):
    """C3: and so is a compound of a visible word."""
    assert noticed(word) == [("doubtful", "compound", card)]


@pytest.mark.parametrize("word", ["sparrow", "land", "island", "nice", "arrow", "rows", "bear", "ark", "tea", "ears"])
def test_a_shared_string_is_never_refused(word):
    """C4."""
    assert {verdict for verdict, _, _ in noticed(word)} <= {"doubtful"}


@pytest.mark.parametrize("word", ["sparrow", "nice", "arrow", "bear", "ark", "tea"])
def test_a_short_string_in_common_is_nothing(word):
    """C4."""
    assert noticed(word) == []


@pytest.mark.parametrize(("word", "card"), [("sharkskin", 7), ("hark", 7), ("breakfast", 4)])
def test_a_long_string_in_common_is_told(word, card):
    """C4."""
    assert noticed(word) == [("doubtful", "inside", card)]


def test_a_shared_stem_is_doubtful():
    """C2: the stems are the caller's to know."""
    assert noticed("brk", stems=frozenset({"break"})) == [("doubtful", "related", 4)]
    assert noticed("brk", stems=frozenset({"brake"})) == []


def test_the_weightiest_thing_is_told_of_each_card():
    """C2-C4."""
    assert noticed("broken ice", stems=frozenset({"break"})) == [
        ("refused", "same-form", 4),
        ("doubtful", "compound", 5),
    ]
    assert advise("horseshoe", CARDS, HOUSE) == (Finding("refused", "same-word", 3),)
    assert noticed("horseshoes", stems=frozenset({"x"}))[0][1] == "compound"


@pytest.mark.parametrize("word", ["Night", "nite", "a NIGHT watch".lower(), "the night's", "ni-ght"])
def test_a_soundalike_is_advice(word):
    """C8: never refused, and told before mere letters; no advice where the house plays with it."""
    assert noticed(word) == [("doubtful", "soundalike", 9)]
    for house in ({"soundalikes"}, {"loose"}):
        assert noticed(word, frozenset(house)) == []
    for house in ({"initials", "several-words"}, {"zero"}):
        assert noticed(word, frozenset(house)) == [("doubtful", "soundalike", 9)]


def test_the_same_spelling_is_the_same_word():
    """C2, C8: whatever it sounds like, and whatever the house plays with; so is a form of it."""
    house = frozenset({"soundalikes"})
    assert noticed("knight", house) == [("refused", "same-word", 9)]
    assert noticed("knights", house) == [("refused", "same-form", 9)]
    assert noticed("nights", house, stems=frozenset({"knight"})) == [("doubtful", "related", 9)]


def test_initials_are_no_soundalikes():
    """C7, C8: each by its own house rule."""
    assert noticed("NITE", frozenset({"initials"})) == [("doubtful", "soundalike", 9)]
    assert noticed("NITE", frozenset({"soundalikes"})) == [("doubtful", "initials", None)]


@pytest.mark.parametrize("word", ["CIA", "C.I.A", "NASA agent", "X-UK", "UNESCO", "ÉU"])
def test_initials_are_told(word):
    """C7."""
    assert noticed(word) == [("doubtful", "initials", None)]
    for house in ({"initials"}, {"loose"}):
        assert noticed(word, frozenset(house)) == []


@pytest.mark.parametrize("word", ["PhD", "X", "Rome", "SHOUTED", "木木", "42"])
def test_what_is_not_initials(word):
    """C7."""
    assert noticed(word) == []


def test_pictures_have_no_letters():
    """C9: nothing to compare, and initials are still told (C7)."""
    assert advise("break", {}, HOUSE) == ()
    assert advise("CIA", {}, HOUSE) == (Finding("doubtful", "initials", None),)


@pytest.mark.parametrize(
    ("text", "folded"),
    [("Été", "ete"), ("STRASSE", "strasse"), ("Straße", "strasse"), ("Œuf", "oeuf"), ("l’Œil", "l'oeil"),
     ("  New \n York ", "new york"), ("İstanbul", "istanbul"), ("ﬁn", "fin"), ("한국", "한국"), ("Ἀθῆναι", "αθηναι"),
     ("שָׁלוֹם", "שלום"), ("दिन", "दिन"), ("❤️", "❤")],
)  # fmt: skip
def test_folding(text, folded):
    """C10."""
    assert fold(text) == folded


@given(st.text())
def test_folding_twice_is_folding(text):
    """C10."""
    assert fold(fold(text)) == fold(text)


@given(st.text(st.characters(codec="ascii"), max_size=20))
def test_an_accent_elsewhere_changes_no_folding(text):
    """C10: letters without accents are folded alike in a text that has none and in one that has."""
    assert fold(f"{text} é") == f"{fold(text)} e".strip()


@given(st.text(max_size=40), st.dictionaries(st.integers(0, 24), st.text(max_size=12).map(fold).map(Forms), max_size=5))
def test_advice_of_anything(word, cards):
    """C4: whatever is typed, at most one thing of each card, by card, and nothing refused but an equal word."""
    findings = advise(word, cards, HOUSE)
    told = [finding.card for finding in findings if finding.card is not None]
    assert told == sorted(set(told))
    assert {finding.code for finding in findings} <= set(NOTICES)
    assert {finding.code for finding in findings if finding.verdict == "refused"} <= {"same-word"}


@pytest.mark.parametrize(
    ("word", "spelled", "code"),
    [
        ("péché", "pêche", "accents"), ("pêche", "pêche", "same-word"), ("peche", "pêche", "same-word"),
        ("pe\u0302che", "pêche", "same-word"), ("metà", "meta", "accents"), ("meta", "metà", "same-word"),
        ("un péché", "pêche", "accents"),
    ],
)  # fmt: skip
def test_an_accent_makes_another_word(word, spelled, code):
    """C4, C10: who types no accent means the word; who types another one is told, and may be sure."""
    (finding,) = advise(word, {1: Forms(fold(spelled), frozenset({fold(spelled)}), spelled=spelled)}, HOUSE)
    assert (finding.code, finding.verdict) == (code, "refused" if code == "same-word" else "doubtful")
