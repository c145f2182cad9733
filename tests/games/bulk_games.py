"""Very many games at once: copies of a few, made inside the database."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

import psycopg
import pytest
from flask import Flask
from sqlalchemy import text

from app.db import Base, db
from app.games.store.models import Game
from tests.games.tables import Table

PEOPLE = """
INSERT INTO users (name, skeleton) SELECT 'Person ' || i, 'person ' || i FROM generate_series(1, :people) AS i
RETURNING id
"""
GAMES = """
INSERT INTO games (code, {columns}) SELECT 'z' || translate(lpad((:first + i)::text, 7, '0'), '01', 'xy'), {columns}
FROM games, generate_series(1, :count) AS i WHERE id = :model
RETURNING id
"""
PLAYERS = """
INSERT INTO players (game_id, user_id, seat)
SELECT game, (CAST(:people AS bigint[]))[1 + (game + :place) % :many], :seat
FROM unnest(CAST(:games AS bigint[])) AS game
"""
MOVES = """
INSERT INTO moves (game_id, seq, seat, text, played_at)
SELECT game, seq, seat, text, played_at FROM moves, unnest(CAST(:games AS bigint[])) AS game WHERE game_id = :model
"""
MARKS = """
INSERT INTO marks (game_id, user_id, card, marked_at)
SELECT copied.game_id, copied.user_id, card, marked_at FROM marks
JOIN players AS own ON own.game_id = marks.game_id AND own.user_id = marks.user_id
JOIN players AS copied ON copied.game_id = ANY(:games) AND copied.seat = own.seat
WHERE marks.game_id = :model
"""
NOTICES = """
INSERT INTO notices (user_id, topic, kind, params, path, since, deadline)
SELECT user_id, 'game:' || code, 'turn', '{"variant": "duet", "city": null}', '/games/' || code, phase_began_at,
    deadline
FROM games JOIN players ON game_id = games.id AND seat = ANY(turn) WHERE games.id = ANY(:games)
"""
OTHERS = """
INSERT INTO games (code, variant, deck, deal, drawn, words, turn, clock, deadline, finished_at)
SELECT 'y' || translate(lpad(i::text, 7, '0'), '01', 'xy'), 'duet', 'en-base', '{}', '[]', '[]', '{a}',
    CASE WHEN i % 5 > 1 THEN '' ELSE 'own 86400' END,
    CASE WHEN i % 5 = 1 THEN now() + interval '1 day' * (i % 7 + 1) END,
    CASE WHEN i % 5 = 2 THEN now() END
FROM generate_series(1, :count) AS i
"""
UNTOLD = """
SELECT count(*) FROM (
    SELECT user_id, 'game:' || code AS topic, CASE WHEN stalled_at IS NULL THEN deadline END AS deadline
    FROM games JOIN players ON game_id = games.id AND seat = ANY(turn) WHERE finished_at IS NULL AND clock > ''
) AS awaited
FULL JOIN (SELECT * FROM notices WHERE kind = 'turn' AND closed_at IS NULL) AS told USING (user_id, topic)
WHERE awaited.topic IS NULL OR told.topic IS NULL OR awaited.deadline IS DISTINCT FROM told.deadline
"""


def people(app: Flask, count: int) -> list[int]:
    """Make people, and return their ids."""
    with app.app_context():
        ids = list(db.session.scalars(text(PEOPLE), {"people": count}))
        db.session.commit()
    return ids


def copy(model: Table, count: int, pool: Sequence[int]) -> list[int]:
    """Copy a game with its moves, marks and notices, each copy for other people of the pool; return the ids."""
    game = model.game
    with model.app.app_context():
        columns = ", ".join({column.name for column in Game.__table__.columns} - {"id", "code", "rematch_of"})
        first = db.session.scalar(text("SELECT max(id) FROM games"))
        values = {"first": first, "count": count, "model": game.id}
        games = list(db.session.scalars(text(GAMES.format(columns=columns)), values))
        db.session.execute(text("ANALYZE games"))  # else foreign keys may be checked as for a few games: one by one
        for place, player in enumerate(game.players):
            values = {"games": games, "people": list(pool), "many": len(pool), "place": place, "seat": player.seat}
            db.session.execute(text(PLAYERS), values)
        for rows in (MOVES, MARKS):
            db.session.execute(text(rows), {"games": games, "model": game.id})
        db.session.execute(text(NOTICES), {"games": games})
        db.session.commit()
    return games


def add_others(app: Flask, count: int) -> None:
    """Make games that are not due: most without a clock, some with time left, some over."""
    with app.app_context():
        db.session.execute(text(OTHERS), {"count": count})
        db.session.commit()


def run_out(app: Flask, games: Sequence[int], within: timedelta) -> None:
    """Let the time of games be over, at moments within a span that ends now."""
    change = "UPDATE games SET deadline = now() - random() * CAST(:within AS interval) WHERE id = ANY(:games)"
    with app.app_context():
        db.session.execute(text(change), {"within": within, "games": list(games)})
        db.session.commit()
        db.session.execute(text("ANALYZE"))
        db.session.commit()


def empty(app: Flask) -> None:
    """Forget all rows at once: that many deleted ones would slow down every test that follows."""
    with app.app_context():
        db.session.execute(text("SET LOCAL session_replication_role = replica"))  # the audit is written once
        db.session.execute(text(f"TRUNCATE {', '.join(Base.metadata.tables)}"))
        db.session.commit()


def scalar(statement: str, **values: object):
    """Return the first value that a statement finds."""
    return db.session.scalar(text(statement), values)


@contextmanager
def counted() -> Iterator[list[str]]:
    """Yield the list of statements that are sent meanwhile; one for many rows is one."""
    sent: list[str] = []

    def noting(send):
        def note(cursor, statement, *values, **options):
            sent.append(" ".join(statement.split()))
            return send(cursor, statement, *values, **options)

        return note

    with pytest.MonkeyPatch.context() as patch:
        for name in ("execute", "executemany"):
            patch.setattr(psycopg.Cursor, name, noting(getattr(psycopg.Cursor, name)))
        yield sent
