"""GET /people/<name or number>: one's own figures, and those of who wants all to see them."""

import re
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import insert, select, text, update

from app.accounts.models import User
from app.db import db, now
from app.games.store.models import Game
from app.profiles.models import Result
from tests.accounts.people import seated
from tests.games.bulk_games import counted
from tests.games.clock.clocked_games import text_of
from tests.games.tables import CLUE, LOSING, WINNING, lay
from tests.visitor import without_tokens

TOKEN = re.compile(r'name="csrf_token" value="[^"]*"')  # which holds the second it was made in


def show(app, *people):
    """Let everybody see their profiles."""
    with app.app_context():
        db.session.execute(update(User).where(User.id.in_([who.user.id for who in people])).values(public=True))
        db.session.execute(text("UPDATE beats SET beat = beat + 1"))
        db.session.commit()


def play(moves, *people, times=1):
    """Play a Duet to its end, several times."""
    for _ in range(times):
        table = lay("duet", dict(zip("ab", people, strict=True)), {"keys": KEYS})
        for seat, move in moves:
            table.must(seat, move)


KEYS = {"a": "ggg" + "gggggg" + "x....." + "x" + "x........", "b": "ggg" + "x....." + "gggggg" + "x" + "........x"}


def test_a_profile_is_its_owners_alone_at_first(ann, bob, nobody):
    assert "Only you can see this page." in ann.get("/people/Ann").text
    for other in (bob, nobody):
        private, missing = other.get("/people/Ann"), other.get("/people/Nemo")
        assert (private.status_code, missing.status_code) == (404, 404)
        private_text, missing_text = (TOKEN.sub("", answer.text) for answer in (private, missing))
        assert private_text.replace("Ann", "") == missing_text.replace("Nemo", "")


def test_it_is_found_by_name_in_any_case_and_by_number(ann):
    for who in ("Ann", "ANN", "  ann", str(ann.user.id)):
        assert ann.get(f"/people/{who}").status_code == 200, who
    assert ann.get("/people/0").status_code == 404
    assert ann.get("/people/99999999999999999999").status_code == 404


def test_digits_are_a_number_also_for_who_is_called_so(app, ann, new_visitor):
    """Nobody takes another's address by taking a number for a name."""
    poser = new_visitor(str(ann.user.id))
    show(app, ann, poser)
    assert "<bdi>Ann</bdi>" in poser.get(f"/people/{ann.user.id}").text
    assert poser.get(f"/people/{poser.user.id}").status_code == 200


def test_whoever_wants_it_shows_it_to_all_and_hides_it_again(ann, bob, nobody):
    assert ann.post("/account/profile", public="1").status_code == 303
    assert "Everyone can see this page." in ann.get("/people/Ann").text
    for other in (bob, nobody):
        page = other.get("/people/Ann")
        assert page.status_code == 200
        assert "can see this page" not in page.text
    assert "checked" in ann.get("/account").text
    ann.post("/account/profile")
    assert bob.get("/people/Ann").status_code == 404


def test_guests_and_deleted_accounts_have_none(app, ann, bob):
    guest = seated(app, "Gus")
    show(app, guest, bob)
    with app.app_context():
        db.session.execute(update(User).where(User.id == bob.user.id).values(deleted_at=now()))
        db.session.commit()
    assert [ann.get(f"/people/{who.user.id}").status_code for who in (guest, bob)] == [404, 404]
    assert guest.get(f"/people/{guest.user.id}").status_code == 404


def test_it_says_what_the_games_came_to(ann, bob):
    assert "You have not finished a game yet." in ann.get("/people/Ann").text
    play(WINNING, ann, bob, times=2)
    play(LOSING, ann, bob, times=2)
    told = text_of(ann.get("/people/Ann"))
    assert "Games 4 Won 2 50% Cards per clue 4.5 Correct guesses 100% Assassins touched 0" in told
    assert "Duet 4 2 50%" in told
    assert "Duet 4 20 18 4.5" in told
    assert "Bob 4 2 50%" in told
    assert "Assassins touched 2" in text_of(bob.get("/people/Bob"))


def test_others_are_named_on_a_public_page_only_if_theirs_is_public(app, ann, bob, cat, nobody):
    play(WINNING, ann, bob, times=3)
    play(LOSING, ann, cat, times=3)
    show(app, ann, cat)
    own, shown = ann.get("/people/Ann").text, nobody.get("/people/Ann").text
    assert [name in own for name in ("Bob", "Cat")] == [True, True]
    assert [name in shown for name in ("Bob", "Cat")] == [False, True]
    assert own.index("Bob") < own.index("Cat")


def test_partners_are_those_of_the_own_side_with_three_games(ann, bob, cat, dan):
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    for games in range(3):
        assert "Bob" not in without_tokens(ann.get("/people/Ann")), games
        table = lay("classic", people, {"first": "red", "key": "r" * 9 + "b" * 8 + "." * 7 + "x"})
        table.must("red-spymaster", f"clue {CLUE} 1")
        table.must("red-operative", "guess 24")
    page = ann.get("/people/Ann").text
    assert [name in page for name in ("Bob", "Cat", "Dan")] == [True, False, False]


@pytest.fixture
def many(app, ann, bob):
    """Give Ann and Bob that many ended games, by their results alone."""

    def add(count):
        dice = Random(7)
        with app.app_context():
            model = db.session.execute(select(Game.__table__).limit(1)).mappings().one()
            kept = {name: value for name, value in model.items() if name not in ("id", "code")}
            rows = [{**kept, "code": f"{count:04}{number:04}"} for number in range(count)]
            ids = db.session.scalars(insert(Game).returning(Game.id), rows).all()
            at = now() - timedelta(days=count)
            results = [
                {"game_id": game, "user_id": who.user.id, "variant": "duet", "side": side, "role": "", "clues": 4,
                 "won": dice.random() < 0.6, "ended_at": at + timedelta(days=number), "found": dice.randrange(12)}
                for number, game in enumerate(ids)
                for side, who in (("a", ann), ("b", bob))
            ]  # fmt: skip
            db.session.execute(insert(Result), results)
            db.session.commit()

    lay("duet", {"a": ann, "b": bob})
    return add


def test_five_hundred_games_take_no_more_statements(app, ann, many):
    costs = []
    for games in (20, 480):
        many(games)
        ann.get("/people/Ann")
        with app.app_context(), counted() as sent:
            page = ann.get("/people/Ann")
        costs.append(len(sent))
        assert page.text.count("<circle") in (8, 24)
    assert costs[0] == costs[1]
    assert "Games 500" in text_of(page)


def test_plots_come_with_ten_games_and_have_their_numbers_beside(ann, many):
    many(9)
    assert "<circle" not in ann.get("/people/Ann").text
    many(3)
    page = ann.get("/people/Ann").text
    assert page.count("<circle") == 4
    assert page.count('role="img"') == 2
    assert text_of(page).count("As a table") == 1
