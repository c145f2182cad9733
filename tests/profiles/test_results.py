"""Results are written when a game ends, whoever or whatever ends it: who won, who lost, and for whom it is neither."""

from sqlalchemy import delete, select

from app.accounts import erasure
from app.accounts.models import User
from app.db import db
from app.games.store.models import Game
from app.profiles import results
from app.profiles.models import Result, UncountedGame
from tests.games.clock.clocked_games import OWN, classic_at, do, duet_at, miss, stall
from tests.games.tables import CLUE, DUET_KEYS, LOSING, WINNING, lay
from tests.profiles.stored_results import numbers


def won(kept):
    return {name: row.won for name, row in kept.items()}


def test_nothing_is_written_while_a_game_runs(classic, kept):
    classic.must("red-spymaster", f"clue {CLUE} 2")
    assert kept(classic) == {}


def test_a_team_wins_together_and_the_other_has_lost(classic, kept):
    """V9, V10."""
    classic.must("red-spymaster", f"clue {CLUE} 2")
    classic.must("red-operative", "guess 0", "guess 24")
    told = kept(classic)
    assert won(told) == {"Ann": False, "Bob": False, "Cat": True, "Dan": True}
    assert numbers(told["Ann"]) == (False, 1, 2, 1, 0, 0, False)
    assert numbers(told["Bob"]) == (False, 0, 0, 0, 1, 1, True)
    assert (told["Ann"].role, told["Dan"].role, told["Dan"].side) == ("spymaster", "operative", "blue")
    assert told["Ann"].ended_at == classic.game.finished_at


def test_in_duet_all_win_or_lose(app, ann, bob, duet, kept):
    """D3, D9."""
    for seat, move in WINNING:
        duet.must(seat, move)
    told = kept(duet)
    assert numbers(told["Ann"]) == (True, 1, 9, 9, 6, 0, False)
    assert numbers(told["Bob"]) == (True, 1, 6, 6, 9, 0, False)
    assert told["Ann"].role == ""
    lost = lay("duet", {"a": ann, "b": bob}, {"keys": duet.game.deal["keys"]})
    for seat, move in LOSING:
        lost.must(seat, move)
    assert won(kept(lost)) == {"Ann": False, "Bob": False}


def test_a_void_game_counts_for_nobody(classic, kept):
    """V23"""
    classic.must("red-spymaster", f"clue {CLUE} 2")
    for seat in classic.people:
        classic.must(seat, "void")
    assert classic.game.reason == "void"
    assert kept(classic) == {}


def test_who_gives_up_has_lost_and_who_stayed_has_not(classic, duet, kept):
    """L1: no mark against those who stayed; the other team has won."""
    classic.must("red-spymaster", "resign")
    assert won(kept(classic)) == {"Ann": False, "Bob": None, "Cat": True, "Dan": True}
    duet.must("b", "resign")
    assert won(kept(duet)) == {"Ann": None, "Bob": False}


def test_whom_the_side_did_without_has_neither_won_nor_lost(ann, bob, cat, kept):
    """L1; what they did counts."""
    table = lay("duet", {"a": ann, "b": [bob, cat]}, {"keys": DUET_KEYS})
    table.must("a", f"clue {CLUE} 2")
    table.must("b", "guess 0", "resign")
    assert cat.post(f"/games/{table.code}/moves", move="guess 15", seen=table.game.version).status_code == 303
    told = kept(table)
    assert won(told) == {"Ann": False, "Bob": None, "Cat": False}
    assert told["Bob"].right == 1


def test_who_was_missed_has_lost_and_who_stayed_has_not(ann, bob, kept):
    """T4, by those who stayed, who end the game."""
    table = stall(duet_at(OWN, ann, bob))
    assert do(table, ann, "choice", choice="end").status_code == 303
    assert won(kept(table)) == {"Ann": None, "Bob": False}


def test_a_team_that_was_left_waiting_has_won(ann, bob, cat, dan, kept):
    """T4, by the clock: the spymaster was missed, the operative not."""
    table = classic_at(OWN, (ann, bob, cat, dan))
    for _ in range(7):  # three phases of either team, and the offer to choose
        if table.game.finished_at is None:
            miss(table)
    assert table.game.reason == "abandoned"
    silent = "Ann" if table.game.winner == "blue" else "Cat"
    others = {"Ann": "Bob", "Cat": "Dan"}
    told = won(kept(table))
    assert (told.pop(silent), told.pop(others[silent])) == (False, None)
    assert set(told.values()) == {True}


def test_a_substitute_counts_like_anybody(ann, bob, cat, kept):
    """L2, T4: who was replaced has neither won nor lost."""
    table = stall(duet_at(OWN, ann, bob))
    do(table, ann, "substitute", seat="b")
    assert cat.post(f"/substitutes/{table.game.substitute}").status_code == 303
    table.people["b"] = cat
    table.must("b", "guess 15")
    told = kept(table)
    assert won(told) == {"Ann": False, "Bob": None, "Cat": False}
    assert (told["Bob"].wrong, told["Cat"].assassin) == (0, True)


def test_who_deletes_the_account_takes_their_results_along(app, duet, bob, kept):
    for seat, move in LOSING:
        duet.must(seat, move)
    with app.app_context():
        erasure.erase_user(db.session.get_one(User, bob.user.id))
        db.session.commit()
    assert set(kept(duet)) == {"Ann"}


def test_games_that_ended_before_are_filled_in_alike(app, classic, duet, kept):
    for seat, move in WINNING:
        duet.must(seat, move)
    classic.must("red-spymaster", "resign")
    before = [{name: numbers(row) for name, row in kept(table).items()} for table in (classic, duet)]
    with app.app_context():
        db.session.execute(delete(Result))
        db.session.add_all(UncountedGame(game_id) for game_id in db.session.scalars(select(Game.id)))
        db.session.commit()
        assert [
            results.store_missing_results(1),
            results.store_missing_results(5),
            results.store_missing_results(5),
        ] == [1, 1, 0]
    assert [{name: numbers(row) for name, row in kept(table).items()} for table in (classic, duet)] == before
