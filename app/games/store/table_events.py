"""The last event about time or seats, shown at the table until the next move."""

from collections.abc import Iterable, Mapping
from typing import Final

from app.games.store.models import Game, Player
from app.games.store.players import joined_names
from app.games.store.snapshot import TableSnapshot
from app.games.store.state import PlayerState
from app.i18n.languages import lazy_gettext

GAVE_YOU: Final = lazy_gettext("%(name)s gave you an extra day.")
SENTENCES: Final[Mapping[str, str]] = {
    "gave": lazy_gettext("%(name)s gave an extra day."),
    "declined": lazy_gettext("%(name)s would rather keep the clock as it is."),
    "changed": lazy_gettext("Everyone agreed: the table has a new clock now."),
    "waited": lazy_gettext("%(name)s chose to wait: the clock starts again."),
    "seated": lazy_gettext("%(name)s has taken a free seat."),
    "replaced": lazy_gettext("%(name)s is standing in for %(others)s."),
}

DEALT: Final = "dealt"  # the rematch of an ended game; its sentence is on the end page


def save_event(game: Game, what: str, user_id: int, others: Iterable[Player] = ()) -> None:
    """Save what a user did, a key of SENTENCES or DEALT. `others` are the players affected."""
    concerned = [player.user_id for player in others]
    game.happened = {"what": what, "by": user_id, "others": concerned, "version": game.version}


def event_sentence(game: TableSnapshot, player: PlayerState) -> str:
    """Return the sentence about the last event, for one player; "" if there was none since the last move."""
    if not game.happened or game.happened["version"] != game.version:
        return ""
    what, by = game.happened["what"], game.happened["by"]
    name = joined_names(each for each in game.players if each.user_id == by)
    others = joined_names(each for each in game.players if each.user_id in game.happened["others"])
    yours = what == "gave" and by != player.user_id and player.seat in game.turn
    return (GAVE_YOU if yours else SENTENCES[what]) % {"name": name, "others": others}


def dealer_name(game: Game) -> str:
    """Return the name of whoever dealt the rematch of an ended game, or ""."""
    if not game.happened or game.happened["what"] != DEALT:
        return ""
    return joined_names(player for player in game.players if player.user_id == game.happened["by"])
