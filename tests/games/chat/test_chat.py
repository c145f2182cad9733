"""POST /games/<code>/talk: a side among itself (V14, D31)."""

import pytest

from tests.games.tables import CLASSIC_KEY, CLUE, lay


def say(table, who, text):
    return who.post(f"/games/{table.code}/talk", text=text)


def test_the_own_team_reads_it_and_nobody_else(classic, bob, zed):
    assert say(classic, bob, "surely the third one").status_code == 303
    assert "surely the third one" in classic.see("red-operative")
    assert "surely the third one" in classic.see("red-spymaster")
    assert "surely the third one" not in classic.see("blue-operative")
    assert "surely the third one" not in zed.get(f"/games/{classic.code}").text


def test_it_is_shown_as_text(classic, bob):
    say(classic, bob, "<b onclick=x>&amp;")
    assert "&lt;b onclick=x&gt;&amp;amp;" in classic.see("red-operative")


def test_a_spymaster_is_silent_from_the_first_clue_to_the_end(classic, ann, cat):
    """V14: both of them, whoever has the turn."""
    assert say(classic, ann, "let me think").status_code == 303
    classic.must("red-spymaster", f"clue {CLUE} 2")
    for spymaster in (ann, cat):
        assert say(classic, spymaster, "no, the other").status_code == 422
    assert "You typed: no, the other" in say(classic, ann, "no, the other").text
    assert "no, the other" not in classic.see("red-operative")
    classic.must("red-operative", "guess 17")
    assert say(classic, ann, "never mind").status_code == 422


def test_with_free_talk_a_spymaster_writes_while_the_other_team_has_the_turn(ann, bob, cat, dan):
    """V14; also while the other team's clue is shown to them, or their own to the others (V20)."""
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY, "house": ["free-talk"]})

    def may_write():
        return [say(table, spymaster, "well").status_code == 303 for spymaster in (ann, cat)]

    assert may_write() == [True, True]
    table.must("red-spymaster", f"ask {CLUE} 2")
    assert may_write() == [True, True]
    table.must("blue-spymaster", "allow")
    assert may_write() == [False, True]
    assert "While your team has the turn, a spymaster writes nothing but clues." in table.see("red-spymaster")
    table.must("red-operative", "guess 17")
    assert may_write() == [True, False]
    table.must("blue-spymaster", f"ask {CLUE} 2")
    assert may_write() == [True, False]


def test_each_side_of_a_duet_has_its_own(duet, ann):
    """D31: the other side cannot read it."""
    say(duet, ann, "my own thoughts")
    assert "my own thoughts" in duet.see("a")
    assert "my own thoughts" not in duet.see("b")


@pytest.mark.parametrize("text", ["", "  \n", "\0"])
def test_an_empty_line(classic, bob, text):
    answer = say(classic, bob, text)
    assert answer.status_code == 422
    assert "Write something" in answer.text


def test_a_long_line_is_refused_and_kept(classic, bob):
    answer = say(classic, bob, "y" * 301)
    assert answer.status_code == 422
    assert "at most 300" in answer.text
    assert "y" * 301 in answer.text


def test_a_stranger(classic, zed):
    assert say(classic, zed, "hello").status_code == 404


def test_it_is_news_to_the_own_side(classic, ann, bob):
    old = ann.fragment(f"/games/{classic.code}").headers["HX-PTag"]
    say(classic, bob, "news")
    assert ann.fragment(f"/games/{classic.code}", old).status_code == 200


def test_signs_that_cannot_be_seen_are_left_out(classic, bob):
    say(classic, bob, "left\u202e\u0007 right")
    assert "left right" in classic.see("red-operative")


def test_nothing_is_said_after_the_end(classic, bob):
    """Nobody's page asks for news any more."""
    classic.must("red-spymaster", "resign")
    assert say(classic, bob, "well played").status_code == 422
    assert "Message your side" not in classic.see("red-operative")
