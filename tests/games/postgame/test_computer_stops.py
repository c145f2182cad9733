"""Why the computer stopped: told in the log of an ended game, and nowhere before."""

import re
from html import unescape
from random import Random

import pytest

from app import decks, rules
from app.accounts.computers import load_computers
from app.computer import Choice, choose_move, explain_stop
from app.computer.associations import load
from app.db import db, now
from app.games.moves import computer_moves
from app.games.postgame import computer_stops
from app.games.store.errors import GameNotFound
from app.games.wording.computer_stops import stop_texts
from app.rules import Clue, Guess
from app.rules.errors import IllegalMove
from tests.games.tables import DUET_KEYS, Table, lay
from tests.visitor import Visitor

DECK = decks.load("en-base")
WORDS = decks.words(DECK, decks.draw(DECK, 25, Random(1)))
DEAL = {"variant": "duet", "keys": DUET_KEYS, "house": [], "tokens": 9, "mistakes": 9}
TOLD = re.compile(r'<p class="thought">(.*?)</p>', re.DOTALL)


class ComputersSeat:
    """Stands for a visitor where `lay` wants one: a user of the computer's."""

    def __init__(self, app):
        self.app = app
        with app.app_context():
            self.user = load_computers()[0]
            db.session.commit()


@pytest.fixture
def with_computer(app, ann) -> Table:
    """A Duet of Ann (side A) with the computer, on known keys and words."""
    table = lay("duet", {"a": ann, "b": ComputersSeat(app)}, {"keys": DUET_KEYS})
    table.change(words=WORDS)
    return table


def stopping_clue(table: Table) -> tuple[str, Choice]:
    """A clue of Ann's after which the computer touches an agent and stops, with the card that it leaves."""
    start = table.now()
    for word in load("en").clues:
        try:
            given = start.play("a", Clue(word, 2))
        except IllegalMove:
            continue
        first = choose_move(given.view("b"), WORDS, DECK, "en", start.house)
        if not isinstance(first, Guess) or DUET_KEYS["a"][first.card] != "g":
            continue
        then = given.play("b", first)
        left = explain_stop(then.view("b"), WORDS, DECK, "en", start.house)
        if left is not None and left.points > 0:
            return word, left
    raise AssertionError("the computer never stops")


def let_it_play(table: Table) -> None:
    """Let the worker play for the computer until Ann is awaited."""
    while "b" in table.game.turn and table.game.phase == "guess":
        table.change(moved_at=now() - computer_moves.PAUSE)
        with table.app.app_context():
            assert computer_moves.play_due_moves(10) == 1


def told_in(page: str) -> list[str]:
    return [unescape(text).strip() for text in TOLD.findall(page)]


def play_until_it_stops(table: Table) -> Choice:
    word, left = stopping_clue(table)
    table.must("a", f"clue {word} 2")
    let_it_play(table)
    assert table.moves[-1] == "stop"
    return left


def test_the_log_of_an_ended_game_says_why_it_stopped(with_computer, ann):
    left = play_until_it_stops(with_computer)
    with_computer.must("a", "resign")
    [told] = told_in(with_computer.see("a"))
    card = WORDS[left.card].upper()
    assert told.startswith(f"The computer would have touched {card} next. Its chances: right ")
    assert f"{left.chances['own']:.0%}" in told
    replay = f"/games/{with_computer.code}/replay?move="
    assert told_in(ann.get(f"{replay}3").text) == [told]
    assert told_in(ann.get(f"{replay}2").text) == []  # before the stop
    assert told_in(ann.get(f"{replay}3&seat=a").text) == []  # what the seat saw then


def test_nothing_is_told_while_the_game_runs(with_computer, ann, nobody):
    """Neither to the partner nor to a watcher, on the page or in a fragment; nor can it be asked for."""
    play_until_it_stops(with_computer)
    for reader in (ann, nobody):
        for answer in (reader.get(f"/games/{with_computer.code}"), reader.fragment(f"/games/{with_computer.code}")):
            assert answer.status_code == 200
            assert "thought" not in answer.text
            assert "Its chances" not in answer.text
        assert reader.get(f"/games/{with_computer.code}/replay").status_code == 404
    with with_computer.app.app_context(), pytest.raises(GameNotFound):
        computer_stops.next_choices(with_computer.code)


@pytest.mark.parametrize(("language", "word"), [("fr", "Ses chances\u202f: bonne carte"), ("it", "Probabilità")])
def test_it_is_told_in_the_language_of_the_reader(with_computer, app, language, word):
    play_until_it_stops(with_computer)
    with_computer.must("a", "resign")
    watcher = Visitor(app, "watcher")
    page = watcher.get(f"/games/{with_computer.code}", accept_language=language).text
    assert any(word in told for told in told_in(page))


def test_a_stop_of_a_person_is_not_explained(with_computer):
    """Ann touches all that the clue meant, and stops where the computer would have."""
    with_computer.change(moved_at=now() - computer_moves.PAUSE)
    with with_computer.app.app_context():
        assert computer_moves.play_due_moves(10) == 1
    with_computer.must("a", *(f"guess {card}" for card in rules.parse(with_computer.moves[0]).cards))
    assert explain_stop(with_computer.now().view("a"), WORDS, DECK, "en", frozenset()) is not None
    with_computer.must("a", "stop", "resign")
    assert told_in(with_computer.see("a")) == []


def test_no_further_card_fitted():
    """Where no clue pointed at the best card there is nothing to name."""
    moves = [("a", "clue zyzzyva 2"), ("b", "guess 0"), ("b", "stop"), ("b", "clue xylem 1")]
    view = rules.replay(DEAL, moves).view("a")
    told = stop_texts(view, {0: Choice(3, 0, {"own": 0.3, "assassin": 0.1})}, [str(card) for card in range(25)])
    assert told == ("", "The computer saw no further card that fitted well enough.")  # the newest turn first


def test_it_would_not_stop_today():
    """A stop that the lists of today would not lead to has no explanation."""
    table = rules.start(DEAL).play("a", Clue("zyzzyva", 1))
    assert isinstance(choose_move(table.view("b"), WORDS, DECK, "en", table.house), Guess)
    assert explain_stop(table.view("b"), WORDS, DECK, "en", table.house) is None
