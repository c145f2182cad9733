"""Very many games of other people: copies of one, straight in the database."""

from collections.abc import Sequence

import psycopg

from app.games.store.models import Game

OTHERS = 20_000  # people
ENDED = 1000  # games that these people have behind them
NAMED = "id, code, finished_at, winner, reason"
COLUMNS = ", ".join(column.name for column in Game.__table__.columns if column.name not in NAMED.split(", "))
HALF = "mod(number, 2) = 0"

FILL = f"""
SET session_replication_role = replica;
INSERT INTO users (name) SELECT 'Somebody ' || number FROM generate_series(1, {OTHERS}) AS number;
INSERT INTO games (code, finished_at, winner, reason, {COLUMNS})
    SELECT translate(lpad(to_hex(number::bigint * 40487), 8, 'k'), '01', 'gh'),
        CASE WHEN {HALF} THEN now() END, CASE WHEN {HALF} THEN 'red' END, CASE WHEN {HALF} THEN 'agents' END, {COLUMNS}
    FROM games, generate_series(1, %(count)s) AS number WHERE id = %(id)s;
INSERT INTO players (game_id, user_id, seat, ended_at)
    SELECT game.id, %(people)s + 1 + (game.id * 7919 + place * 5003) %% {OTHERS}, seat, finished_at
    FROM games AS game, unnest(ARRAY['red-spymaster', 'red-operative', 'blue-spymaster', 'blue-operative'])
    WITH ORDINALITY AS seats (seat, place) WHERE game.id > %(games)s;
INSERT INTO players (game_id, user_id, seat, ended_at)
    SELECT id, unnest(%(own)s::bigint[]), 'red-operative', finished_at FROM (
        SELECT * FROM games WHERE id > %(games)s AND finished_at IS NOT NULL LIMIT {ENDED}) AS ended;
INSERT INTO moves (game_id, seq, seat, text)
    SELECT game.id, seq, moves.seat, text FROM games AS game, moves
    WHERE moves.game_id = %(id)s AND game.id > %(games)s;
INSERT INTO beats (topic, beat) SELECT 'game:' || code, 9 FROM games WHERE id > %(games)s;
INSERT INTO notices (user_id, topic, kind, params, path, since)
    SELECT %(people)s + 1 + (id * 7919 + 5003) %% {OTHERS}, 'game:' || code, 'turn', '{{}}', '/games/' || code, now()
    FROM games WHERE id > %(games)s AND finished_at IS NULL;
"""


def fill(url: str, code: str, count: int, own: Sequence[int]) -> None:
    """Add `count` games like the one of this code, with their moves, players, notices and beats; half have ended.

    Some of the ended ones are also those of the people with the ids `own`.
    """
    with psycopg.connect(url, autocommit=True, cursor_factory=psycopg.ClientCursor) as connection:
        row = connection.execute(
            "SELECT id, (SELECT max(id) FROM games), (SELECT max(id) FROM users) FROM games WHERE code = %s", [code]
        ).fetchone()
        assert row
        connection.execute(FILL, {"id": row[0], "games": row[1], "people": row[2], "count": count, "own": list(own)})
        connection.execute("VACUUM ANALYZE")
