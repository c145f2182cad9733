"""POST /games/<code>/kudos: praise of a clue once the game is over; pressed again, it is taken back."""

import random
import re

import pytest
from sqlalchemy import delete, select

from app import rules
from app.accounts import erasure
from app.accounts.models import User
from app.db import db
from app.games.postgame import kudos
from app.games.store.models import Game, Kudos, Move, Player
from tests.games.secrecy.test_secrets import random_move
from tests.games.tables import CLUE, Table, lay

ALLOWED, REFUSED, GIVEN = 2, 4, 7  # by the numbers of their moves, which clues were shown to the other spymaster


@pytest.fixture
def over(classic) -> Table:
    """A game of three clues: Ann asks and is allowed, Cat asks in vain and then gives another, Ann gives up."""
    for seat, move in (
        ("red-spymaster", f"ask {CLUE} 1"),
        ("blue-spymaster", "allow"),
        ("red-operative", "guess 20"),
        ("blue-spymaster", "ask quokka 1"),
        ("red-spymaster", "refuse"),
        ("blue-spymaster", "clue xylem 2 for 9,10"),
        ("red-spymaster", "resign"),
    ):
        classic.must(seat, move)
    return classic


def praise(table, who, clue, headers=None):
    return who.post(f"/games/{table.code}/kudos", headers, clue=clue)


def kept(app):
    with app.app_context():
        return [(row.seq, row.user_id) for row in db.session.scalars(select(Kudos).order_by(Kudos.seq, Kudos.user_id))]


def offered(page):
    """The clues that a page has a button for, by the numbers of their moves, and which of them are pressed."""
    return [(int(clue), on) for clue, on in re.findall(r'id="praise-(\d+)".*?aria-pressed="(\w+)"', page, re.DOTALL)]


def told(page):
    return re.findall(r"Kudos from ([^<]+)<", page)


def test_each_gives_one_to_a_clue_and_takes_it_back(app, over, bob, cat):
    for who in (bob, cat):
        assert praise(over, who, 1).status_code == 303
    assert kept(app) == [(1, bob.user.id), (1, cat.user.id)]
    assert told(over.see("red-spymaster")) == ["Bob and Cat"]
    praise(over, bob, 1)
    assert kept(app) == [(1, cat.user.id)]
    assert told(over.see("red-operative")) == ["Cat"]


def test_the_page_offers_clues_of_others_to_players_alone(over, ann, zed, nobody):
    assert offered(over.see("red-spymaster")) == [(6, "false")]
    assert offered(over.see("blue-spymaster")) == [(1, "false")]
    assert offered(over.see("red-operative")) == [(1, "false"), (6, "false")]
    praise(over, ann, 6)
    assert offered(over.see("red-spymaster")) == [(6, "true")]
    for watcher in (zed, nobody):
        page = watcher.get(f"/games/{over.code}").text
        assert offered(page) == []
        assert told(page) == ["Ann"]


@pytest.mark.parametrize(
    ("number", "why"), [(1, "own"), (2, "an answer"), (3, "a guess"), (4, "refused"), (99, "none")]
)
def test_only_clues_of_others_that_were_given_get_kudos(app, over, ann, number, why):
    answer = praise(over, ann, number)
    assert answer.status_code == 422, why
    assert "You can give kudos only for other players’ clues." in answer.text
    assert kept(app) == []


@pytest.mark.parametrize("number", ["", "x", "-1", "1234567"])
def test_nonsense_is_refused(app, over, ann, number):
    assert praise(over, ann, number).status_code == 422
    assert kept(app) == []


def test_a_running_game_has_none(app, classic, bob):
    classic.must("red-spymaster", f"clue {CLUE} 2")
    answer = praise(classic, bob, 1)
    assert answer.status_code == 422
    assert "This game is not over yet." in answer.text
    assert kept(app) == []
    assert "Kudos" not in classic.see("red-operative")


def test_strangers_give_none(app, over, zed, nobody):
    assert praise(over, zed, 1).status_code == 404
    assert praise(over, nobody, 1).location.startswith("/login")
    assert kept(app) == []


def test_by_htmx_the_table_comes_back(over, bob):
    answer = praise(over, bob, 1, {"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith("<section")
    assert offered(answer.text) == [(1, "true"), (6, "false")]


def test_two_on_a_side_praise_each_other(app, ann, bob, zed):
    table = lay("duet", {"a": [ann, zed], "b": bob})
    table.must("a", f"clue {CLUE} 1")
    table.must("b", "resign")
    assert praise(table, zed, 1).status_code == 303
    assert praise(table, ann, 1).status_code == 422
    assert kept(app) == [(1, zed.user.id)]


def test_they_go_with_the_account_and_with_the_game(app, over, ann, bob, cat):
    for who, clue in ((bob, 1), (cat, 1), (ann, 6)):
        praise(over, who, clue)
    with app.app_context():
        erasure.erase_user(db.session.get_one(User, bob.user.id))
        db.session.commit()
    assert kept(app) == [(1, cat.user.id), (6, ann.user.id)]
    with app.app_context():
        erasure.erase_user(db.session.get_one(User, ann.user.id))
        db.session.commit()
    assert kept(app) == [(1, cat.user.id)]  # of whoever gave the clue, nothing is in it
    with app.app_context():
        db.session.execute(delete(Player))
        db.session.execute(delete(Move))
        db.session.execute(delete(Game))
        db.session.commit()
    assert kept(app) == []


def test_ones_own_are_in_the_file_of_ones_data(over, bob):
    praise(over, bob, 6)
    assert bob.post("/account/export").json["games"][0]["kudos"] == [6]


def test_whoever_goes_on_too_fast_waits(over, bob):
    answers = [praise(over, bob, 1).status_code for _ in range(71)]
    assert (answers[0], answers[-1]) == (303, 429)


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_clues_are_found_as_the_rules_have_them(variant):
    """V20, T2: for random games, those that turns were played with; an allowed one is its asker's."""
    rng = random.Random(variant)
    for _ in range(30):
        table, moves = rules.start(rules.deal(variant, rng)), []
        while not table.outcome and len(moves) < 60:
            seat = rng.choice([seat for seat in rules.VARIANTS[variant].seats if table.may(seat)])
            if rng.random() < 0.1:
                seat, text = rules.CLOCK, "timeout"
            else:
                text = random_move(rng, table, seat)
            table = table.play(seat, rules.parse(text))
            moves.append(Move(1, len(moves) + 1, seat, text, None))
        found = [(move.seat, rules.parse(move.text).word) for move in kudos.clue_moves(moves)]
        assert found == [(turn.giver, turn.clue.word) for turn in table.turns if turn.clue]
