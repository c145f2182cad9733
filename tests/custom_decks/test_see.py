"""GET /decks and /decks/<code>: who sees which deck."""

import pytest

from app.accounts.models import User
from app.db import db, now
from tests.custom_decks.deck_words import made, numbered
from tests.visitor import without_tokens


@pytest.mark.parametrize(("sharing", "seen"), [("private", 404), ("link", 200), ("listed", 200)])
def test_others_see_what_is_shared(ann, bob, nobody, sharing, seen):
    code = made(ann, numbered(50), sharing=sharing)
    for person in (bob, nobody):
        assert person.get(f"/decks/{code}").status_code == seen
    assert ann.get(f"/decks/{code}").status_code == 200


def test_the_list_has_mine_and_what_others_list(ann, bob):
    for sharing in ("private", "link", "listed"):
        made(bob, numbered(50), name=f"Bobs {sharing}", sharing=sharing)
    made(ann, numbered(50), name="Anns private")
    page = ann.get("/decks").text
    assert "Anns private" in page
    assert "Bobs listed" in page
    assert "by Bob" in page
    assert "Bobs private" not in page
    assert "Bobs link" not in page


def test_a_visitor_sees_the_list_and_the_way_in(ann, nobody):
    made(ann, numbered(50), name="Everybodys", sharing="listed")
    page = nobody.get("/decks").text
    assert "Everybodys" in page
    assert "/login?next=/decks" in page


def test_others_see_the_words_but_not_what_was_dropped(ann, bob):
    code = made(ann, [*numbered(50), "W1"], sharing="link")
    page = bob.get(f"/decks/{code}").text
    assert "<bdi>w49</bdi>" in page
    assert "by Ann" in page
    assert "Dropped" not in page


@pytest.mark.parametrize("code", ["zzzzzzzz", "zzzzzzz", "../../etc"])
def test_no_such_deck(ann, code):
    assert ann.get(f"/decks/{code}").status_code == 404


def test_of_a_deleted_account_nothing_is_left(app, ann, bob):
    code = made(ann, numbered(50), name="Gone", sharing="listed")
    with app.app_context():
        db.session.get(User, ann.user.id).deleted_at = now()
        db.session.commit()
    assert bob.get(f"/decks/{code}").status_code == 404
    assert "Gone" not in without_tokens(bob.get("/decks"))


def test_signed_in_the_way_there_is_on_every_page(ann, nobody):
    assert 'href="/decks"' in ann.get("/").text
    assert 'href="/decks"' not in nobody.get("/").text
