"""POST /games/<code>/notes and …/dots: what a player keeps for themselves."""

import re
from html import unescape

import pytest

from app.games.chat import notes
from tests.games.tables import CLUE, lay

ALL = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")


def write(table, who, text):
    return who.post(f"/games/{table.code}/notes", note=text)


def dot(table, who, card, colour="yellow", headers=None):
    return who.post(f"/games/{table.code}/dots", headers, card=card, colour=colour)


def pad(page):
    """What stands on the pad; a browser leaves the first line break out."""
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    return unescape(found[1]) if found else None


def dots(page):
    """The dots on a page, as card and colour."""
    cards = re.split(r'data-card="(?=\d)', page)[1:]
    found = [(int(card.split('"')[0]), re.search(r'class="note dot (\w+)"', card)) for card in cards]
    return {card: colour[1] for card, colour in found if colour}


def test_a_pad_keeps_what_is_written(classic, bob):
    assert write(classic, bob, "SEA: PORT?\r\n\r\n  <b>& DOCK</b>").status_code == 303
    assert pad(classic.see("red-operative")) == "SEA: PORT?\n\n  <b>& DOCK</b>"
    assert "<b>& DOCK" not in classic.see("red-operative")
    write(classic, bob, "")
    assert pad(classic.see("red-operative")) == ""


def test_blank_lines_at_its_beginning_stay(classic, bob):
    write(classic, bob, "\n\nthird line")
    assert pad(classic.see("red-operative")) == "\n\nthird line"


@pytest.mark.parametrize("seat", ALL)
def test_every_role_has_notes_that_nobody_else_sees(classic, zed, seat):
    who = classic.people[seat]
    others = {other: person for other, person in classic.people.items() if other != seat} | {"": zed}
    before = {other: person.fragment(f"/games/{classic.code}") for other, person in others.items()}
    write(classic, who, "quokka")
    dot(classic, who, 7)
    assert pad(classic.see(seat)) == "quokka"
    assert dots(classic.see(seat)) == {7: "yellow"}
    for other, person in others.items():
        after = person.fragment(f"/games/{classic.code}")
        assert "quokka" not in after.text
        assert dots(after.text) == {}
        assert after.headers["HX-PTag"] == before[other].headers["HX-PTag"]  # nor that something was written


def test_those_who_share_a_seat_share_no_notes(ann, bob, zed):
    table = lay("duet", {"a": [ann, zed], "b": bob})
    write(table, ann, "quokka")
    dot(table, ann, 3)
    page = zed.get(f"/games/{table.code}").text
    assert (pad(page), dots(page)) == ("", {})


def test_ones_other_tab_hears_of_it(classic, bob):
    tag = bob.fragment(f"/games/{classic.code}").headers["HX-PTag"]
    write(classic, bob, "quokka")
    answer = bob.fragment(f"/games/{classic.code}", tag)
    assert pad(answer.text) == "quokka"
    write(classic, bob, "quokka")
    assert bob.fragment(f"/games/{classic.code}", answer.headers["HX-PTag"]).status_code == 204
    dot(classic, bob, 7)
    assert dots(bob.fragment(f"/games/{classic.code}", answer.headers["HX-PTag"]).text) == {7: "yellow"}


def test_signs_that_cannot_be_seen_are_left_out(classic, bob):
    write(classic, bob, "a\0b\u202ec\td\u200de")
    assert pad(classic.see("red-operative")) == "abc\td\u200de"


def test_two_thousand_characters(classic, bob):
    """Counted as the field counts them: a line break is one."""
    full = "é\r\n" * 1000
    assert write(classic, bob, full).status_code == 303
    answer = write(classic, bob, full + "x")
    assert answer.status_code == 422
    assert "2,000 characters" in answer.text
    assert pad(classic.see("red-operative")) == "é\n" * 1000


def test_what_is_too_long_is_not_lost(classic, bob):
    write(classic, bob, "old")
    answer = write(classic, bob, "y" * 2001)
    assert pad(answer.text) == "y" * 2001
    assert pad(classic.see("red-operative")) == "old"


def test_a_dot_changes_its_colour_and_goes_with_a_second_press(classic, bob):
    dot(classic, bob, 7)
    dot(classic, bob, 8, "teal")
    dot(classic, bob, 7, "purple")
    assert dots(classic.see("red-operative")) == {7: "purple", 8: "teal"}
    dot(classic, bob, 7, "purple")
    assert dots(classic.see("red-operative")) == {8: "teal"}


def test_a_dot_has_a_shape_and_a_name(classic, bob):
    """Never by colour alone."""
    for card, colour in enumerate(notes.SIGNS):
        dot(classic, bob, card, colour)
    page = classic.see("red-operative")
    for colour, sign in notes.SIGNS.items():
        shown = re.search(rf'class="note dot {colour}">(.*?</span>.*?)</span>', page, re.DOTALL)[1]
        assert sign in shown
        assert str(notes.NAMES[colour]) in shown
    assert len(set(notes.SIGNS.values())) == 4


def test_a_dot_lies_on_revealed_cards_too(classic, bob):
    classic.must("red-spymaster", f"clue {CLUE} 1")
    dot(classic, bob, 0)
    classic.must("red-operative", "guess 0")
    assert dots(classic.see("red-operative")) == {0: "yellow"}


def test_without_a_script_one_goes_on_with_the_colour(classic, bob):
    answer = dot(classic, bob, 7, "teal")
    assert answer.headers["Location"] == f"/games/{classic.code}?dots=teal#dots"
    page = bob.get(answer.headers["Location"]).text
    assert re.search(r'<details class="dots" id="dots" open', page)
    assert re.search(r'id="dot-teal"\s+checked', page)
    assert dot(classic, bob, 7, "teal", {"HX-Request": "true"}).status_code == 200


@pytest.mark.parametrize(("card", "colour"), [("25", "teal"), ("-1", "teal"), ("", "teal"), ("3", "mauve"), ("3", "")])
def test_no_such_dot(classic, bob, card, colour):
    assert dot(classic, bob, card, colour).status_code == 422
    assert dots(classic.see("red-operative")) == {}


def test_notes_are_for_players(classic, zed, nobody):
    for answer in (write(classic, zed, "x"), dot(classic, zed, 3)):
        assert answer.status_code == 404
    assert write(classic, nobody, "x").headers["Location"].startswith("/login")
    for who in (zed, nobody):
        page = who.get(f"/games/{classic.code}").text
        assert 'id="pad"' not in page
        assert 'id="dots"' not in page


def test_who_left_has_no_notes_any_more(ann, bob, zed):
    table = lay("duet", {"a": [ann, zed], "b": bob})
    write(table, zed, "quokka")
    zed.post(f"/games/{table.code}/moves", move="resign", seen=0)
    assert "quokka" not in zed.get(f"/games/{table.code}").text
    assert write(table, zed, "x").status_code == 404


def test_they_end_with_the_game(classic, bob):
    """Shown no more at the table, and written no more; what becomes of them is told in test_shared_notes.py."""
    write(classic, bob, "quokka")
    classic.must("red-spymaster", "resign")
    page = classic.see("red-operative")
    assert "quokka" not in page
    assert 'id="pad"' not in page
    assert write(classic, bob, "x").status_code == 422
    assert dot(classic, bob, 3).status_code == 422


def test_a_note_moves_nothing_else(classic, bob):
    """No move, no act, no lock on the game."""
    write(classic, bob, "quokka")
    dot(classic, bob, 3)
    assert classic.moves == []
    with classic.app.app_context():
        assert [player.acted_at for player in classic.game.players] == [None] * 4
