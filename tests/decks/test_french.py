"""The French decks: 800 words that make good cards (K1), and what the site says of clues for them (C2-C4)."""

import json
import re
from dataclasses import replace
from itertools import combinations
from statistics import median

import pytest
import wordfreq

from app import decks
from app.decks import make
from app.decks.by_hand import Note, read_notes
from app.decks.deck import WORDS, Deck, read_cards
from app.decks.french import family
from app.decks.stems import stems
from app.rules.clues import advise, fold
from tests.decks import clue_table_fr as tables
from tests.decks.clue_judgements import judge, missing, pairs, present

FOLDER = WORDS / "fr"
NOTES = read_notes(FOLDER / "by-hand.txt")
WEIGHTS = ["allowed", "doubtful", "refused"]
CERTAIN = {
    "cheval": "chevaux", "bateau": "bateaux", "jeu": "jeux", "lion": "lions", "avocat": "avocate avocates",
    "clou": "clous", "tente": "tentes", "voile": "voiles", "pièce": "pieces", "facteur": "factrice", "œil": "yeux",
    "nez": "", "puits": "", "chanter": "chantait chantons chante chantees", "courir": "courait courra",
    "bleu": "bleue bleus", "sable": "sables",
}  # fmt: skip
CHANCE = {
    "foi": "fois", "cour": "cours course courage", "vis": "visage", "gare": "garage", "livre": "livrer livreur",
    "tente": "tenter tentation", "pape": "papier papiers", "charnier": "charniere", "louche": "loucher", "or": "orage",
    "souris": "sourire", "pot": "poterie", "colon": "colonne", "mouche": "mouchoir", "lime": "limite lima",
    "terreur": "terreuse", "bal": "balle", "chat": "chateau", "canard": "canal", "boîte": "boiter boiteux",
    "messe": "message", "moule": "moulin", "prise": "prison primes", "rame": "ramage ramier", "collier": "colle",
    "balai": "ballet", "vol": "volcan", "banque": "banquet", "voile": "voila", "fête": "feta", "mouchoir": "mouche",
}  # fmt: skip
RELATED = {"pomme": "pommier pommiers", "danse": "danseur danseuses", "jambe": "jambière", "livre": "livrer livreurs"}


def deck(part):
    """A part of the French words as a deck."""
    return Deck(f"fr-{part}", part, "fr", tuple(read_cards((FOLDER / f"{part}.txt").read_text("utf-8"))))


BASE, DUET = deck("base"), deck("duet")
BOTH = [*BASE, *DUET]
FORMS = {word: decks.forms(BASE, word) for word in BOTH}


def zipf(word):
    return wordfreq.zipf_frequency(word, "fr")


@pytest.mark.parametrize("part", [BASE, DUET], ids=["base", "duet"])
def test_a_deck_has_400_words_on_200_two_sided_cards(part):
    """K1."""
    assert len(part.cards) == 200
    assert len(set(map(fold, part))) == 400


def test_the_decks_may_be_mixed():
    """K1, K3: all 800 words differ, accents apart."""
    assert len(set(map(fold, BOTH))) == 800


def test_every_word_is_short_and_in_french_letters():
    assert [word for word in BOTH if not re.fullmatch("[a-zàâçéèêëîïôûùüÿœ-]{3,12}", word)] == []
    assert sum("-" in word for word in BOTH) <= 6


def test_every_word_is_commonly_known():
    assert [word for word in BOTH if zipf(word) < 2.5] == []


@pytest.mark.parametrize("part", [BASE, DUET], ids=["base", "duet"])
def test_the_words_are_neither_rare_nor_worn_out(part):
    assert 3.7 <= median(map(zipf, part)) <= 4.1
    assert max(map(zipf, part)) < 5.5


def test_no_word_stands_inside_another():
    folded = list(map(fold, BOTH))
    assert [(part, whole) for part in folded for whole in folded if part != whole and part in whole] == []


def test_no_two_words_share_a_form_a_stem_or_a_part():
    """C2, C3: so that no card lies on the table which a clue for its neighbour would have to avoid."""
    for one, other in combinations(FORMS.values(), 2):
        assert not {one.word, *one.forms} & {other.word, *other.forms}, (one, other)
        assert not one.stems & other.stems, (one, other)
        assert not one.parts & {other.word, *other.parts}, (one, other)
        assert one.word not in other.parts


def test_a_word_is_known_by_its_letters_without_accents():
    """C10: no word of other accents is more common, so that none is taken for it."""
    assert [word for word in BOTH if family(fold(word)) != family(word)] == []


@pytest.mark.parametrize("part", ["base", "duet"])
def test_the_stored_forms_are_up_to_date(part):
    stored = (FOLDER / f"{part}.forms.json").read_text("utf-8")
    assert make.make("fr", part) == stored
    assert list(json.loads(stored)) == sorted(map(fold, deck(part)))


def test_what_is_stored_is_what_is_known():
    for word, known in FORMS.items():
        assert replace(known, sounds=frozenset(), spelled="") == family(word, NOTES.get(fold(word)))


def test_an_inflection_is_known_without_notes():
    """C2."""
    assert missing(CERTAIN, lambda word: family(word).forms) == []
    assert [word for word, forms in CERTAIN.items() if not forms and family(word).forms] == []


def test_what_only_looks_like_a_form_is_none():
    """C4: a false refusal is worse than a miss."""
    assert present(CHANCE, lambda word: family(word, NOTES.get(fold(word))).forms) == []


def test_what_looks_derived_is_advice():
    """C2."""
    related = [(word, other, family(word)) for word, others in RELATED.items() for other in others.split()]
    assert [(word, other) for word, other, known in related if not stems(other, "fr") & known.stems] == []
    assert [(word, other) for word, other, known in related if fold(other) in known.forms] == []


def test_a_noted_form_brings_its_own_forms_and_prefixes():
    """C2: the rulebook's ENCHANTER for CHANTEUR is of the family, but no form."""
    known = family("chanteur", Note(forms=frozenset({"chanter"})))
    assert {"chantait", "chante", "chantees", "chanteurs"} <= known.forms
    assert stems("enchanté", "fr") <= known.stems
    assert not stems("enchanté", "fr") & family("chanteur").stems


def idle(word, note):
    """What is wrong with a note: items that the tables know without it, or that change nothing."""
    known, noted = family(word), family(word, Note(note.forms, note.relatives, note.parts))
    yield from (it for it in note.forms if fold(it) in known.forms)
    yield from (it for it in note.relatives if fold(it) in noted.forms or stems(it, "fr") <= known.stems)
    yield from (it for it in note.strangers if fold(it) not in noted.forms and not stems(it, "fr") <= noted.stems)
    yield from note.strangers & family(word, note).forms


def test_each_note_says_what_the_tables_do_not_know():
    assert [(word, item) for word, note in NOTES.items() for item in idle(word, note)] == []


def said(card, clue):
    """What the site says of a clue: `refused`, `doubtful` or `allowed`. A word of no deck is prepared as if for one."""
    word = card.removesuffix("*")
    if word in FORMS:
        findings = decks.advice(clue, BASE, {7: word}, frozenset())
    else:
        findings = advise(clue, {7: family(word, NOTES.get(fold(word)))}, frozenset(), stems(clue, "fr"))
    assert {finding.card for finding in findings} <= {7}
    return max((finding.verdict for finding in findings), key=WEIGHTS.index, default="allowed")


def test_the_table_names_what_is_in_no_deck():
    cards = {card for name in dir(tables) if name.isupper() for card, _ in pairs(getattr(tables, name))}
    assert [card for card in cards if (card.removesuffix("*") in FORMS) == card.endswith("*")] == []


@pytest.mark.parametrize("prefix", ["", "HELD_OUT_"])
def test_the_advice_is_right(prefix):
    """C2-C4: nothing is refused wrongly; nearly all forms are found, and most relatives."""
    judge(said, *(getattr(tables, f"{prefix}{kind}") for kind in ("REFUSED", "DOUBTFUL", "ALLOWED")))


@pytest.mark.parametrize(("card", "clue"), [("cage*", "gage"), ("porc*", "port")])
def test_the_rulebooks_soundalikes_are_not_heard(card, clue):
    """C8: CAGE and PORC, which are in no deck."""
    assert said(card, clue) == "allowed"


@pytest.mark.parametrize("clue", ["étoile", "Etoile", "ÉTOILES", "l'étoile", "L’Étoile", "d'étoiles", "étoilée"])
def test_accents_case_and_elision_make_no_difference(clue):
    """C10."""
    assert said("étoile", clue) == "refused"


@pytest.mark.parametrize("clue", ["coeur", "Cœurs", "Coeur"])
def test_the_ligature_makes_no_difference(clue):
    """C10."""
    assert said("cœur", clue) == "refused"


@pytest.mark.parametrize("clue", ["chou", "fleur", "fleurs", "choux"])
def test_the_parts_of_a_compound_are_doubtful(clue):
    """C3."""
    assert said("chou-fleur", clue) == "doubtful"
