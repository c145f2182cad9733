"""What the site says of clues at a table with a deck of people's own (C2-C4, C8, C11)."""

import pytest

from app import decks
from tests.custom_decks.clue_table import CLUES
from tests.custom_decks.deck_words import made, numbered
from tests.games.moves.test_advice_while_typing import typed
from tests.games.tables import CLASSIC_KEY, lay

VERDICTS = ("refused", "doubtful", "allowed")
SEATS = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")
FIRST_RED = {"first": "red", "key": CLASSIC_KEY}


def cases(language):
    """The cards and clues of a language with what is to be said of them."""
    lines = [line.partition(":") for line in CLUES[language].strip().split("\n")]
    return {
        (card, clue): verdict
        for card, _, clues in lines
        for verdict, group in zip(VERDICTS, clues.split("|"), strict=True)
        for clue in group.split()
    }


def verdict(said: str) -> str:
    """The verdict in what a table says of a clue while it is typed."""
    return "refused" if "You cannot give this clue" in said else "doubtful" if said else "allowed"


def judged(table, giver, card: str, clues: list[str]) -> list[str]:
    """The verdicts of a table on clues, beside a card and 24 that look like nothing."""
    table.change(words=[card, *numbered(24)])
    return [verdict(typed(table, giver, clue)) for clue in clues]


@pytest.mark.parametrize("language", CLUES)
def test_c11_clues_are_advised_on_as_for_built_in_decks(ann, bob, cat, dan, language):
    """In play, nine in ten are judged right, and nothing is refused that is only a relative or a chance."""
    asked = cases(language)
    cards = list(dict.fromkeys(card for card, _ in asked))
    code = made(ann, [*cards, *numbered(50)], language=language)
    table = lay("classic", dict(zip(SEATS, (ann, bob, cat, dan), strict=True)), FIRST_RED, deck=f"{code}.1")
    said = {}
    for card in cards:
        pairs = [pair for pair in asked if pair[0] == card]
        said |= zip(pairs, judged(table, ann, card, [clue for _, clue in pairs]), strict=True)
    wrong = {pair: told for pair, told in said.items() if told != asked[pair]}
    assert [pair for pair, told in wrong.items() if told == "refused"] == []
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
    table = lay("classic", dict(zip(SEATS, (ann, bob, cat, dan), strict=True)), FIRST_RED, deck=f"{code}.1")
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
