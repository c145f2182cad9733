"""The computer at a table: the worker plays for it, each move once, and it is nobody to be told or counted."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from app.accounts.computers import load_computers
from app.accounts.models import User
from app.db import db, now
from app.games.moves import computer_moves
from app.games.moves.computer_retries import Retries
from app.games.moves.service import create_game, play_move
from app.games.store.models import Game, Move
from app.games.store.settings import GameSettings
from app.notifications.models import Notice
from app.profiles.models import Result
from app.rules import Void, parse, replay
from tests import fork_server
from tests.clock import pass_time
from tests.processes import ROOT


@pytest.fixture
def duet(context, ann):
    """A Duet of Ann (side A) with the computer."""
    return deal("duet", {"a": ann.user.id})


def deal(variant: str, people: dict[str, int]) -> Game:
    """Create a game in which the computer has all seats that nobody is named for."""
    settings = GameSettings(variant, "en-duet")
    seats = {"duet": ("a", "b"), "classic": ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")}
    free = iter(load_computers())
    players = [(people[seat] if seat in people else next(free).id, seat) for seat in seats[variant]]
    game = create_game(settings, players)
    db.session.commit()
    return game


def wait(game: Game) -> None:
    """Let the pause before the next move be over."""
    game.moved_at = now() - computer_moves.PAUSE
    db.session.commit()


@pytest.fixture
def stand_clock(monkeypatch) -> Callable[[timedelta], None]:
    """Let the computer's clock stand still, so long from now: what it waits for does not pass on a busy machine."""
    moment = now()
    return lambda later: monkeypatch.setattr(computer_moves, "now", lambda: moment + later)


def moves(game: Game) -> list[str]:
    return list(db.session.scalars(db.select(Move.text).where(Move.game_id == game.id).order_by(Move.seq)))


def test_it_gives_the_first_clue_after_a_pause(duet, stand_clock):
    stand_clock(timedelta(0))
    assert computer_moves.play_due_moves(10) == 0
    stand_clock(computer_moves.PAUSE + timedelta(seconds=1))
    assert computer_moves.play_due_moves(10) == 1
    [move] = moves(duet)
    assert move.startswith("clue ")
    db.session.refresh(duet)
    assert duet.turn == ["a"]
    wait(duet)
    assert computer_moves.play_due_moves(10) == 0  # it is Ann's turn


def test_a_clock_that_was_put_back_does_not_make_it_wait(app, duet):
    pass_time(app, timedelta(hours=-1))
    assert computer_moves.play_due_moves(10) == 1


def test_a_whole_codenames_by_the_worker(context, ann):
    """Ann sits beside, and her team's spymaster is the computer: all others play on until she is awaited."""
    game = deal("classic", {"red-operative": ann.user.id})
    for _ in range(200):
        db.session.refresh(game)
        if game.finished_at:
            break
        if game.turn == ["red-operative"]:
            card = parse(moves(game)[-1]).cards[0]
            play_move(game.code, ann.user.id, parse(f"guess {card}"), game.version)
            db.session.refresh(game)
            if game.turn == ["red-operative"]:
                play_move(game.code, ann.user.id, parse("stop"), game.version)
        wait(game)
        computer_moves.play_due_moves(10)
    assert game.finished_at
    rows = db.session.scalars(db.select(Move.seq).where(Move.game_id == game.id)).all()
    assert sorted(rows) == list(range(1, game.version + 1))


def break_deck(game: Game) -> None:
    """Let every attempt to choose a move in a game fail: it names a deck that there is not."""
    game.deck = "no-deck"
    wait(game)


def test_a_failure_in_one_game_does_not_stop_the_others(duet, ann, caplog):
    """The broken game has waited longest, so that it comes first."""
    break_deck(duet)
    other = deal("duet", {"a": ann.user.id})
    wait(other)
    assert computer_moves.play_due_moves(10) == 1
    assert (len(moves(duet)), len(moves(other))) == (0, 1)
    assert f"The computer cannot play in {duet.code}" in caplog.text


def test_broken_games_take_no_places_of_others(duet, ann, stand_clock):
    """A sweep of one game finds the broken one first; the next sweep leaves it out until its delay is over."""
    break_deck(duet)
    other = deal("duet", {"a": ann.user.id})
    wait(other)
    stand_clock(timedelta(seconds=10))
    assert [computer_moves.play_due_moves(1) for _ in range(2)] == [0, 1]


def test_a_game_that_failed_is_tried_again_once_its_delay_is_over(duet, stand_clock):
    break_deck(duet)
    stand_clock(timedelta(seconds=10))
    assert computer_moves.play_due_moves(10) == 0
    duet.deck = "en-duet"
    db.session.commit()
    assert computer_moves.play_due_moves(10) == 0
    stand_clock(timedelta(seconds=12))
    assert computer_moves.play_due_moves(10) == 1
    assert duet.code not in computer_moves.retries.waiting(computer_moves.now())


def test_the_delay_doubles_to_five_minutes():
    retries, at = Retries(), now()
    delays = []
    for _ in range(12):
        retries.add_failure("abc", at)
        delay = next(seconds for seconds in range(400) if not retries.waiting(at + timedelta(seconds=seconds)))
        delays.append(delay)
        at += timedelta(seconds=delay)
    assert delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]


def test_games_that_are_not_tried_any_more_are_forgotten():
    retries, at = Retries(), now()
    retries.add_failure("abc", at)
    retries.add_failure("def", at + timedelta(minutes=6))
    assert retries.waiting(at) == ["def"]


def test_two_workers_play_each_move_once(app, duet):
    """Both find the same game at once; the second sees that it has moved on."""
    wait(duet)
    code = duet.code

    def work(_) -> int:
        with app.app_context():
            return computer_moves.play_due_moves(10)

    with ThreadPoolExecutor(4) as pool:
        played = list(pool.map(work, range(4)))
    db.session.rollback()
    assert sum(played) == 1
    assert len(moves(db.session.scalar(db.select(Game).where(Game.code == code)))) == 1


def test_it_is_told_and_counted_nowhere(duet, ann):
    """No notice, no result, and no vote to wait for (V23)."""
    wait(duet)
    computer_moves.play_due_moves(10)
    db.session.refresh(duet)
    play_move(duet.code, ann.user.id, Void(), duet.version)
    db.session.refresh(duet)
    assert duet.reason == "void"
    computers = {user.id for user in load_computers()}
    assert not computers & set(db.session.scalars(db.select(Notice.user_id)))
    assert not computers & set(db.session.scalars(db.select(Result.user_id)))


def test_its_results_are_not_stored(duet, ann):
    play_move(duet.code, ann.user.id, parse("resign"), 0)
    assert set(db.session.scalars(db.select(Result.user_id))) == {ann.user.id}


def test_it_is_marked_by_its_name_everywhere(duet, ann):
    page = ann.get(f"/games/{duet.code}").text
    assert f"{load_computers()[0].name} (computer)" in page


def test_nobody_can_take_its_name_or_sign_in(context, nobody):
    name = load_computers()[0].name
    db.session.commit()
    assert nobody.post("/login", name=name, password="").status_code != 303
    answer = nobody.post("/signup", name=name.upper(), password="a long enough password", again="")
    assert "reserved" in answer.text
    assert db.session.scalar(db.select(db.func.count()).select_from(User).where(User.computer)) > 3


def test_a_game_that_waits_for_nobody_is_left_alone(duet):
    """An ended game has no turn; a sweep finds nothing to do."""
    wait(duet)
    duet.finished_at = now() - timedelta(seconds=1)
    db.session.commit()
    assert computer_moves.play_due_moves(10) == 0


def test_a_worker_that_is_killed_plays_each_move_once(app, context):
    """`kill -9` at any moment: no move is missing or there twice, and the game comes to its end."""
    game = deal("duet", {})
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    program = "import sys; from tests.games.moves import killed_worker; killed_worker.main(sys.argv[1], 50)"
    assert fork_server.server().run(["-c", program, url], ROOT, os.environ, timeout=300).returncode == 0
    db.session.refresh(game)
    assert game.finished_at
    rows = db.session.execute(db.select(Move.seat, Move.text).where(Move.game_id == game.id).order_by(Move.seq)).all()
    assert replay(game.deal, [tuple(row) for row in rows]).version == game.version == len(rows)
