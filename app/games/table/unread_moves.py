"""The strip "Since you were here": the moves a player has not seen yet.

Three columns of Player, updated when a newer table is sent:
- `looked`: version of the last table sent to the player;
- `since`: the player has read all moves up to this version, so that no strip shows them again;
- `looked_at`: when the current visit began.

| request                                      | moves in the strip          | afterwards                    |
|----------------------------------------------|-----------------------------|-------------------------------|
| page opened within 5 minutes of `looked_at`  | `since` to current          | same visit                    |
| page opened later                            | `looked` to current         | `since` is the old `looked`   |
| page with a strip: sends `since` and `until` | the same as before          | same visit                    |
| page hidden for long: sends `since` only     | the sent `since` to current | `since` is the sent one       |
| any other page: the player is watching       | none                        | `since` is current            |

In all cases `looked` becomes the current version. The player's own move sets `since` to it, and "Got it" sets
`since` to `looked`. A `since` sent by a page is raised to the stored one: a strip read in one tab disappears from the
others with their next table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, func, select, update

from app import rules
from app.db import db, now
from app.games.board import cards
from app.games.store.errors import GameNotFound
from app.games.store.models import Game, Player
from app.games.store.snapshot import TableSnapshot
from app.games.table import read_receipts
from app.games.wording import recap
from app.games.wording.recap import LateTouches
from app.games.wording.side_names import side_names
from app.rules import View

VISIT_LENGTH: Final = timedelta(minutes=5)  # length of a visit: reopening the page within this time continues it
MAX_SENTENCES: Final = 12  # sentences in a strip
MAX_DIGITS: Final = 6  # of a move's number


@dataclass(frozen=True)
class Visit:
    """How a table was requested: by opening the page, or by an open page that sends the strip it shows."""

    opened: bool
    since: int | None = None
    until: int | None = None

    @property
    def watching(self) -> bool:
        """Whether the request comes from an open page without a strip."""
        return not self.opened and self.since is None

    @classmethod
    def from_fields(cls, opened: bool, sent: Mapping[str, str]) -> "Visit":
        """Parse the request fields `since` and `until`; invalid numbers are ignored."""
        since, until = (_parse_number(sent.get(name, "")) for name in ("since", "until"))
        if since is None or opened:
            return cls(opened)
        return cls(opened, since, until if until is not None and since < until else None)


@dataclass(frozen=True)
class UnreadMoves:
    """The moves after `since` up to `until`, as sentences; `cards` are the cards they touched.

    `earlier` is the number of older sentences left out.
    """

    since: int
    until: int
    earlier: int
    sentences: Sequence[str]
    cards: frozenset[int]


class ReadState(NamedTuple):
    """The read state of a player, from their row."""

    game_id: int
    user_id: int
    looked: int
    looked_at: datetime | None
    since: int


def has_unread_moves(player: ReadState | None, visit: Visit, version: int) -> bool:
    """Whether there may be moves that a player has not seen."""
    return unread_range(player, visit, version) is not None


def unread_range(player: ReadState | None, visit: Visit, version: int) -> tuple[int, int] | None:
    """Return after which move, and with which, the moves begin and end that a player may not have seen, if any."""
    if player is None:
        return None
    since, until = _strip_range(player, visit, version, now())
    return (since, until) if since < until else None


def find_unread_moves(
    game: TableSnapshot, player: ReadState | None, view: View, visit: Visit, late: LateTouches = frozenset()
) -> UnreadMoves | None:
    """Return the moves a player has not seen, None if there are none."""
    if player is None or not has_unread_moves(player, visit, view.version):
        return None
    since, until = _strip_range(player, visit, view.version, now())
    told = recap.recap_lines(*_views(game, view, since, until), cards.card_names(game), late, side_names(game))
    if not told:
        return None
    touched = frozenset(happening.card for happening in told if happening.card is not None)
    return UnreadMoves(
        since, until, len(told[:-MAX_SENTENCES]), [happening.sentence for happening in told[-MAX_SENTENCES:]], touched
    )


def save_read_state(player: ReadState, version: int, visit: Visit) -> None:
    """Save which version a player is sent, if it is newer. Never waits for a lock on the row."""
    at = now()
    since, begins = _new_since(player, visit, version, at)
    if player.looked >= version and player.since >= since:
        return
    if visit.watching and read_receipts.add_receipt(player.game_id, player.user_id, version):
        return
    own = (
        select(Player.user_id)
        .where(*_is_player_row(player), Player.looked <= version)
        .with_for_update(skip_locked=True)
    )
    values = {"looked": version, "since": func.greatest(Player.since, since)}
    changed = (
        update(Player)
        .where(*_is_player_row(player), Player.user_id.in_(own))
        .values(values | _visit_columns(begins, at))
    )
    db.session.execute(changed.execution_options(synchronize_session=False))
    db.session.commit()


def mark_as_read(player: Player, version: int) -> None:
    """Set all moves up to `version` as read, after a player's own move or when they sit down."""
    player.looked = player.since = version


def dismiss_strip(code: str, user_id: int) -> None:
    """Set everything sent to a player as read ("Got it"); raise GameNotFound if the user never had a seat."""
    game = select(Game.id).where(Game.code == code).scalar_subquery()
    known = update(Player).where(Player.game_id == game, Player.user_id == user_id).values(since=Player.looked)
    if db.session.scalar(known.returning(Player.since)) is None:
        raise GameNotFound(code)
    db.session.commit()


def _strip_range(player: ReadState, visit: Visit, version: int, at: datetime) -> tuple[int, int]:
    """Return the strip's range: after which move it begins, and with which it ends."""
    if visit.opened:
        return (player.since if _continues_visit(player, at) else player.looked), version
    if visit.since is None:
        return version, version
    return max(visit.since, player.since), min(visit.until or version, version)


def _new_since(player: ReadState, visit: Visit, version: int, at: datetime) -> tuple[int, bool]:
    """Return the new `since` once this table is sent, and whether a new visit begins."""
    if visit.until is not None:
        return player.since, False
    if visit.opened or visit.since is not None:
        since, _ = _strip_range(player, visit, version, at)
        return min(since, version), not (visit.opened and _continues_visit(player, at))
    return (version if version > player.looked else player.since), False


def _continues_visit(player: ReadState, at: datetime) -> bool:
    return player.looked_at is not None and at - player.looked_at <= VISIT_LENGTH


def _views(game: TableSnapshot, view: View, since: int, until: int) -> tuple[View, View]:
    """Return the views of the seat at the two versions."""
    moves = [(move.seat, move.text) for move in game.moves[:until]]
    before = rules.replay(game.deal, moves[:since])
    if until == view.version:
        return before.view(view.seat), view
    after = before
    for seat, text in moves[since:]:
        after = after.play(seat, rules.parse(text))
    return before.view(view.seat), after.view(view.seat)


def _is_player_row(player: ReadState) -> tuple[ColumnElement[bool], ...]:
    return Player.game_id == player.game_id, Player.user_id == player.user_id


def _visit_columns(begins: bool, at: datetime) -> dict[str, datetime]:
    return {"looked_at": at} if begins else {}


def _parse_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else None
