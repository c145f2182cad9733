"""What the site says of clues for words in English (C2-C4), and how often it is right."""

import pytest

from app import decks
from app.decks.by_hand import read_notes
from app.decks.deck import WORDS, read_cards
from app.decks.english import family
from app.decks.stems import stems
from app.rules.clues import advise
from tests.decks import clue_table, clue_table_duet
from tests.decks.clue_judgements import judge, pairs

DECK = decks.load("en-base")
PARTS = [(WORDS / "en" / f"{part}.txt").read_text("utf-8") for part in ("base", "duet")]
ON_CARDS = {word for part in PARTS for card in read_cards(part) for word in card}
NOTES = read_notes(WORDS / "en" / "by-hand.txt")
JUDGED = [clue_table, clue_table_duet]
NO_HOUSE_RULES = frozenset()
WEIGHTS = ["allowed", "doubtful", "refused"]


def said(card, clue):
    """What the site says of a clue: `refused`, `doubtful` or `allowed`. A word of no deck is prepared as if for one."""
    word = card.removesuffix("*")
    if word in ON_CARDS:
        findings = decks.advice(clue, DECK, {7: word}, NO_HOUSE_RULES)
    else:
        findings = advise(clue, {7: family(word, NOTES.get(word))}, NO_HOUSE_RULES, stems(clue, "en"))
    assert {finding.card for finding in findings} <= {7}
    return max((finding.verdict for finding in findings), key=WEIGHTS.index, default="allowed")


def test_the_table_names_what_is_in_no_deck():
    tables = [table for judged in JUDGED for table in (judged.REFUSED, judged.DOUBTFUL, judged.ALLOWED)]
    cards = {card for table in tables for card, _ in pairs(table)}
    assert [card for card in cards if (card.removesuffix("*") in ON_CARDS) == card.endswith("*")] == []


@pytest.mark.parametrize("judged", JUDGED)
def test_the_advice_is_right(judged):
    """C2-C4: nothing is refused wrongly; nearly all forms are found, and most relatives."""
    quiet, noisy = judge(said, judged.REFUSED, judged.DOUBTFUL, judged.ALLOWED)
    assert quiet >= 0.60, noisy


@pytest.mark.parametrize("clue", ["horse", "shoe", "unhorsed", "snowshoe"])
def test_the_rulebooks_compound_is_doubtful(clue):
    """C3: HORSESHOE."""
    assert said("horseshoe*", clue) == "doubtful"


@pytest.mark.parametrize("clue", ["break", "broken", "breakage", "breakdown"])
def test_the_rulebooks_forms_are_refused(clue):
    """C2: BREAK."""
    assert said("break*", clue) == "refused"


@pytest.mark.parametrize(("card", "clue"), [("england*", "land"), ("england*", "island"), ("row*", "sparrow")])
def test_the_rulebooks_troublemaker_is_not_heard(card, clue):
    """C4: ENGLAND and ROW."""
    assert said(card, clue) != "refused"


def test_a_soundalike_is_no_form():
    """C8: to be noticed, if at all, as advice."""
    assert said("knight*", "night") != "refused"


def test_only_visible_words_count():
    """C2: once covered, a word is allowed again."""
    assert decks.advice("caves", DECK, {1: "cave"}, NO_HOUSE_RULES)
    assert not decks.advice("caves", DECK, {2: "wolf"}, NO_HOUSE_RULES)


def test_each_card_is_told_apart():
    """C2, C3."""
    findings = decks.advice("wolves", DECK, {3: "wolf", 8: "werewolf", 9: "bank"}, NO_HOUSE_RULES)
    assert [(finding.card, finding.verdict) for finding in findings] == [(3, "refused")]


def test_a_word_of_no_deck_is_advised_by_its_stem():
    """K5: decks of people's own are not prepared; the same stem is noticed, never refused."""
    (finding,) = decks.advice("wishing", DECK, {4: "wishes"}, NO_HOUSE_RULES)
    assert (finding.verdict, finding.code) == ("doubtful", "related")


def test_case_and_accents_make_no_difference():
    """C10."""
    (finding,) = decks.advice("Càves", DECK, {4: "Cave"}, NO_HOUSE_RULES)
    assert finding.verdict == "refused"


def test_each_word_of_a_clue_counts():
    """C6."""
    (finding,) = decks.advice("Big Bad Wolves", DECK, {4: "wolf"}, frozenset({"several-words"}))
    assert finding.verdict == "refused"
