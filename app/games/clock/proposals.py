"""Clock proposals: a game gets another clock when all present players agree (T1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app import rules
from app.db import now
from app.games.store import clocks, table_events, turn_notifications
from app.games.store.clocks import BANK_CHOICES, Clock
from app.games.store.errors import ActionRefused, TooLate
from app.games.store.models import Game, Player
from app.games.store.move_records import load_table
from app.games.store.players import joined_names, present_people
from app.games.store.state import AnyGame, GameState, P, PlayerState
from app.games.store.topics import game_topic
from app.games.table.loading import player_action
from app.games.wording.clock_labels import clock_sentence
from app.notifications import notices

KIND = "clock"  # kind of the notices


@dataclass(frozen=True)
class Proposal:
    """A proposed clock, as one player sees it.

    `clock` is its notation; `by`, `agreed` and `missing` are names. `mine`: this player proposed it. `has_agreed`: this
    player has agreed.
    """

    clock: str
    named: str
    by: str
    agreed: str
    missing: str
    mine: bool
    has_agreed: bool


def propose(code: str, user_id: int, notation: str) -> None:
    """Propose another clock to the other players. Without other players it applies at once."""
    with player_action(code, user_id) as (game, player):
        if game.finished_at is not None:
            raise ActionRefused("game-over")
        wanted = str(_parse_clock(notation))
        if wanted == game.clock:
            raise ActionRefused("same-clock")
        if game.proposal:
            raise TooLate("proposal-open")
        game.proposal = {"clock": wanted, "by": user_id, "agreed": [user_id]}
        apply_if_agreed(game, load_table(game))
        _notify_undecided(game, player)


def agree(code: str, user_id: int, notation: str) -> None:
    """Agree to the proposed clock. It applies once all have agreed."""
    with player_action(code, user_id) as (game, _):
        proposal = _require_proposal(game, notation)
        game.proposal = {**proposal, "agreed": sorted({*proposal["agreed"], user_id})}
        notices.close_notices(game_topic(game.code), KIND, {user_id}, "acted")
        apply_if_agreed(game, load_table(game))


def decline(code: str, user_id: int, notation: str) -> None:
    """Decline the proposed clock; the proposer withdraws it this way."""
    with player_action(code, user_id) as (game, _):
        proposal = _require_proposal(game, notation)
        _close_proposal(game)
        if proposal["by"] != user_id:
            table_events.save_event(game, "declined", user_id)


def apply_if_agreed(game: Game, table: rules.Table) -> None:
    """Apply the proposed clock to a locked game if all present players agree. Call it too when a player has left."""
    if not game.proposal or _undecided_players(game):
        return
    clock, by = Clock.parse(game.proposal["clock"]), game.proposal["by"]
    if game.stalled_at:
        turn_notifications.close_stalled_notices(game)
        game.substitute = game.substitute_seat = None
    clocks.set_clock(game, table, clock, now())
    _close_proposal(game)
    table_events.save_event(game, "changed", by)


def proposal_of(game: AnyGame, player: PlayerState) -> Proposal | None:
    """Return the open proposal as this player sees it, or None."""
    if not game.proposal:
        return None
    agreed: Sequence[int] = game.proposal["agreed"]
    by = [each for each in game.players if each.user_id == game.proposal["by"]]
    return Proposal(
        clock=game.proposal["clock"],
        named=clock_sentence(Clock.parse(game.proposal["clock"])),
        by=joined_names(by),
        agreed=joined_names(each for each in present_people(game) if each.user_id in agreed),
        missing=joined_names(_undecided_players(game)),
        mine=player in by,
        has_agreed=player.user_id in agreed,
    )


def clock_notation(clock: str, times: str) -> str:
    """Return the notation of a clock with a bank of `times` phases, both as sent by the form; raise ActionRefused."""
    counts, bare = {str(count): count for count in BANK_CHOICES}, _parse_clock(clock)
    if times and times not in counts:
        raise ActionRefused("no-such-clock")
    return str(replace(bare, bank=bare.phase * counts[times])) if times else clock


def _parse_clock(notation: str) -> Clock:
    try:
        return Clock.parse(notation)
    except ValueError:
        raise ActionRefused("no-such-clock") from None


def _require_proposal(game: Game, notation: str) -> Mapping[str, Any]:
    """Return the open proposal; raise TooLate if it is not the one that was answered."""
    if game.finished_at is not None or not game.proposal or game.proposal["clock"] != notation:
        raise TooLate("proposal-gone")
    return game.proposal


def _undecided_players(game: GameState[P]) -> list[P]:
    agreed = game.proposal["agreed"] if game.proposal else []
    return [player for player in present_people(game) if player.user_id not in agreed]


def _notify_undecided(game: Game, player: Player) -> None:
    """Notify the players who have not agreed yet. In live games the page shows the proposal."""
    if game.proposal and not game.clock.startswith("live"):
        people = [each.user_id for each in _undecided_players(game)]
        about = {**turn_notifications.notice_params(game), "by": player.user_id, "clock": game.proposal["clock"]}
        notices.create_news(people, game_topic(game.code), KIND, turn_notifications.game_path(game), about)


def _close_proposal(game: Game) -> None:
    game.proposal = None
    notices.close_notices(game_topic(game.code), KIND)
