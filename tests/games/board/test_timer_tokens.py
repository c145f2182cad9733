"""What a Duet's page says of its timer tokens, in pictures and in words (D4, D8, D12-D17)."""

import re

import pytest

from app import rules
from app.games.wording.timer_tokens import TokenText
from app.rules import Tokens
from tests.games.tables import CLUE, DUET_KEYS, lay

ONE = "one for each turn; you can afford"
TWO = "one for each turn; a mistake costs two."
FATAL = "One token left: the next mistake loses the game."
LAST = "Last token: unless you win in this turn, sudden death begins."
LAST_AND_FATAL = "Last token: a bystander now loses the game at once, and stopping leads to sudden death."
DOUBLE = "A bystander now costs two tokens."
LAST_TWO = "A bystander now costs the last two tokens and leads to sudden death."
TOLD = {  # tokens in reserve bystander side up, and check side up: what a mistake costs, and the threat
    (0, 1): (FATAL, LAST_AND_FATAL),
    (0, 2): (TWO, LAST_TWO),
    (0, 3): (TWO, DOUBLE),
    (1, 0): (ONE, LAST),
    (1, 1): (ONE, ""),
    (1, 2): (ONE, ""),
    (1, 3): (ONE, ""),
    (2, 0): (ONE, ""),
    (2, 1): (ONE, ""),
    (2, 2): (ONE, ""),
    (2, 3): (ONE, ""),
    (3, 0): (ONE, ""),
    (3, 1): (ONE, ""),
    (3, 2): (ONE, ""),
    (3, 3): (ONE, ""),
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


def faces_on(page):
    """The tokens as they are drawn."""
    return re.findall(r'class="token (\w+)"', tokens_on(page))


def test_every_reserve_up_to_three_of_each_is_in_the_table():
    assert set(TOLD) == {(b, c) for b in range(4) for c in range(4)} - {(0, 0)}


@pytest.mark.parametrize("reserve", TOLD)
def test_what_a_mistake_costs_and_what_threatens(reserve):
    """D12, D13, D14, D15"""
    timer, (cost, threat) = TokenText(Tokens(*reserve)), TOLD[reserve]
    assert cost in timer.outlook
    assert timer.threat == threat


@pytest.mark.parametrize("reserve", TOLD)
def test_a_mistake_comes_to_what_was_said(reserve):
    """D8, D13, D14, D15: the same mission, played."""
    cost, threat = TOLD[reserve]
    table = after(reserve, "guess 10")
    spent = sum(reserve) - table.view("b").tokens.reserve
    assert {ONE: 1, TWO: 2, FATAL: 1}[cost] == spent
    assert (table.phase == "over") == (cost == FATAL) == (threat == LAST_AND_FATAL)
    assert (table.phase == "sudden-death") == (threat in (LAST, LAST_TWO))


@pytest.mark.parametrize("reserve", TOLD)
def test_a_stop_comes_to_what_was_said(reserve):
    """D12, D15: the same mission, played."""
    _, threat = TOLD[reserve]
    table = after(reserve, "guess 0", "stop")
    assert (table.phase == "sudden-death") == (threat in (LAST, LAST_AND_FATAL))


@pytest.mark.parametrize("reserve", TOLD)
def test_calling_a_clue_invalid_comes_to_what_was_said(reserve):
    """D17"""
    sudden = after(reserve, "challenge").phase == "sudden-death"
    assert ("sudden death" in TokenText(Tokens(*reserve)).challenge_hint) == sudden


def test_an_empty_reserve_threatens_with_nothing_more():
    """D15: it is sudden death by then, and the status says so."""
    timer = TokenText(Tokens(0, 0))
    assert (timer.threat, timer.outlook) == ("", "No tokens are left.")


def test_the_reserve_by_the_side_that_is_up(ann, bob, nobody):
    """D4: in one row, and in one sentence, for all."""
    table = lay("duet", {"a": ann, "b": bob}, tokens=9, mistakes=5)
    for page in (table.see("a"), table.see("b"), nobody.get(f"/games/{table.code}").text):
        assert faces_on(page) == ["bystander"] * 5 + ["check"] * 4
        assert "9 tokens left, one for each turn; you can afford 5 mistakes." in tokens_on(page)


def test_used_tokens_stay_in_the_row(duet):
    """D8, D12, D17: in front of who stopped, on cards, and put away."""
    duet.must("a", f"clue {CLUE} 1")
    duet.must("b", "guess 0", "stop")
    duet.must("b", f"clue {CLUE} 1")
    duet.must("a", "challenge", "guess 20")
    assert faces_on(duet.see("a")) == ["bystander"] * 6 + ["away"] * 3


def test_both_tokens_of_a_dear_mistake_are_used(ann, bob):
    """D13"""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, tokens=5, mistakes=0)
    table.must("a", f"clue {CLUE} 1")
    table.must("b", "guess 20")
    assert faces_on(table.see("a")) == ["check"] * 3 + ["away"] * 2


def test_pictures_are_hidden_from_who_is_told_in_words(duet):
    assert 'class="pile" aria-hidden="true"' in tokens_on(duet.see("a"))


def test_a_threat_is_told_where_one_touches(ann, bob, nobody):
    """D13: and to those who do not touch, at the same place, where it does not move the board."""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, tokens=5, mistakes=0)
    table.must("a", f"clue {CLUE} 1")
    assert DOUBLE in table.see("b").split('id="desk"')[1].split('id="touch"')[0]
    for page in (table.see("a"), nobody.get(f"/games/{table.code}").text):
        above, below = page.split('id="desk"')
        assert DOUBLE in below.split('class="paper-side"')[0]
        assert DOUBLE not in above


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
    """D15"""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS, "tokens": 1, "mistakes": 1})
    table.must("a", f"clue {CLUE} 1")
    table.must("b", "guess 0", "stop")
    assert "Sudden death" in table.see("a")
    assert "mistake" not in tokens_on(table.see("a"))
    table.must("b", "guess 15")
    assert "mistake" not in tokens_on(table.see("a"))
    assert faces_on(table.see("a")) == ["away"]


def test_versus_has_no_tokens(classic):
    assert 'id="tokens"' not in classic.see("red-operative")
