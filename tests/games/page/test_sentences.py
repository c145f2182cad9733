"""The tables of sentences: something to say of everything that can be so."""

import re
from pathlib import Path
from typing import get_args

from app import games
from app.games.wording import refusal_text, sentences, status
from app.rules import CODES, SEATS, VARIANTS
from app.rules.clues import NOTICES
from app.rules.log import FACES, Ending

SIDES = {"red", "blue", "a", "b"}
REMATCH = {"sheet-over", "too-few"}  # what rematch.refusal returns
TALK = {"talk-silent", "talk-own-turn"}  # what messages.talk_refusal returns, besides that the game is over
REACT = {"react-later", "react-again"}  # what reactions.py returns


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal():
    code = "".join(path.read_text("utf-8") for path in Path(games.__file__).parent.rglob("*.py"))
    raised = set(re.findall(r'raise (?:ActionRefused|TooLate)\("([^"]+)"\)', code))
    assert {"stale", "talk-empty"} <= raised
    assert set(sentences.REFUSALS) == set(CODES) | raised | REMATCH | TALK | REACT


def test_every_refusal_names_a_rule_unless_none_is_about_it():
    assert set(refusal_text.REFUSAL_RULES) | refusal_text.WITHOUT_RULE == set(refusal_text.REFUSALS)
    assert refusal_text.REFUSAL_RULES.keys() & refusal_text.WITHOUT_RULE == set()
    assert set(sentences.ADVICE_RULES) == set(NOTICES)


def test_the_games_have_rules_of_their_own():
    """V8, D11"""
    assert [refusal_text.rule_anchor("must-guess", game) for game in ("versus", "duet")] == ["V8", "D11"]
    assert [refusal_text.rule_anchor("clue-empty", game) for game in ("versus", "duet")] == ["C1", "C1"]
    assert refusal_text.rule_anchor("stale", "duet") == ""


def test_every_seat_and_side_is_spoken_of():
    assert set(sentences.SEATS) == set(sentences.OWN_SEAT) == set(status.VACANT_SEAT) == set(SEATS)
    assert set(sentences.SIDES) == set(sentences.CHAT_TITLES) == set(sentences.TOUCHED) == SIDES
    assert (set(sentences.SIDE_FINISHED), set(sentences.REFUSED_CLUES)) == ({"a", "b"}, {"red", "blue"})


def test_everybody_who_is_awaited_is_spoken_of():
    """V5, V21, D5, D6: a spymaster is always one person (V1)."""
    spymasters = {(phase, side) for phase in ("clue", "cover") for side in ("red", "blue")}
    assert set(status.WAITING_FOR_ONE) == {(phase, side) for phase in ("clue", "guess") for side in SIDES} | spymasters
    assert set(status.WAITING_FOR_SEVERAL) == set(status.WAITING_FOR_ONE) - spymasters


def test_all_that_cards_clues_and_turns_can_be_is_spoken_of():
    assert set(sentences.KEYS) == set(sentences.IDENTITIES) == set(FACES)
    assert set(sentences.FACES) == set(FACES.values())
    assert set(sentences.ADVICE) == set(NOTICES)
    assert set(sentences.TURN_ENDINGS) == set(get_args(Ending)) - {""}


def test_every_way_of_ending_is_spoken_of():
    """V9, V10, V23, D3, D9, D14, D15, L1, T4"""
    ends = {(team, reason) for team in ("red", "blue") for reason in ("agents", "assassin", "forfeit", "abandoned")}
    ends |= {("team", reason) for reason in ("agents", "sudden-death")}
    ends |= {(None, reason) for reason in ("assassin", "time", "forfeit", "abandoned", "void")}
    assert set(sentences.OUTCOMES) == ends


def test_every_game_and_house_rule_has_a_name():
    assert set(sentences.VARIANTS) == set(VARIANTS)
    assert set(sentences.HOUSE_RULES) == {rule for variant in VARIANTS.values() for rule in variant.house}
