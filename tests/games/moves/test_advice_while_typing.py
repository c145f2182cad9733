"""What the site says of a clue while it is typed: to whom it is asked of, and to nobody else (C1-C4)."""

import pytest

from tests.games.moves.test_clue_advice import horseshoe
from tests.games.tables import CLUE, lay

HTMX = {"HX-Request": "true"}

__all__ = ["horseshoe"]


def typed(table, who, word) -> str:
    answer = who.post(f"/games/{table.code}/advice", headers=HTMX, word=word)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-cache"
    return answer.text.strip()


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("horse", "HORSESHOE"),  # C3
        ("horseshoe", "You cannot give this clue."),  # C2
        ("two words", "You cannot give this clue unless the other spymaster allows it."),  # C1, V20
        ("ὕδωρ", "You cannot give this clue."),
        (CLUE, ""),
        ("  ", ""),
        ("", ""),
    ],
)
def test_the_giver_is_told_what_there_is_to_say(horseshoe, ann, word, said):
    told = typed(horseshoe, ann, word)
    assert (said in told) if said else (told == "")
    assert horseshoe.moves == []


def test_a_form_that_the_other_spymaster_may_allow(classic, ann):
    """C2, V20"""
    classic.change(words=["trumpet", *classic.game.words[1:]])
    assert "You cannot give this clue unless the other spymaster allows it." in typed(classic, ann, "trumpets")


def test_what_is_typed_is_escaped(horseshoe, ann):
    assert "<script" not in typed(horseshoe, ann, "<script>horseshoe")


def test_nobody_else_is_told_anything(horseshoe, ann, bob, cat):
    """Not even whether there is anything to say."""
    assert [typed(horseshoe, who, "horseshoe") for who in (bob, cat)] == ["", ""]
    horseshoe.send("red-spymaster", f"clue {CLUE} 2")
    assert typed(horseshoe, ann, "horseshoe") == ""


def test_a_side_of_duet_is_told_by_the_same_table(ann, bob):
    table = lay("duet", {"a": ann, "b": bob})
    word = table.game.words[0]
    assert "You cannot give this clue." in typed(table, ann, word)
    assert "You cannot give this clue." in typed(table, bob, word)  # either side may open a Duet


def test_without_htmx_it_leads_to_the_table(horseshoe, ann):
    answer = ann.post(f"/games/{horseshoe.code}/advice", word="horse")
    assert (answer.status_code, answer.location) == (303, f"/games/{horseshoe.code}")


def test_own_words_lie_beside_the_field(classic, ann, bob):
    page = classic.see("red-spymaster")
    words = page.split('id="own-words"')[1].split("</section>")[0]
    assert classic.game.words[0] in words
    assert "Red agents <small>9</small>" in words
    assert 'id="own-words"' not in classic.see("red-operative")


def test_a_found_word_is_struck_out_where_it_stands(classic):
    classic.send("red-spymaster", f"clue {CLUE} 2")
    classic.send("red-operative", "guess 0")
    words = classic.see("red-spymaster").split('id="own-words"')[1].split("</section>")[0]
    assert f'<s aria-hidden="true">{classic.game.words[0]}</s>, {classic.game.words[1]}' in words
    assert "Red agents <small>8</small>" in words


def test_a_giver_of_duet_sees_what_the_partner_has_found(duet):
    duet.send("a", f"clue {CLUE} 2")
    duet.send("b", "guess 0", "stop")
    assert f"Found by your partner: {duet.game.words[0]}." in duet.see("a")
