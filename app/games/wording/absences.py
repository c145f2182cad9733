"""Who at a table is away now or will be soon, as shown to the other players."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from app.accounts.person import Person
from app.accounts.settings import away
from app.games.store.players import present_players
from app.games.store.snapshot import TableSnapshot
from app.games.wording.timestamps import format_day
from app.i18n.languages import _

SHOWN_AHEAD: Final = timedelta(days=14)  # how far ahead absences are shown


def absence_texts(game: TableSnapshot, at: datetime) -> Mapping[int, str]:
    """Return the sentence about each present player's absence, by user id."""
    said = {player.user_id: _absence_text(player.user, at) for player in present_players(game)}
    return {user_id: sentence for user_id, sentence in said.items() if sentence}


def _absence_text(user: Person, at: datetime) -> str:
    days = away.absence_days(user)
    if days is None or user.away_from is None or user.away_from > at + SHOWN_AHEAD:
        return ""
    first, last = map(format_day, days)
    if user.is_away(at):
        return _("away until %(day)s", day=last)
    if first == last:
        return _("will be away on %(day)s", day=first)
    return _("will be away from %(first)s to %(last)s", first=first, last=last)
