"""What the site says of clues at a table with a deck of people's own (C2-C4, C8, C11)."""

import pytest

from app import decks
from tests.custom_decks.clue_table import CLUES
from tests.custom_decks.deck_words import made, numbered
from tests.games.tables import CLASSIC_KEY, lay

VERDICTS = ("refused", "doubtful", "allowed")


def cases(language):
    """The cards and clues of a language with what is to be said of them."""
    lines = [line.partition(":") for line in CLUES[language].strip().split("\n")]
    return {
        (card, clue): verdict
        for card, _, clues in lines
        for verdict, group in zip(VERDICTS, clues.split("|"), strict=True)
        for clue in group.split()
    }


@pytest.mark.parametrize("language", CLUES)
def test_c11_clues_are_advised_on_as_for_built_in_decks(app, ann, language):
    """Nine in ten are judged right, and nothing is refused that is only a relative or a chance."""
    asked = cases(language)
    words = {card for card, _ in asked}
    name = f"{made(ann, [*words, *numbered(50)], language=language)}.1"
    with app.app_context():
        deck = decks.load(name)
        found = {(card, clue): decks.advice(clue, deck, {1: card}, frozenset()) for card, clue in asked}
    said = {pair: findings[0].verdict if findings else "allowed" for pair, findings in found.items()}
    wrong = {pair: verdict for pair, verdict in said.items() if verdict != asked[pair]}
    assert [pair for pair, verdict in wrong.items() if verdict == "refused"] == []
    assert len(asked) >= 60
    assert len(wrong) <= len(asked) / 10, wrong


def test_c11_accents_choose_among_words_that_look_alike(app, ann):
    """C4: the deck's PÉCHÉ is not the more frequent PÊCHE."""
    name = f"{made(ann, ['péché', *numbered(50)], language='fr')}.1"
    with app.app_context():
        forms = decks.forms(decks.load(name), "péché")
    assert "peches" in forms.forms
    assert "pecheur" not in forms.stems


def test_c11_it_is_said_at_the_table(ann, bob, cat, dan):
    """C2: of a form the giver is told in play that it is refused; of a word of no table only the stem is known."""
    code = made(ann, ["break", "zorgling", *numbered(50)])
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY}, deck=f"{code}.1")
    table.change(words=["break", "zorgling", *numbered(23)])
    told = table.play("red-spymaster", "clue", word="broken", number="2")
    assert (told.status_code, "is a form of BREAK" in told.text) == (422, True)
    told = table.play("red-spymaster", "clue", word="zorglings", number="2")
    assert "looks related to ZORGLING" in told.text


def test_c11_other_languages_have_stems_alone(app, ann):
    name = f"{made(ann, ['casa', *numbered(50)], language='es')}.1"
    with app.app_context():
        findings = decks.advice("casas", decks.load(name), {1: "casa"}, frozenset())
    assert [finding.code for finding in findings] == ["related"]
