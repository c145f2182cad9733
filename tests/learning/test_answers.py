"""Answers to the computer's clues are kept if those who gave them agree, and nothing else is kept with them."""

import json

import pytest
from sqlalchemy import inspect, select

from app.accounts import erasure
from app.accounts.computers import load_computers
from app.accounts.models import User
from app.db import db
from app.games.moves.service import create_game, play_move
from app.games.store.settings import GameSettings
from app.games.table.loading import load_game
from app.learning.answers import Misread, load_misread
from app.learning.models import Answer
from app.rules import parse
from tests.backup.commands import must
from tests.games.tables import CLUE, DUET_KEYS


def agree(person, **fields):
    answer = person.post("/account/answers", **fields)
    assert answer.status_code == 303


def play(app, ann, moves, words=None):
    """Let Ann play a Duet with the computer, which is side A, to its end; return the words on the cards."""
    with app.app_context():
        seats = [(load_computers()[0].id, "a"), (ann.user.id, "b")]
        game = create_game(GameSettings("duet", "en-base"), seats)
        game.deal, game.turn = {**game.deal, "keys": DUET_KEYS}, ["a", "b"]
        game.words = words or game.words
        db.session.commit()
        code, words, users = game.code, list(game.words), {seat: user for user, seat in seats}
        for number, (seat, move) in enumerate(moves):
            play_move(code, users[seat], parse(move), number, sure=move.split()[1])
        assert load_game(code).finished_at
    return words


LOST = (("a", f"clue {CLUE} 2"), ("b", "guess 3"), ("b", "guess 15"))


def kept(app):
    with app.app_context():
        return [
            (each.clue, each.number, each.touched, each.right, each.times)
            for each in db.session.scalars(select(Answer))
        ]


@pytest.fixture
def guest(app, nobody):
    """Somebody without an account."""
    nobody.post("/lobbies", variant="duet", name="Gus")
    return nobody


def test_nothing_is_kept_unless_one_agrees(app, ann):
    play(app, ann, LOST)
    agree(ann, shares_answers="1")
    agree(ann)  # the box is not ticked
    play(app, ann, LOST)
    assert kept(app) == []


def test_equal_answers_are_counted_in_one_row(app, ann):
    agree(ann, shares_answers="1")
    words = play(app, ann, LOST)
    assert kept(app) == [(CLUE, 2, (words[3], words[15]), 1, 1)]
    play(app, ann, LOST, words)
    assert kept(app) == [(CLUE, 2, (words[3], words[15]), 1, 2)]


def test_a_persons_clue_is_not_kept(app, ann):
    """It is in a person's own words."""
    agree(ann, shares_answers="1")
    play(app, ann, (("b", f"clue {CLUE} 2"), ("a", "guess 15")))
    assert kept(app) == []


def test_a_row_tells_neither_who_nor_when(app):
    columns = {column.name for column in inspect(Answer).columns}
    assert columns == {"language", "clue", "number", "touched", "right", "times"}


def test_a_guest_may_agree_and_the_page_shows_it(app, guest):
    page = guest.get("/account").text
    assert 'name="shares_answers"' in page
    assert 'checked id="shares_answers"' not in page
    agree(guest, shares_answers="1")
    assert 'checked id="shares_answers"' in guest.get("/account").text


def test_the_consent_is_exported_and_erased(app, ann):
    agree(ann, shares_answers="1")
    assert json.loads(ann.post("/account/export").text)["account"]["shares_answers"] is True
    with app.app_context():
        user = db.session.get(User, ann.user.id)
        erasure.erase_user(user)
        assert not user.shares_answers
        db.session.rollback()


def test_the_clues_misread_most_come_first(app, context):
    rows = [("engine", ("piston",), 1, 6), ("engine", ("piston", "duck"), 1, 2), ("royal", ("duck",), 0, 3)]
    rows += [("sea", ("boat",), 1, 9), ("rare", ("duck",), 0, 1)]
    db.session.add_all(Answer("en", clue, 2, touched, right, times) for clue, touched, right, times in rows)
    db.session.commit()
    royal, engine = load_misread(3)
    assert royal == Misread("en", "royal", 3, 3, (("duck", 3),))
    assert engine == Misread("en", "engine", 8, 2, (("duck", 2),))
    told = must("computer", "misread", DATABASE_URL=app.config["SQLALCHEMY_DATABASE_URI"]).decode()
    assert told.splitlines()[1] == "en engine: 2 of 8 answers astray: duck (2)"
