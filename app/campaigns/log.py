"""A team's log: every attempt at a city, computed from its deal and its moves (M5) and not stored."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import load_only

from app import rules
from app.db import db
from app.games.store.models import Game, Move
from app.rules.missions import MAP, City
from app.teams.models import Sheet

GAME_COLUMNS = load_only(
    Game.code, Game.deal, Game.sheet_id, Game.city, Game.winner, Game.reason, Game.created_at, Game.finished_at
)
SIDES = "ab"


@dataclass(frozen=True)
class ClueResult:
    """A clue: its giver's id and display name, and the number of agents found in its turn."""

    giver_id: int
    giver: str
    agents: int


@dataclass(frozen=True)
class AttemptDetails:
    """What is known only of an ended attempt; `score` is that of a won 9-9 mission (D19), else None.

    `turns` are those with a clue or a timeout; `mistakes` are the bystanders touched, in sudden death too.
    """

    turns: int
    mistakes: int
    score: int | None
    clues: Sequence[ClueResult]


@dataclass(frozen=True)
class Attempt:
    """A game for a city, as a row of the log; `sheet` is the sheet's number.

    `ended`, `reason` and `details` are None while it is being played. `tokens` and `mistakes` are those of its mission
    (D4), `players` the names on each side, `a` and `b`, the computer's marked as such; `with_computer` if it played.
    """

    code: str
    sheet: int
    city: City
    tokens: int
    mistakes: int
    players: Mapping[str, Sequence[str]]
    with_computer: bool
    begun: datetime
    ended: datetime | None
    reason: str | None
    won: bool
    details: AttemptDetails | None


class PlayedMove(NamedTuple):
    """A move in the notation of the rules, with its seat and the user who made it."""

    seat: str
    text: str
    user_id: int | None


def load_attempts(sheets: Sequence[Sheet], city: str = "") -> list[Attempt]:
    """Return all attempts on these sheets of a team, or only those at `city`, newest first.

    The number of queries does not depend on the number of attempts.
    """
    numbers = {sheet.id: sheet.number for sheet in sheets}
    these = [Game.sheet_id.in_(numbers), *([Game.city == city] if city else [])]
    newest = select(Game).where(*these).order_by(Game.created_at.desc(), Game.id.desc())
    games = db.session.scalars(newest.options(GAME_COLUMNS)).all()
    lines = _load_moves(these)
    return [_attempt(game, numbers[game.sheet_id or 0], lines[game.id]) for game in games]


def _load_moves(these: Sequence[ColumnElement[bool]]) -> Mapping[int, list[PlayedMove]]:
    """Return the moves of the ended games that match the conditions, in order, by game id.

    Moves of running games are not read.
    """
    query = select(Move.game_id, Move.seat, Move.text, Move.user_id).join(Game, Game.id == Move.game_id)
    ended = query.where(*these, Game.finished_at.is_not(None))
    lines = defaultdict[int, list[PlayedMove]](list)
    for row in db.session.execute(ended.order_by(Move.game_id, Move.seq)):
        lines[row.game_id].append(PlayedMove(row.seat, row.text, row.user_id))
    return lines


def _attempt(game: Game, sheet: int, lines: Sequence[PlayedMove]) -> Attempt:
    names = {player.user_id: player.user.display_name for player in game.players}
    computers = {player.user_id for player in game.players if player.user.computer}
    return Attempt(
        code=game.code,
        sheet=sheet,
        city=MAP[game.city or ""],
        tokens=game.deal["tokens"],
        mistakes=game.deal["mistakes"],
        players={side: [names[player.user_id] for player in game.players if player.side == side] for side in SIDES},
        with_computer=bool(computers),
        begun=game.created_at,
        ended=game.finished_at,
        reason=game.reason,
        won=game.winner == "team",
        details=_attempt_details(game, lines, names, computers) if game.finished_at else None,
    )


def _attempt_details(
    game: Game, lines: Sequence[PlayedMove], names: Mapping[int, str], computers: Collection[int]
) -> AttemptDetails:
    """Return the details of an ended attempt; its clues are those that people gave."""
    view = rules.replay(game.deal, [(line.seat, line.text) for line in lines]).view(None)
    found = [_count_found(turn) for turn in view.turns if turn.clue]
    givers = [line.user_id for line in lines if line.user_id and line.text.startswith("clue ")]
    return AttemptDetails(
        turns=sum(turn.clue is not None or turn.ended == "timeout" for turn in view.turns),
        mistakes=sum(guess.face == "bystander" for turn in view.turns for guess in turn.guesses),
        score=view.score,
        clues=[
            ClueResult(giver, names[giver], agents)
            for giver, agents in zip(givers, found, strict=True)
            if agents is not None and giver not in computers
        ],
    )


def _count_found(turn: rules.Turn) -> int | None:
    """Return how many agents were found in a clue's turn; None if time ran out before any card was touched."""
    if turn.ended == "timeout" and not turn.guesses:
        return None
    return sum(guess.face == "agent" for guess in turn.guesses)
