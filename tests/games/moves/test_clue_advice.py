"""What the site notices about a clue, before anybody else sees it (C2-C4)."""

import re

import pytest

from tests.games.tables import lay


@pytest.fixture
def horseshoe(classic):
    """The classic table with HORSESHOE as its first card and ROW as its second."""
    classic.change(words=["horseshoe", "row", *classic.game.words[2:]])
    return classic


def give(table, who, word, **fields):
    return who.post(f"/games/{table.code}/moves", move="clue", word=word, number="2", seen=table.game.version, **fields)


def test_a_doubtful_clue_is_told_to_its_giver_first(horseshoe, ann):
    """C3, C4: a part of a compound is advice, and nothing is played."""
    answer = give(horseshoe, ann, "horse")
    assert answer.status_code == 422
    assert "HORSESHOE" in answer.text
    assert "Give it anyway" in answer.text
    assert 'name="sure" value="horse"' in answer.text
    assert 'value="horse"' in answer.text
    assert re.search(r'id="number-2"\s+checked', answer.text)
    assert horseshoe.moves == []
    assert "horse<" not in horseshoe.see("blue-spymaster")


def test_the_cards_in_mind_stay_ticked(horseshoe, ann):
    page = give(horseshoe, ann, "horse", **{"for": ["3", "5"]}).text
    boxes = re.findall(r'id="for-(\d+)"\s+checked', page)
    assert boxes == ["3", "5"]


def test_who_is_sure_gives_it(horseshoe, ann):
    assert give(horseshoe, ann, "horse", sure="horse").status_code == 303
    assert horseshoe.moves == ["clue horse 2"]


def test_who_is_sure_may_write_it_otherwise(horseshoe, ann):
    """C10: compared without case and accents."""
    assert give(horseshoe, ann, "horse", sure="HÓRSE").status_code == 303


def test_being_sure_of_one_word_is_not_being_sure_of_another(horseshoe, ann):
    assert give(horseshoe, ann, "shoe", sure="horse").status_code == 422
    assert horseshoe.moves == []


def test_a_shared_string_is_never_refused(horseshoe, ann):
    """C4: sparrow with ROW on the table is fine."""
    answer = give(horseshoe, ann, "sparrow", sure="sparrow")
    assert answer.status_code == 303


def test_a_doubtful_clue_may_be_asked_at_once(horseshoe, ann):
    """V20: asking the other spymaster is itself the answer to a doubt."""
    fields = {"move": "ask", "word": "horse", "number": "2", "seen": 0}
    assert ann.post(f"/games/{horseshoe.code}/moves", **fields).status_code == 303


def test_the_other_spymaster_may_be_asked_about_all_but_a_word_on_the_table(classic, ann):
    """V20, C2, C6: forms and several words too, and the form says so where it refuses them."""
    classic.change(words=["trumpet", *classic.game.words[1:]])

    def send(move, word):
        return ann.post(f"/games/{classic.code}/moves", move=move, word=word, number="2", seen=0)

    assert "Ask the other spymaster, who may allow it" in send("clue", "trumpets").text
    assert "unless the other spymaster allows it: ask first." in send("clue", "alarm clock").text
    same = send("clue", "trumpet").text
    assert "You cannot give this clue while that word is on the table." in same
    assert "who may allow it" not in same
    assert [send("ask", word).status_code for word in ("trumpet", "Trum-Pet")] == [422, 422]
    assert classic.moves == []
    assert send("ask", "trumpets").status_code == 303
    classic.send("blue-spymaster", "allow")
    assert "trumpets" in classic.see("red-operative")


def test_a_covered_word_may_be_said_again(classic, ann):
    """C2: once covered it is allowed."""
    word = classic.game.words[0]
    classic.send("red-spymaster", "clue zyzzyva 1")
    classic.send("red-operative", "guess 0", "stop")
    classic.send("blue-spymaster", "clue zyzzyva 1")
    classic.send("blue-operative", "guess 9", "stop")
    assert give(classic, ann, word, sure=word).status_code == 303


def test_several_words_where_the_house_allows_them(ann, bob, cat, dan):
    """C6: a house rule; the clue is stored as it was typed (C10)."""
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red"}, house={"several-words"})
    fields = {"move": "clue", "word": "Old  Zyzzyva", "number": "2", "seen": 0, "sure": "Old Zyzzyva"}
    assert ann.post(f"/games/{table.code}/moves", **fields).status_code == 303
    assert table.moves == ['clue "Old Zyzzyva" 2']
