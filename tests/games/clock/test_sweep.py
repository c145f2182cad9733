"""The worker's sweep: very many deadlines, what it costs, and games that cannot be settled."""

import time
from datetime import timedelta

from sqlalchemy import select, text
from sqlalchemy.dialects import postgresql

from app.db import db, now
from app.games.store.models import Game
from app.games.table import deadlines
from app.games.table.deadlines import BATCH_SIZE, RETRY_AFTER
from app.games.table.loading import load_game
from tests.games import bulk_games, situations
from tests.games.bulk_games import scalar
from tests.games.clock.deadline_steps import DAY, MINUTE, SECOND, come_to, sweep

MANY, OTHERS = 2_000, 10_000
MOST = 20  # statements for a batch, whatever is in it


def plan_of(query) -> str:
    """How the database goes about a query."""
    written = query.compile(dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True})
    return "\n".join(db.session.scalars(text("EXPLAIN " + str(written).replace(":", "\\:"))))


def test_two_thousand_games_in_the_same_minute(app, pool, team, ann, bob, cat, dan, capsys):
    """T2-T5: each is settled once, by a number of statements that does not depend on what is in a batch."""
    attempt = {"sheet_id": team.current_sheet.id, "city": "prague"}
    models = [(situations.stalled(ann, bob, **attempt), 1), (situations.missing(ann, bob), 0)]  # how often it moves
    models += [(situations.guessing(ann, bob), 1), (situations.clueing(ann, bob), 1)]
    models += [(situations.voting(ann, bob, cat, dan), 2)]
    copies = [(bulk_games.copy(model, MANY // 5, pool), model.game.version, moves) for model, moves in models]
    bulk_games.add_others(app, OTHERS)
    all_copies = [game for games, *_ in copies for game in games]
    bulk_games.run_out(app, all_copies, MINUTE)
    with app.app_context():
        due = deadlines.overdue_games().limit(BATCH_SIZE).with_for_update(of=Game, skip_locked=True)
        assert "Index Scan using games_deadline_idx" in plan_of(due)
        with bulk_games.counted() as sent:
            began, worked = time.monotonic(), time.process_time()
            assert deadlines.sweep() == MANY
            took, worked = time.monotonic() - began, time.process_time() - worked
        assert len(sent) <= MOST * MANY // BATCH_SIZE + 1
        for games, before, moves in copies:
            made = "SELECT count(*) FROM moves WHERE game_id = ANY(:games) AND seq > :before"
            assert scalar(made, games=games, before=before) == moves * len(games)
            versions = "SELECT array_agg(DISTINCT version) FROM games WHERE id = ANY(:games)"
            assert scalar(versions, games=games) == [before + moves]
        assert db.session.scalars(deadlines.overdue_games()).all() == []
        assert scalar("SELECT count(*) FROM games WHERE reason = 'abandoned' AND deadline IS NULL") == MANY // 5
        assert scalar("SELECT count(stalled_at) FROM games WHERE id = ANY(:games)", games=all_copies) == MANY // 5
        assert scalar(bulk_games.UNTOLD) == 0
        news = db.session.execute(text("SELECT kind, count(*) FROM notices WHERE closed_at IS NULL GROUP BY kind"))
        assert dict(news.all())["over"] == 2 * MANY // 5
        beaten = "SELECT count(*) FROM games JOIN beats ON topic = 'game:' || code WHERE id = ANY(:games)"
        assert scalar(beaten, games=all_copies) == MANY
    with capsys.disabled():
        costs = f"{len(sent)} statements: {len(sent) * BATCH_SIZE / MANY:.1f} a batch, {len(sent) / MANY:.2f} a game"
        print(f"\n{MANY} games: {took:.1f} s, {worked:.1f} s of them in Python, {MANY / took:.0f} a second; {costs}")  # noqa: T201


def test_nothing_to_do_is_one_statement(app, ann, bob):
    situations.guessing(ann, bob)
    with app.app_context(), bulk_games.counted() as sent:
        assert deadlines.sweep() == 0
    assert len(sent) == 1


def cost_of(app, games) -> int:
    """How many statements a sweep of these games takes, without the one that finds no more."""
    bulk_games.run_out(app, games, MINUTE)
    with app.app_context(), bulk_games.counted() as sent:
        assert deadlines.sweep() == len(games)
    return len(sent) - 1


def test_a_batch_costs_the_same_statements_whatever_its_size(app, pool, ann, bob):
    model = situations.guessing(ann, bob)
    assert cost_of(app, bulk_games.copy(model, 1, pool)) == cost_of(app, bulk_games.copy(model, BATCH_SIZE, pool)) <= 10


def test_what_happens_in_a_batch_costs_some_more_at_most(app, pool, ann, bob):
    """Rows of which different columns change are written by one statement all the same."""
    models = [situations.stalled(ann, bob), situations.missing(ann, bob), situations.guessing(ann, bob)]
    one, many = (
        [bulk_games.copy(model, 1, pool)[0] for _ in range(n) for model in models] for n in (1, BATCH_SIZE // 3)
    )
    assert cost_of(app, one) == cost_of(app, many) <= 17


def test_a_locked_game_is_left_to_who_has_locked_it(app, pool, ann, bob):
    games = bulk_games.copy(situations.guessing(ann, bob), 5, pool)
    bulk_games.run_out(app, games, MINUTE)
    with app.app_context(), db.engine.begin() as other:
        other.execute(text("SELECT 1 FROM games WHERE id = :id FOR UPDATE"), {"id": games[2]})
        assert deadlines.sweep() == 4
    with app.app_context():
        assert deadlines.sweep() == 1


def test_a_game_that_cannot_be_settled_stops_no_others(app, pool, ann, bob, caplog):
    games = bulk_games.copy(situations.guessing(ann, bob), 2 * BATCH_SIZE, pool)
    broken = games[:: BATCH_SIZE // 2]
    bulk_games.run_out(app, games, MINUTE)
    with app.app_context():
        db.session.execute(text("UPDATE games SET deal = '{}' WHERE id = ANY(:broken)"), {"broken": broken})
        db.session.commit()
        assert deadlines.sweep() == len(games) - len(broken)
        left = db.session.scalars(select(Game).where(Game.id.in_(broken))).all()
        assert all(timedelta(0) < game.deadline - now() <= RETRY_AFTER for game in left)
        timeouts = "SELECT count(*) FROM moves WHERE text = 'timeout' AND game_id = ANY(:games)"
        assert scalar(timeouts, games=games) == len(games) - len(broken)
        assert deadlines.sweep() == 0, "it is left alone for a while"
        assert caplog.text.count("DealError") >= len(broken)


def test_a_game_that_is_mended_is_settled_after_all(ann, bob):
    table = situations.guessing(ann, bob)
    deal = table.game.deal
    table.change(deal={})
    come_to(table, timedelta(0))
    assert sweep(table) == 0
    table.change(deal=deal)
    come_to(table, timedelta(0))
    assert sweep(table) == 1


def test_a_deadline_that_somebody_moved_meanwhile_is_not_put_off(app, ann, bob):
    """A batch failed, and before its games are looked at one by one, a player has moved."""
    table = situations.guessing(ann, bob)
    with app.app_context():
        game_id, deadline = load_game(table.code).id, table.game.deadline
        assert deadlines._settle_one(game_id) is False
    assert table.game.deadline == deadline > now() + DAY - SECOND
