"""A move in two round trips: how many statements it takes, and that the snapshot it leads to is the true one."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError

from app import rules
from app.db import db
from app.db.round_trip import execute_together
from app.games.moves import service
from app.games.store.models import Mark
from app.games.store.snapshot import TableSnapshot, load_snapshot
from app.games.store.snapshot_store import find_store
from app.games.store.topics import game_topic
from app.games.table import marks
from app.games.table.locked_tables import LOCK_GAME, lock_table
from app.games.web.reader import load_reader
from app.live import topic_versions
from tests.games.bulk_games import counted
from tests.games.tables import CLUE, lay
from tests.processes import until

HTMX = {"HX-Request": "true"}
ORDINARY = (("red-spymaster", f"clue {CLUE} 2"), ("red-operative", "guess 0"), ("red-operative", "stop"))
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def comparable(snapshot: TableSnapshot) -> dict[str, object]:
    return {
        each.name: getattr(snapshot, each.name) for each in fields(snapshot) if each.name not in ("serial", "_views")
    }


def test_an_ordinary_move_with_its_fragment_takes_five_statements(classic, hearing):
    """The user, the lock, the table or its versions alone, all that is written, and what is the reader's alone."""
    for seen, (seat, move) in enumerate(ORDINARY):
        who, table = classic.people[seat], "SELECT (SELECT jsonb_object_agg(topic, beat)" if seen else "SELECT games.id"
        begins = [
            "SELECT users.id",
            "SELECT moved_at, deadline FROM games",
            table,
            "WITH moved",
            "SELECT reader.user_id",
        ]
        with counted() as sent:
            answer = who.post(f"/games/{classic.code}/moves", headers=HTMX, move=move, seen=seen)
        assert answer.status_code == 200
        assert [statement[: len(begin)] for statement, begin in zip(sent, begins, strict=True)] == begins


CHANGES = {
    "a mark": ("INSERT INTO marks (game_id, user_id, card) SELECT id, :user, 5 FROM games", "red"),
    "the clock": ("UPDATE games SET clock = 'own 86400'", ""),
    "a deadline put off": ("UPDATE games SET deadline = now() + interval '1 day'", None),
    "another history": ("UPDATE games SET moved_at = moved_at - interval '1 second'", None),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_snapshot_at_hand_counts_only_if_it_is_current(classic, hearing, change):
    """What another process has changed since is seen once the game is locked, though nobody was told of it."""
    statement, side = CHANGES[change]
    bob = classic.people["red-operative"].user.id
    with classic.app.app_context():
        load_current_snapshot(classic.code)
        assert is_at_hand(classic.code)
        db.session.execute(text(f"{statement} WHERE code = :code"), {"code": classic.code, "user": bob})
        if side is not None:
            topic_versions.bump(game_topic(classic.code, side))
        db.session.commit()
        assert not is_at_hand(classic.code)
        with lock_table(classic.code) as locked:
            assert comparable(locked.game) == comparable(load_snapshot(classic.code))


def load_current_snapshot(code):
    find_store().get(code, lambda _: False)


def is_at_hand(code):
    with lock_table(code) as locked:
        return locked.game is find_store().find(code)


def test_the_plan_for_what_is_a_readers_alone_is_kept(classic, ann):
    """PostgreSQL makes five for the given values; as many again would mean that it never keeps one."""
    kept = text("SELECT generic_plans FROM pg_prepared_statements WHERE statement LIKE 'SELECT reader.%'")
    with classic.app.app_context():
        game = load_snapshot(classic.code)
        for _ in range(20):
            load_reader(game, ann.user.id, watching=False)
        assert db.session.scalar(kept) >= 5


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_a_move_leads_to_the_snapshot_that_would_be_loaded(app, ann, bob, cat, dan, hearing, variant):
    people = dict(zip(rules.VARIANTS[variant].seats, (ann, bob, cat, dan), strict=False))
    table = lay(variant, people, clock="own 86400+86400")
    with app.app_context():
        for move in (f"clue {CLUE} 2", "guess 3", "stop"):
            game = load_snapshot(table.code)
            player = next(each for each in game.players if each.seat in game.turn)
            if move == "guess 3":
                marks.toggle_mark(table.code, player.user_id, 4)
            if rules.parse(move).verb in game.table.may(player.seat):
                following = service.play_move(table.code, player.user_id, rules.parse(move), game.version)
                assert following is None or comparable(following.game) == comparable(load_snapshot(table.code))


def test_who_waits_for_a_table_sees_what_was_done_meanwhile(classic):
    def marks_seen():
        with classic.app.app_context(), lock_table(classic.code) as locked:
            return locked.game.marks

    bob, game = classic.people["red-operative"].user.id, classic.game
    with ThreadPoolExecutor() as pool, classic.app.app_context():
        execute_together((LOCK_GAME, {"code": classic.code}))
        later = pool.submit(marks_seen)
        with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as other:  # else it sees the past
            until(lambda: other.scalar(text(WAITING)))
        db.session.add(Mark(game_id=game.id, user_id=bob, card=5))
        db.session.commit()
        assert later.result() == [(bob, 5)]


def test_statements_that_fail_are_undone_together(classic):
    statement = text("UPDATE games SET version = 7 WHERE code = :code")
    twice = text("INSERT INTO moves SELECT id, 1, 'a', 'stop' FROM games, generate_series(1, 2) WHERE code = :code")
    with classic.app.app_context():
        with pytest.raises(IntegrityError):
            execute_together((statement, {"code": classic.code}), (twice, {"code": classic.code}), commit=True)
        db.session.rollback()
    assert classic.game.version == 0


def test_a_lost_connection_is_an_outage_and_is_replaced(app):
    lost = text("SELECT pg_terminate_backend(pg_backend_pid())")
    with app.app_context():
        with pytest.raises(OperationalError):
            execute_together((lost, {}))
        db.session.rollback()
        assert execute_together((text("SELECT 1 AS one"), {})) == [[{"one": 1}]]
