"""What happened at a table since somebody was last there.

Of each player three things are kept, and written when they are sent a table that tells them more:
- `looked`: the number of moves on the last table they were sent;
- `since`: up to which move all is known to them, so that no strip tells of it again;
- `looked_at`: when the visit began that left `since` behind.

| a table is sent                                  | its strip tells of  | and after it                     |
|--------------------------------------------------|---------------------|----------------------------------|
| to a page opened within 5 minutes of `looked_at` | `since` to now      | the visit goes on                |
| to a page opened later                           | `looked` to now     | `since` is the old `looked`      |
| to one with a strip: brings `since` and `until`  | the same once more  | the visit goes on                |
| to one long out of sight: brings `since` alone   | that `since` to now | `since` is the page's            |
| to any other page: somebody is watching          | nothing             | `since` is now, where moves came |

In all of them `looked` is now. One's own move, and "Got it", move `since` to now. What a page brings never reaches
back behind `since`: a strip that was read in one tab goes from all of them with their next table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, func, inspect, select, update

from app import rules
from app.db import db, now
from app.games import cards, recap, watching
from app.games.errors import NotHere
from app.games.models import Game, Move, Player
from app.games.recap import Late
from app.rules import View

LASTS: Final = timedelta(minutes=5)  # a visit, for a page that is opened again
MOST: Final = 12  # sentences in a strip
DIGITS: Final = 6  # of a move's number


@dataclass(frozen=True)
class Visit:
    """How a table was asked for: `opened` as a page, or by one that brings what it shows."""

    opened: bool
    since: int | None = None
    until: int | None = None

    @property
    def watching(self) -> bool:
        """Whether it was asked for by a page that shows all there was."""
        return not self.opened and self.since is None

    @classmethod
    def of(cls, opened: bool, sent: Mapping[str, str]) -> "Visit":
        """Return the visit of a request that sent these fields; what cannot be a move's number was not sent."""
        since, until = (_number(sent.get(name, "")) for name in ("since", "until"))
        if since is None or opened:
            return cls(opened)
        return cls(opened, since, until if until is not None and since < until else None)


@dataclass(frozen=True)
class News:
    """The moves after number `since`, up to number `until`, in sentences; `cards` are those that they touched.

    `earlier` of them are left out.
    """

    since: int
    until: int
    earlier: int
    sentences: Sequence[str]
    cards: frozenset[int]


class Trace(NamedTuple):
    """What a player knows of a game, as their row says."""

    game_id: int
    user_id: int
    looked: int
    looked_at: datetime | None
    since: int


def trace(player: Player | None, visit: Visit) -> Trace | None:
    """Return what a player knows, None for who does not play: as it is now, unless they are merely watching."""
    if player is None:
        return None
    if visit.watching or not inspect(player).detached:
        return Trace(player.game_id, player.user_id, player.looked, player.looked_at, player.since)
    columns = Player.game_id, Player.user_id, Player.looked, Player.looked_at, Player.since
    row = Trace(*db.session.execute(select(*columns).where(*_is(player))).one())
    watched = watching.noted(row.game_id, row.user_id)
    return row._replace(looked=max(row.looked, watched), since=max(row.since, watched))


def news(game: Game, player: Trace | None, view: View, visit: Visit, late: Late = frozenset()) -> News | None:
    """Return what a player has missed, None for nothing."""
    if player is None:
        return None
    since, until = _span(player, visit, view.version, now())
    if since >= until:
        return None
    told = recap.tell(*_views(game, view, since, until), cards.called(game), late)
    if not told:
        return None
    touched = frozenset(happening.card for happening in told if happening.card is not None)
    return News(since, until, len(told[:-MOST]), [happening.sentence for happening in told[-MOST:]], touched)


def remember(player: Trace, version: int, visit: Visit) -> None:
    """Write down which table a player is being sent, where it tells more than the last one; never wait for that."""
    at = now()
    since, begins = _since(player, visit, version, at)
    if player.looked >= version and player.since >= since:
        return
    if visit.watching and watching.note(player.game_id, player.user_id, version):
        return
    own = select(Player.user_id).where(*_is(player), Player.looked <= version).with_for_update(skip_locked=True)
    values = {"looked": version, "since": func.greatest(Player.since, since)}
    changed = update(Player).where(*_is(player), Player.user_id.in_(own)).values(values | _begun(begins, at))
    db.session.execute(changed.execution_options(synchronize_session=False))
    db.session.commit()


def known(player: Player, version: int) -> None:
    """Let all up to a move be known to a player: their own move, or the one at which they sat down."""
    player.looked = player.since = version


def got_it(code: str, user_id: int) -> None:
    """Let all that a player was sent be known to them; raise NotHere for who has never sat there."""
    game = select(Game.id).where(Game.code == code).scalar_subquery()
    known = update(Player).where(Player.game_id == game, Player.user_id == user_id).values(since=Player.looked)
    if db.session.scalar(known.returning(Player.since)) is None:
        raise NotHere(code)
    db.session.commit()


def _span(player: Trace, visit: Visit, version: int, at: datetime) -> tuple[int, int]:
    """Return after which move the strip of a table begins, and up to which it goes."""
    if visit.opened:
        return (player.since if _lasts(player, at) else player.looked), version
    if visit.since is None:
        return version, version
    return max(visit.since, player.since), min(visit.until or version, version)


def _since(player: Trace, visit: Visit, version: int, at: datetime) -> tuple[int, bool]:
    """Return up to which move all is known once this table is sent, and whether a visit begins with it."""
    if visit.until is not None:
        return player.since, False
    if visit.opened or visit.since is not None:
        since, _ = _span(player, visit, version, at)
        return min(since, version), not (visit.opened and _lasts(player, at))
    return (version if version > player.looked else player.since), False


def _lasts(player: Trace, at: datetime) -> bool:
    return player.looked_at is not None and at - player.looked_at <= LASTS


def _views(game: Game, view: View, since: int, until: int) -> tuple[View, View]:
    """Return what the seat saw after each of two moves."""
    query = select(Move.seat, Move.text).where(Move.game_id == game.id, Move.seq <= until).order_by(Move.seq)
    moves = [(row.seat, row.text) for row in db.session.execute(query)]
    before = rules.replay(game.deal, moves[:since])
    if until == view.version:
        return before.view(view.seat), view
    after = before
    for seat, text in moves[since:]:
        after = after.play(seat, rules.parse(text))
    return before.view(view.seat), after.view(view.seat)


def _is(player: Player | Trace) -> tuple[ColumnElement[bool], ...]:
    return Player.game_id == player.game_id, Player.user_id == player.user_id


def _begun(begins: bool, at: datetime) -> dict[str, datetime]:
    return {"looked_at": at} if begins else {}


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else None
