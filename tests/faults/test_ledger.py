"""What was under way when an evening broke off may have been played or not: nobody heard so."""

import asyncio
from typing import Any

import pytest

from app import rules
from tests.faults.history import Request
from tests.faults.ledger import LOG, Ledger, check
from tests.faults.model import choose, plan
from tests.faults.player import DONE, UNKNOWN, Game
from tests.faults.stage import Reach


class Rows(Reach):
    """A database in which one game has had one move, or none."""

    def __init__(self, game: Game, played: bool) -> None:
        seat, move = choose(game.plan, game.table, game.plan.dice(0))
        table = game.table.play(seat, move) if played else game.table
        self.log = [(game.code, 1, seat, str(move))] if played else []
        self.rows = [(game.code, game.plan.deal, table.version, table.phase, list(table.turn), None, None, False)]
        self.sent = (0, seat, str(move))

    async def sql(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Answer the two queries of the ledger."""
        return list(self.log) if query == LOG else list(self.rows)


@pytest.fixture
def game() -> Game:
    """A game that nobody has played in."""
    wanted = plan(1, 0, "classic")
    return Game(wanted, "aaaaaaaa", {}, rules.start(wanted.deal))


@pytest.mark.parametrize("played", [True, False])
def test_a_move_that_was_under_way_is_nobodys_fault(game: Game, played: bool) -> None:
    ledger, rows = Ledger(1), Rows(game, played)
    game.sent.append(Request(*rows.sent, UNKNOWN, 0, 1))
    asyncio.run(check(ledger, rows, [game]))
    assert ledger.failures == []


def test_a_move_that_nobody_sent_is_found(game: Game) -> None:
    ledger = Ledger(1)
    asyncio.run(check(ledger, Rows(game, played=True), [game]))
    assert (len(ledger.doubled), len(ledger.differing)) == (1, 1)


def test_a_move_that_was_acknowledged_and_is_not_there_is_found(game: Game) -> None:
    ledger, rows = Ledger(1), Rows(game, played=False)
    game.sent.append(Request(*rows.sent, DONE, 0, 1))
    asyncio.run(check(ledger, rows, [game]))
    assert len(ledger.lost) == 1
