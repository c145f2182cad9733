"""POST /games/<code>/reactions: what one side says to the other, out of a fixed set."""

import re

import pytest

from app.games.chat.reactions import REACTIONS
from tests.games.tables import CLUE, DUET_KEYS, lay


def react(table, who, reaction="Well done!"):
    return who.post(f"/games/{table.code}/reactions", reaction=reaction, seen=0)


def reactions_on(page):
    """Who has said what, as the page shows it."""
    panel = page.split('id="reactions"')[1].split("</section>")[0]
    return re.findall(r"<b>([^<]*)</b>\s*<span>([^<]*)</span>", panel)


def test_both_sides_see_it_and_nobody_else(duet, ann, zed):
    assert react(duet, ann).status_code == 303
    assert reactions_on(duet.see("a")) == reactions_on(duet.see("b")) == [("Ann", "Well done!")]
    assert 'id="reactions"' not in zed.get(f"/games/{duet.code}").text


def test_between_teams(classic, bob):
    react(classic, bob, "Oh no!")
    assert reactions_on(classic.see("blue-operative")) == [("Bob", "Oh no!")]
    assert "Oh no!" not in classic.see("blue-operative").split('id="lines"')[1].split("</ul>")[0]


def test_nothing_else_can_be_said(duet, ann):
    answer = react(duet, ann, "the third one")
    assert answer.status_code == 422
    assert "Choose one of the reactions." in answer.text


def test_one_between_two_moves_and_the_latest_alone_is_shown(duet, ann):
    """Neither their number nor their order says anything."""
    react(duet, ann, "Good luck!")
    answer = react(duet, ann, "Ha ha!")
    assert answer.status_code == 422
    assert "You can react again after the next move." in answer.text
    assert reactions_on(duet.see("b")) == [("Ann", "Good luck!")]
    duet.must("b", f"clue {CLUE} 1")
    react(duet, ann, "Ha ha!")
    assert reactions_on(duet.see("b")) == [("Ann", "Ha ha!")]


def test_who_knows_the_key_waits_until_the_guessing_is_over(duet, ann, bob):
    """D31"""
    duet.must("a", f"clue {CLUE} 1")
    assert react(duet, ann).status_code == 422
    assert 'id="react"' not in duet.see("a")
    assert react(duet, bob).status_code == 303
    duet.must("b", "guess 0", "stop")
    assert react(duet, ann).status_code == 303


def test_in_sudden_death_nobody_reacts(ann, bob):
    """D15: both know what the other looks for."""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS, "tokens": 1, "mistakes": 1})
    table.must("a", f"clue {CLUE} 1")
    table.must("b", "guess 0", "stop")
    assert [react(table, who).status_code for who in (ann, bob)] == [422, 422]


def test_a_spymaster_is_silent(classic, ann, cat):
    """V14"""
    assert react(classic, ann).status_code == 303
    classic.must("red-spymaster", f"clue {CLUE} 2")
    assert [react(classic, who).status_code for who in (ann, cat)] == [422, 422]


def test_one_press_mutes_somebody(duet, ann, bob):
    react(duet, ann)
    page = duet.see("b")
    assert 'aria-label="Mute Ann"' in page
    assert 'aria-label="Mute Ann"' not in duet.see("a")
    bob.post(f"/games/{duet.code}/talk/mutes", user=str(ann.user.id), muted="1")
    assert reactions_on(duet.see("b")) == []
    assert "Show their messages" in bob.get(f"/games/{duet.code}/talk").text


def test_it_is_news_to_both_sides(duet, ann, bob):
    old = bob.fragment(f"/games/{duet.code}").headers["HX-PTag"]
    react(duet, ann)
    assert bob.fragment(f"/games/{duet.code}", old).status_code == 200


@pytest.mark.parametrize("language", ["fr", "it"])
def test_in_the_readers_language(duet, ann, bob, language):
    react(duet, ann)
    bob.post("/account/language", language=language)
    ((_, said),) = reactions_on(duet.see("b"))
    assert said not in REACTIONS


def test_alone_on_a_side_nobody_is_asked_to_chat_or_mark(ann, bob, zed):
    """D31: with a teammate, both are there."""
    alone = lay("duet", {"a": ann, "b": bob}).see("a")
    assert "Message your side" not in alone
    assert 'class="mark"' not in alone
    together = lay("duet", {"a": [ann, zed], "b": bob})
    assert "Message your side" in together.see("a")
    assert 'class="mark"' in together.see("a")
    assert "Message your side" not in together.see("b")
