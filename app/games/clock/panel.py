"""Data of the clock panel: the clock of a game, and what the reader may do about time and absence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from app.db import now
from app.games.clock import missed_turns, nudging, open_seats, proposals, time_extensions
from app.games.clock.missed_turns import Stall
from app.games.clock.nudging import Nudge
from app.games.clock.proposals import Proposal
from app.games.store import clock_pauses, table_events
from app.games.store.clocks import DAY, Clock, Pace
from app.games.store.players import find_player, joined_names, players_in_turn, was_replaced
from app.games.store.snapshot import SeatedPlayer, TableSnapshot
from app.games.wording import absences
from app.games.wording.clock_labels import clock_sentence
from app.games.wording.labels import SIDES
from app.i18n.durations import format_duration
from app.i18n.languages import _
from app.rules import VARIANTS
from app.rules.seats import side_of


@dataclass(frozen=True)
class PlayerPanel:
    """What a player may do about time and absence; watchers have none.

    `clock` and `bank` are the current values for the proposal form. `seats` are those for which a substitute link may
    be created; `link` is the code of the existing one for `link_seat`, or "". `muted` is None in live games.
    """

    clock: str
    bank: str
    happened: str
    proposal: Proposal | None
    may_give: bool
    nudge: Nudge | None
    seats: Sequence[str]
    link: str
    link_seat: str
    muted: bool | None


@dataclass(frozen=True)
class ClockPanel:
    """The clock of a game as one reader sees it; empty once the game is over.

    `deadline` is that of the current phase, which began at `began_at`; `still_until` is the end of the current pause
    and `away` names the players it is for. `stores` are (side name, time left in its bank), `given` is the number of
    extra days. `absences` are sentences by user id.
    """

    pace: Pace = ""
    named: str = ""
    deadline: datetime | None = None
    began_at: datetime | None = None
    still_until: datetime | None = None
    away: str = ""
    stores: Sequence[tuple[str, str]] = ()
    given: int = 0
    absences: Mapping[int, str] = field(default_factory=dict)
    stall: Stall | None = None
    mine: PlayerPanel | None = None
    replaced: bool = False

    @property
    def is_asked(self) -> bool:
        """Whether the reader has not answered a proposal of another clock."""
        return bool(self.mine and self.mine.proposal and not self.mine.proposal.has_agreed)

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to be told above what the board is played with."""
        told = self.deadline or self.still_until or self.replaced or (self.mine and self.mine.happened)
        return bool(told) or self.is_asked


def build_clock_panel(game: TableSnapshot, user_id: int | None, is_muted: bool) -> ClockPanel:
    """Return the clock panel for a reader. Only players of the game see the others' days away."""
    if game.finished_at is not None:
        return ClockPanel()
    at, clock, player = now(), Clock.parse(game.clock), find_player(game, user_id)
    is_still = game.still_from and game.still_until and game.still_from <= at < game.still_until
    return ClockPanel(
        pace=clock.pace,
        named=clock_sentence(clock),
        deadline=None if game.stalled_at else game.deadline,
        began_at=game.phase_began_at,
        still_until=game.still_until if is_still else None,
        away=joined_names(players_in_turn(game)) if player and is_still else "",
        stores=_banks_left(game, at) if clock.bank else (),
        given=game.given // DAY,
        absences=absences.absence_texts(game, at) if player else {},
        stall=missed_turns.stall_of(game, player),
        mine=_build_player_panel(game, player, clock, is_muted) if player else None,
        replaced=was_replaced(game, user_id),
    )


def _build_player_panel(game: TableSnapshot, player: SeatedPlayer, clock: Clock, is_muted: bool) -> PlayerPanel:
    seats = open_seats.linkable_seats(game, player)
    called = game.substitute is not None and game.substitute_seat in seats
    return PlayerPanel(
        clock=str(replace(clock, bank=0)),
        bank=str(clock.bank // clock.phase if clock.phase else 0),
        happened=table_events.event_sentence(game, player),
        proposal=proposals.proposal_of(game, player),
        may_give=time_extensions.may_give(game, player),
        nudge=nudging.nudge_of(game, player),
        seats=tuple(seats),
        link=game.substitute or "" if called else "",
        link_seat=game.substitute_seat or "" if called else "",
        muted=None if game.clock.startswith("live") else is_muted,
    )


def _banks_left(game: TableSnapshot, at: datetime) -> Sequence[tuple[str, str]]:
    """Return (side name, time left in its bank); a single side in turn has at most the time to its deadline."""
    left, sides = dict(game.banks), {side_of(seat) for seat in game.turn}
    if len(sides) == 1 and game.deadline is not None and not game.stalled_at:
        (side,) = sides
        standing = clock_pauses.pause_length(game, None) - clock_pauses.pause_length(game, at)
        left[side] = max(0, min(left.get(side, 0), int((game.deadline - standing - at).total_seconds())))
    order = dict.fromkeys(side_of(seat) for seat in VARIANTS[game.variant].seats)
    none = _("no extra time")
    return tuple((str(SIDES[side]), format_duration(left[side]) if left.get(side) else none) for side in order)
