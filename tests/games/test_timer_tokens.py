"""What a Duet's page says of its timer tokens, in pictures and in words (D4, D8, D12-D17)."""

import re

import pytest

from app import rules
from app.games.wording.timer_tokens import TokenText
from app.rules import Tokens
from tests.games.tables import CLUE, DUET_KEYS, lay

ONE, TWO = "The next mistake costs one token.", "The next mistake costs two tokens."
FATAL = "The next mistake loses the game: there are not enough tokens left to pay for it."
LAST = "Last token: unless you win in this turn, sudden death begins."
LAST_AND_FATAL = "Last token: a bystander now loses the game at once, and stopping leads to sudden death."
DOUBLE = "A bystander now costs two tokens."
LAST_TWO = "A bystander now costs the last two tokens and leads to sudden death."
TURN = "Each turn costs one token."
TURN_LAST = "Each turn costs one token."
TOLD = {  # tokens in reserve bystander side up, and check side up: cost of a mistake, threat, what a stop turns
    (0, 1): (FATAL, LAST_AND_FATAL, ""),
    (0, 2): (TWO, LAST_TWO, ""),
    (0, 3): (TWO, DOUBLE, ""),
    (1, 0): (ONE, LAST, TURN_LAST),
    (1, 1): (ONE, "", ""),
    (1, 2): (ONE, "", ""),
    (1, 3): (ONE, "", ""),
    (2, 0): (ONE, "", TURN),
    (2, 1): (ONE, "", ""),
    (2, 2): (ONE, "", ""),
    (2, 3): (ONE, "", ""),
    (3, 0): (ONE, "", TURN),
    (3, 1): (ONE, "", ""),
    (3, 2): (ONE, "", ""),
    (3, 3): (ONE, "", ""),
}
KEYS = {"a": "ggg" + "." * 22, "b": "..." + "ggg" + "." * 19}


def after(reserve, *moves):
    """The table of a mission with this reserve, after a clue of side A and these moves of side B."""
    mistakes, checks = reserve
    deal = {"variant": "duet", "keys": KEYS, "tokens": mistakes + checks, "mistakes": mistakes}
    return rules.replay(deal, [("a", f"clue {CLUE} 1"), *(("b", move) for move in moves)])


def tokens_on(page):
    """The panel of the tokens, without the rest of the page."""
    return re.sub(r"\s+", " ", page.split('id="tokens"')[1].split("</section>")[0])


def piles_on(page):
    """Every place of tokens: what is said of it, and what is drawn."""
    rows = re.findall(r"<li> <span>([^<]*)</span>(.*?)</li>", tokens_on(page))
    return {said: re.findall(r'class="token (\w+)"', drawn) for said, drawn in rows}


def test_every_reserve_up_to_three_of_each_is_in_the_table():
    assert set(TOLD) == {(b, c) for b in range(4) for c in range(4)} - {(0, 0)}


@pytest.mark.parametrize("reserve", TOLD)
def test_what_a_mistake_costs_and_what_threatens(reserve):
    """D12, D13, D14, D15"""
    timer = TokenText(Tokens(*reserve))
    assert (timer.cost, timer.threat, timer.stop_hint) == TOLD[reserve]


@pytest.mark.parametrize("reserve", TOLD)
def test_a_mistake_comes_to_what_was_said(reserve):
    """D8, D13, D14, D15: the same mission, played."""
    cost, threat, _ = TOLD[reserve]
    table = after(reserve, "guess 10")
    spent = sum(reserve) - table.view("b").tokens.reserve
    assert {ONE: 1, TWO: 2, FATAL: 1}[cost] == spent
    assert (table.phase == "over") == (cost == FATAL) == (threat == LAST_AND_FATAL)
    assert (table.phase == "sudden-death") == (threat in (LAST, LAST_TWO))


@pytest.mark.parametrize("reserve", TOLD)
def test_a_stop_comes_to_what_was_said(reserve):
    """D12, D15: the same mission, played."""
    _, threat, turning = TOLD[reserve]
    table = after(reserve, "guess 0", "stop")
    assert (table.view("b").tokens.bystander < reserve[0]) == bool(turning)
    assert (table.phase == "sudden-death") == (threat in (LAST, LAST_AND_FATAL))


@pytest.mark.parametrize("reserve", TOLD)
def test_calling_a_clue_invalid_comes_to_what_was_said(reserve):
    """D17"""
    sudden = after(reserve, "challenge").phase == "sudden-death"
    assert ("sudden death" in TokenText(Tokens(*reserve)).challenge_hint) == sudden


def test_an_empty_reserve_threatens_with_nothing_more():
    """D15: it is sudden death by then, and the status says so."""
    timer = TokenText(Tokens(0, 0))
    assert (timer.threat, timer.stop_hint) == ("", "")


def test_the_reserve_by_the_side_that_is_up(ann, bob):
    """D4"""
    table = lay("duet", {"a": ann, "b": bob}, tokens=9, mistakes=5)
    assert piles_on(table.see("a")) == {
        "In reserve: 5 with the bystander side up, 4 with the check side up": ["bystander"] * 5 + ["check"] * 4,
        "In front of Side A: no tokens": [],
        "In front of Side B: no tokens": [],
        "On cards: no tokens": [],
    }


def test_where_tokens_lie(duet):
    """D8, D12, D17: turned to the check side in front of who stopped, on cards, and put away."""
    duet.must("a", f"clue {CLUE} 1")
    duet.must("b", "guess 0", "stop")
    duet.must("b", f"clue {CLUE} 1")
    duet.must("a", "challenge", "guess 20")
    assert piles_on(duet.see("a")) == {
        "In reserve: 6 with the bystander side up": ["bystander"] * 6,
        "In front of Side A: no tokens": [],
        "In front of Side B: 1 with the check side up": ["check"],
        "On cards: 1 with the bystander side up": ["bystander"],
        "Discarded: 1": ["away"],
    }


def test_both_tokens_of_a_dear_mistake_lie_on_the_card(ann, bob):
    """D13: turned to their bystander side."""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, tokens=5, mistakes=0)
    table.must("a", f"clue {CLUE} 1")
    table.must("b", "guess 20")
    assert piles_on(table.see("a"))["On cards: 2 with the bystander side up"] == ["bystander"] * 2


def test_pictures_are_hidden_from_who_is_told_in_words(duet):
    assert 'class="pile" aria-hidden="true"' in tokens_on(duet.see("a"))


def test_what_the_next_mistake_costs_is_told_to_all(ann, bob, nobody):
    """D13"""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, tokens=9, mistakes=5)
    for page in (table.see("a"), table.see("b"), nobody.get(f"/games/{table.code}").text):
        assert "You can afford <b>5</b> mistakes; after that, each costs double." in tokens_on(page)
        assert ONE in tokens_on(page)


def test_that_a_stop_turns_a_token_is_told_before_it_happens(duet):
    """D12: the standard mission has tokens for mistakes alone."""
    duet.must("a", f"clue {CLUE} 1")
    duet.must("b", "guess 0")
    assert TURN in tokens_on(duet.see("b"))


def test_a_threat_is_told_where_one_touches(ann, bob, nobody):
    """D13: and to those who do not touch, above the board."""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, tokens=5, mistakes=0)
    table.must("a", f"clue {CLUE} 1")
    toucher = table.see("b").split('id="board"')
    assert DOUBLE in toucher[1].split('id="touch"')[0]
    assert DOUBLE not in toucher[0]
    for page in (table.see("a"), nobody.get(f"/games/{table.code}").text):
        assert DOUBLE in page.split('id="board"')[0]


def test_that_a_mistake_would_lose_is_told_to_both_sides(ann, bob):
    """D14"""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS, "tokens": 2, "mistakes": 0})
    table.must("a", f"clue {CLUE} 1")
    table.must("b", "guess 0", "stop")
    for seat in ("a", "b"):
        assert LAST_AND_FATAL in table.see(seat).split('id="tokens"')[0]
        assert FATAL in tokens_on(table.see(seat))


def test_calling_with_the_last_token_is_told_to_lead_to_sudden_death(ann, bob):
    """D17"""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS, "tokens": 1, "mistakes": 1})
    table.must("a", f"clue {CLUE} 1")
    assert "the last token is discarded, and sudden death begins at once" in table.see("b")


def test_sudden_death_and_the_end_speak_of_mistakes_no_more(ann, bob):
    """D15: but still of where the tokens lie."""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS, "tokens": 1, "mistakes": 1})
    table.must("a", f"clue {CLUE} 1")
    table.must("b", "guess 0", "stop")
    assert "Sudden death" in table.see("a")
    assert "mistake" not in tokens_on(table.see("a"))
    table.must("b", "guess 15")
    assert "mistake" not in tokens_on(table.see("a"))
    assert "In front of Side B: 1 with the check side up" in piles_on(table.see("a"))


def test_versus_has_no_tokens(classic):
    assert 'id="tokens"' not in classic.see("red-operative")
