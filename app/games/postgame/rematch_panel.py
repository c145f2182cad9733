"""What an end page offers next: the way to the game that has been dealt again, or the form that deals it (K4)."""

from dataclasses import dataclass

from app.games.moves import rematch
from app.games.store import table_events
from app.games.store.models import Game, Player
from app.games.wording.sentences import rematch_label
from app.rules import VARIANTS
from app.rules.missions import MAP


@dataclass(frozen=True)
class RematchPanel:
    """The rematch of an ended game as one reader sees it; `next_code` is that of the rematch, if there is one,
    and `dealer` names who dealt it, if that was another player than the reader. Watchers are not told.

    `plays` tells players from watchers; `refusal` is the code why there can be no rematch, or "". `for_team` means that
    it would be another attempt, so that the way to the map comes first.
    """

    code: str
    plays: bool
    next_code: str | None
    dealer: str
    refusal: str
    may_flip: bool
    may_rotate: bool
    for_team: bool
    label: str


def build_rematch_panel(game: Game, player: Player | None) -> RematchPanel:
    """Return the panel of an ended game for one of its players, or for a watcher (None)."""
    following, for_team = rematch.find_rematch(game), rematch.continues_attempt(game)
    city = MAP[game.city] if game.city and for_team else None
    return RematchPanel(
        code=game.code,
        plays=player is not None,
        next_code=following.code if following else None,
        dealer=table_events.dealer_name(game) if player and not _has_dealt(game, player) else "",
        refusal=rematch.rematch_refusal(game) if player and not following else "",
        may_flip=rematch.may_flip(game),
        may_rotate=VARIANTS[game.variant].game == "versus",
        for_team=for_team,
        label=rematch_label(city, game.winner == "team"),
    )


def _has_dealt(game: Game, player: Player) -> bool:
    return game.happened is not None and game.happened["by"] == player.user_id
