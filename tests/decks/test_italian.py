"""The Italian decks: 800 words that make good cards (K1), and what the site says of clues for them (C2-C4)."""

import re
from itertools import combinations
from statistics import median

import pytest
import wordfreq

from app import decks
from app.decks import make
from app.decks.by_hand import Note, read_notes
from app.decks.deck import WORDS, Deck, read_cards
from app.decks.italian import family
from app.decks.stems import stems
from app.rules.clues import advise, fold
from tests.decks import clue_table_it as tables
from tests.decks.clue_judgements import judge, missing, pairs, present

FOLDER = WORDS / "it"
NOTES = read_notes(FOLDER / "by-hand.txt")
WEIGHTS = ["allowed", "doubtful", "refused"]
CERTAIN = {
    "banco": "banchi", "osso": "ossa ossi", "dito": "dita", "arancia": "arance", "ciliegia": "ciliegie", "muro": "mura",
    "attore": "attrice", "pirata": "pirati", "calza": "calze", "riso": "risa risi", "fungo": "funghi", "gru": "",
    "campione": "campionessa", "uovo": "uova", "lago": "laghi", "calendario": "calendari", "amaro": "amara amari",
}  # fmt: skip
CHANCE = {
    "tacco": "tacchino tacca", "burro": "burrone", "torre": "torrone torrente", "mattone": "matto", "pulce": "pulcino",
    "aquila": "aquilone", "lampo": "lampone", "colpo": "colpa", "pizza": "pizzo", "cane": "canone", "pacco": "pacci",
    "banco": "banca", "collo": "colla", "vela": "velo", "pala": "palo", "mento": "menta", "verso": "inverso",
}  # fmt: skip
DERIVED = {"pescare": "pescava", "salato": "salata", "gattino": "gattini", "nuvoloso": "nuvolosa"}
PARTS = {"girasole": "gira sole", "sottomarino": "sotto marino", "vite": "cacciavite", "ferro": "ferrovia"}


def deck(part):
    """A part of the Italian words as a deck."""
    return Deck(f"it-{part}", part, "it", tuple(read_cards((FOLDER / f"{part}.txt").read_text("utf-8"))))


BASE, DUET = deck("base"), deck("duet")
WORDS_OF_BOTH = [*BASE, *DUET]


def zipf(word):
    return wordfreq.zipf_frequency(word, "it")


@pytest.mark.parametrize("part", [BASE, DUET], ids=["base", "duet"])
def test_a_deck_has_400_words_on_200_two_sided_cards(part):
    """K1."""
    assert len(part.cards) == 200
    assert len(set(map(fold, part))) == 400


def test_the_decks_may_be_mixed():
    """K1, K3: all 800 words differ, accents apart."""
    assert len(set(map(fold, WORDS_OF_BOTH))) == 800


def test_every_word_is_short_and_in_italian_letters():
    assert [word for word in WORDS_OF_BOTH if not re.fullmatch("[a-ilmnopqrstuvzàèéìòù]{3,12}", word)] == []


def test_every_word_is_commonly_known():
    assert [word for word in WORDS_OF_BOTH if zipf(word) < 2.5] == []


def test_the_words_are_neither_rare_nor_worn_out():
    assert 4.0 <= median(map(zipf, BASE)) <= 4.3
    assert 3.6 <= median(map(zipf, DUET)) <= 4.0
    assert max(map(zipf, WORDS_OF_BOTH)) < 6.1


def test_no_word_stands_inside_another():
    folded = list(map(fold, WORDS_OF_BOTH))
    assert [(part, whole) for part in folded for whole in folded if part != whole and part in whole] == []


def test_no_two_words_share_a_form_a_stem_or_a_part():
    """C2, C3: so that no card lies on the table which a clue for its neighbour would have to avoid."""
    for one, other in combinations([decks.forms(BASE, word) for word in WORDS_OF_BOTH], 2):
        assert not {one.word, *one.forms} & {other.word, *other.forms}, (one.word, other.word)
        assert not one.stems & other.stems, (one, other)
        assert one.word not in other.parts
        assert other.word not in one.parts


@pytest.mark.parametrize("part", ["base", "duet"])
def test_the_stored_forms_are_up_to_date(part):
    assert make.make("it", part) == (FOLDER / f"{part}.forms.json").read_text("utf-8")


def idle(word, note):
    """What is wrong with a note: items that the tables know without it, or that change nothing."""
    known, noted = family(word), family(word, Note(note.forms, note.relatives, note.parts))
    yield from (note.forms & known.forms) | (note.parts & known.parts)
    yield from (relative for relative in note.relatives if stems(relative, "it") <= known.stems)
    found = noted.forms | noted.parts
    yield from (other for other in note.strangers - found if not stems(other, "it") <= noted.stems)


def test_each_note_says_what_the_tables_do_not_know():
    assert [(word, item) for word, note in NOTES.items() for item in idle(word, note)] == []


def test_notes_are_written_as_words_are_compared():
    """C10."""
    notes = [(word, {word, *note.forms, *note.relatives, *note.parts, *note.strangers}) for word, note in NOTES.items()]
    assert [(word, item) for word, items in notes for item in items if item != fold(item)] == []


def test_a_certain_form_is_known_without_notes():
    """C2."""
    assert missing(CERTAIN, lambda word: family(word).forms) == []


def test_what_only_looks_like_a_form_is_none():
    """C4: a false refusal is worse than a miss."""
    assert present(CHANCE, lambda word: family(word).forms) == []


def test_a_noted_form_brings_its_own():
    """C2."""
    table = {form: f"{form} {others}" for form, others in DERIVED.items()}
    assert missing(table, lambda form: family("x", Note(forms=frozenset({form}))).forms) == []


def test_of_a_verb_the_short_forms_are_words_of_their_own():
    """C4: *velo* is a veil before it is a form of *velare*."""
    forms = family("vela", Note(forms=frozenset({"velare"}))).forms
    assert {"velare", "velando"} <= forms
    assert not {"velo", "veli", "velò"} & forms


def test_parts_and_compounds_are_known():
    """C3."""
    assert missing(PARTS, lambda word: family(word).parts) == []


@pytest.mark.parametrize(("word", "whole"), [("vento", "convento"), ("dente", "perdente"), ("vento", "provento")])
def test_a_prefix_makes_no_compound(word, whole):
    """C4."""
    assert whole not in family(word).parts


def test_a_stranger_is_none_of_the_relatives():
    """C4: *aquilone*, the kite, looks like a big eagle; so do its own forms."""
    assert stems("aquiloni", "it") <= family("aquila").stems
    assert not stems("aquiloni", "it") & family("aquila", Note(strangers=frozenset({"aquilone"}))).stems


def said(card, clue):
    """What the site says of a clue: `refused`, `doubtful` or `allowed`. A word of no deck is prepared as if for one."""
    written = card.removesuffix("*")
    word = fold(written)
    known = decks.forms(BASE, written) if word in set(map(fold, WORDS_OF_BOTH)) else family(word, NOTES.get(word))
    findings = advise(clue, {7: known}, frozenset(), stems(clue, "it"))
    return max((finding.verdict for finding in findings if finding.card == 7), key=WEIGHTS.index, default="allowed")


def test_the_tables_name_what_is_in_no_deck():
    cards = {card for card, _ in pairs(*(table for name, table in vars(tables).items() if name.isupper()))}
    assert [card for card in cards if (card.removesuffix("*") in set(WORDS_OF_BOTH)) == card.endswith("*")] == []


@pytest.mark.parametrize("kept_apart", ["", "HELD_"], ids=["seen", "kept-apart"])
def test_the_advice_is_right(kept_apart):
    """C2-C4: nothing is refused wrongly; nearly all forms are found, and most relatives."""
    judge(said, *(getattr(tables, f"{kept_apart}{kind}") for kind in ("REFUSED", "DOUBTFUL", "ALLOWED")))


@pytest.mark.parametrize("clue", ["boccalone", "boccaglio", "boccuccia", "bocchetta", "bocche"])
def test_the_rulebooks_derivations_are_refused(clue):
    """C2: BOCCA."""
    assert said("bocca*", clue) == "refused"


@pytest.mark.parametrize("clue", ["grattugia", "grattarsi", "cielo"])
def test_the_rulebooks_compound_is_doubtful(clue):
    """C3: GRATTACIELO."""
    assert said("grattacielo", clue) == "doubtful"


@pytest.mark.parametrize(("card", "clue"), [("inghilterra*", "terra"), ("posizione*", "zio"), ("anno*", "hanno")])
def test_the_rulebooks_troublemaker_is_not_heard(card, clue):
    """C4: INGHILTERRA and POSIZIONE; C8: ANNO."""
    assert said(card, clue) != "refused"


@pytest.mark.parametrize("clue", ["caffè", "Caffe", "CAFFÈ"])
def test_case_and_accents_make_no_difference(clue):
    """C10."""
    assert said("caffè", clue) == "refused"


@pytest.mark.parametrize("clue", ["l'albero", "dell’albero", "sull'albero"])
def test_an_elided_article_hides_no_word(clue):
    """C2."""
    assert said("albero", clue) == "refused"
