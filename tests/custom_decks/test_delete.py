"""POST /decks/<code>/delete."""

from app import decks
from tests.custom_decks.deck_words import made, numbered
from tests.visitor import without_tokens


def test_nobody_sees_it_any_more(ann, bob):
    code = made(ann, numbered(50), name="Old", sharing="listed")
    answer = ann.post(f"/decks/{code}/delete")
    assert (answer.status_code, answer.location) == (303, "/decks")
    for person in (ann, bob):
        assert person.get(f"/decks/{code}").status_code == 404
        assert "Old" not in without_tokens(person.get("/decks"))
    assert ann.post(f"/decks/{code}/delete").status_code == 404
    assert ann.post(f"/decks/{code}", name="New").status_code == 404


def test_games_that_have_it_keep_it(app, ann):
    code = made(ann, numbered(50))
    ann.post(f"/decks/{code}/delete")
    with app.app_context():
        assert list(decks.load(f"{code}.1")) == numbered(50)


def test_others_cannot(ann, bob, nobody):
    code = made(ann, numbered(50), sharing="listed")
    assert bob.post(f"/decks/{code}/delete").status_code == 404
    assert nobody.post(f"/decks/{code}/delete").location.startswith("/login")
    assert ann.client.post(f"/decks/{code}/delete").status_code == 400, "without token"
    assert bob.get(f"/decks/{code}").status_code == 200
