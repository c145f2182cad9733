"""Another clock for a table, by agreement of all who sit there (T1)."""

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

KIND = "clock"  # of the notices


@dataclass(frozen=True)
class Proposal:
    """A clock that somebody asks for, for one of those who are asked.

    `clock` is its notation, `by`, `agreed` and `missing` are names; `mine` says that the reader asks for it, `settled`
    that the reader agrees.
    """

    clock: str
    named: str
    by: str
    agreed: str
    missing: str
    mine: bool
    settled: bool


def propose(code: str, user_id: int, notation: str) -> None:
    """Ask everybody at the table for another clock; who sits there alone has it at once."""
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
    """Agree to the clock that is asked for; with the last one who does, the table has it."""
    with changing(code, user_id) as (game, _):
        proposal = _asked(game, notation)
        game.proposal = {**proposal, "agreed": sorted({*proposal["agreed"], user_id})}
        notices.close(topic(game.code), KIND, {user_id}, "acted")
        settle(game, replay(game))


def decline(code: str, user_id: int, notation: str) -> None:
    """Keep the clock as it is; whoever asked for another takes that back."""
    with changing(code, user_id) as (game, _):
        proposal = _asked(game, notation)
        _close(game)
        if proposal["by"] != user_id:
            happenings.note(game, "declined", user_id)


def settle(game: Game, table: rules.Table) -> None:
    """Give a locked table the clock that is asked for, if all who are there agree: also when one of them has gone."""
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
    """Return the clock that is asked for, as one of those at the table sees it."""
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
    """Return the notation of a clock with so many of its phases in store, as a form sends the two."""
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
    """Return what is asked; raise TooLate where that is no longer what somebody has answered."""
    if game.finished_at is not None or not game.proposal or game.proposal["clock"] != notation:
        raise TooLate("proposal-gone")
    return game.proposal


def _missing(game: Game) -> list[Player]:
    agreed = game.proposal["agreed"] if game.proposal else []
    return [player for player in present(game) if player.user_id not in agreed]


def _ask(game: Game, player: Player) -> None:
    """Tell the others, unless they sit together, where the page does."""
    if game.proposal and not game.clock.startswith("live"):
        people = [each.user_id for each in _missing(game)]
        about = {**awaiting.about(game), "by": player.user_id, "clock": game.proposal["clock"]}
        notices.tell(people, topic(game.code), KIND, awaiting.path(game), about)


def _close(game: Game) -> None:
    game.proposal = None
    notices.close(topic(game.code), KIND)
