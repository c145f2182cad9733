"""What the page of an ended game shows besides the table: the rematch, the score, what an attempt was worth, kudos."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.computer import Choice
from app.games.postgame import computer_stops, kudos, series
from app.games.postgame.kudos import PraisedClue
from app.games.postgame.rematch_panel import RematchPanel, build_rematch_panel
from app.games.store import attempts
from app.games.store.attempts import AttemptResult
from app.games.store.players import find_player
from app.games.table.loading import load_game


@dataclass(frozen=True)
class Aftermath:
    """What follows an ended game, for one reader.

    `score` is that of all games at the table so far, or ""; `may_found` offers to create a team. `stops` are the cards
    that the computer would have touched next where it stopped, by the turn's place in the log.
    """

    rematch: RematchPanel
    score: str
    verdict: AttemptResult | None
    may_found: bool
    praised: tuple[PraisedClue, ...]
    is_sharing: bool
    stops: Mapping[int, Choice]


def load_aftermath(code: str, user_id: int | None) -> Aftermath:
    """Return what follows an ended game; only members of the team see what an attempt was worth, if it was not void."""
    game = load_game(code)
    player = find_player(game, user_id)
    is_member = game.sheet is not None and user_id is not None and game.sheet.team.member(user_id) is not None
    return Aftermath(
        rematch=build_rematch_panel(game, player),
        score=series.load_series_score(game),
        verdict=attempts.load_attempt_result(game) if is_member and game.reason != "void" else None,
        may_found=attempts.may_create_team(game, player),
        praised=kudos.praised_clues(game, player),
        is_sharing=player is not None and player.shared_at is not None,
        stops=computer_stops.next_choices(code) if computer_stops.has_computer(game) else {},
    )
