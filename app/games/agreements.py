"""Clock proposals: a game gets another clock when all present players agree (T1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app import rules
from app.db import now
from app.games import awaiting, clocks, happenings
from app.games.clock_words import named
from app.games.clocks import BANKS, Clock
from app.games.errors import Refused, TooLate
from app.games.loading import changing
from app.games.models import Game, Player
from app.games.people import listed, present
from app.games.records import replay
from app.games.topics import topic
from app.notifications import notices

KIND = "clock"  # kind of the notices


@dataclass(frozen=True)
class Proposal:
    """A proposed clock, as one player sees it.

    `clock` is its notation; `by`, `agreed` and `missing` are names. `mine`: this player proposed it. `settled`: this
    player has agreed.
    """

    clock: str
    named: str
    by: str
    agreed: str
    missing: str
    mine: bool
    settled: bool


def propose(code: str, user_id: int, notation: str) -> None:
    """Propose another clock to the other players. Without other players it applies at once."""
    with changing(code, user_id) as (game, player):
        if game.finished_at is not None:
            raise Refused("game-over")
        wanted = str(_parsed(notation))
        if wanted == game.clock:
            raise Refused("same-clock")
        if game.proposal:
            raise TooLate("proposal-open")
        game.proposal = {"clock": wanted, "by": user_id, "agreed": [user_id]}
        settle(game, replay(game))
        _ask(game, player)


def agree(code: str, user_id: int, notation: str) -> None:
    """Agree to the proposed clock. It applies once all have agreed."""
    with changing(code, user_id) as (game, _):
        proposal = _asked(game, notation)
        game.proposal = {**proposal, "agreed": sorted({*proposal["agreed"], user_id})}
        notices.close_notices(topic(game.code), KIND, {user_id}, "acted")
        settle(game, replay(game))


def decline(code: str, user_id: int, notation: str) -> None:
    """Decline the proposed clock; the proposer withdraws it this way."""
    with changing(code, user_id) as (game, _):
        proposal = _asked(game, notation)
        _close(game)
        if proposal["by"] != user_id:
            happenings.note(game, "declined", user_id)


def settle(game: Game, table: rules.Table) -> None:
    """Apply the proposed clock to a locked game if all present players agree. Call it too when a player has left."""
    if not game.proposal or _missing(game):
        return
    clock, by = Clock.parse(game.proposal["clock"]), game.proposal["by"]
    if game.stalled_at:
        awaiting.withdraw_offer(game)
        game.substitute = game.substitute_seat = None
    clocks.set_clock(game, table, clock, now())
    _close(game)
    happenings.note(game, "changed", by)


def proposal_of(game: Game, player: Player) -> Proposal | None:
    """Return the open proposal as this player sees it, or None."""
    if not game.proposal:
        return None
    agreed: Sequence[int] = game.proposal["agreed"]
    by = [each for each in game.players if each.user_id == game.proposal["by"]]
    return Proposal(
        clock=game.proposal["clock"],
        named=named(Clock.parse(game.proposal["clock"])),
        by=listed(by),
        agreed=listed(each for each in present(game) if each.user_id in agreed),
        missing=listed(_missing(game)),
        mine=player in by,
        settled=player.user_id in agreed,
    )


def composed(clock: str, times: str) -> str:
    """Return the notation of a clock with a bank of `times` phases, both as sent by the form; raise Refused."""
    counts, bare = {str(count): count for count in BANKS}, _parsed(clock)
    if times and times not in counts:
        raise Refused("no-such-clock")
    return str(replace(bare, bank=bare.phase * counts[times])) if times else clock


def _parsed(notation: str) -> Clock:
    try:
        return Clock.parse(notation)
    except ValueError:
        raise Refused("no-such-clock") from None


def _asked(game: Game, notation: str) -> Mapping[str, Any]:
    """Return the open proposal; raise TooLate if it is not the one that was answered."""
    if game.finished_at is not None or not game.proposal or game.proposal["clock"] != notation:
        raise TooLate("proposal-gone")
    return game.proposal


def _missing(game: Game) -> list[Player]:
    agreed = game.proposal["agreed"] if game.proposal else []
    return [player for player in present(game) if player.user_id not in agreed]


def _ask(game: Game, player: Player) -> None:
    """Notify the players who have not agreed yet. In live games the page shows the proposal."""
    if game.proposal and not game.clock.startswith("live"):
        people = [each.user_id for each in _missing(game)]
        about = {**awaiting.about(game), "by": player.user_id, "clock": game.proposal["clock"]}
        notices.create_news(people, topic(game.code), KIND, awaiting.path(game), about)


def _close(game: Game) -> None:
    game.proposal = None
    notices.close_notices(topic(game.code), KIND)
