"""Who is awaited at which table: told to the notices in the transaction of whatever changes it."""

from collections.abc import Collection, Iterable, Sequence

from app.games.models import Game, Player
from app.games.topics import topic
from app.notifications import notices
from app.notifications.notices import News, Wait
from app.rules.seats import role_of, side_of


def align(games: Sequence[Game], actors: Collection[int] = ()) -> None:
    """Bring the notices of some games in line with who is awaited there now; `actors` have just done something."""
    notices.align({topic(game.code): _waits(game) for game in games}, actors)


def path(game: Game) -> str:
    """Return where a game's notices lead."""
    return f"/games/{game.code}"


def about(game: Game) -> dict[str, object]:
    """Return what the sentences about a game need to name it; nothing that lies on its table."""
    return {"variant": game.variant, "city": game.city}


def _waits(game: Game) -> list[Wait]:
    """Return who can play on; where a spymaster has left, those who may take the seat (L1)."""
    if game.finished_at is not None:
        return []
    present = [player for player in game.players if player.is_present]
    empty = set(game.turn) - {player.seat for player in present}
    heirs = {f"{side_of(seat)}-operative" for seat in empty if role_of(seat) == "spymaster"}
    return [
        _wait(game, player, game.phase if player.seat in game.turn else "")
        for player in present
        if player.seat in game.turn or player.seat in heirs
    ]


def _wait(game: Game, player: Player, phase: str) -> Wait:
    others = [other.user_id for other in game.players if other.is_present and other is not player]
    return Wait(
        user_id=player.user_id,
        path=path(game),
        since=game.phase_began_at or game.moved_at,
        deadline=None if game.stalled_at else game.deadline,
        acted_at=player.acted_at,
        calls=not game.clock.startswith("live"),
        params={**about(game), "phase": phase, "people": others},
    )


def tell_the_end(games: Sequence[Game], actor_id: int | None) -> None:
    """Tell everybody else that games have ended; where all sit together, they see it. Nothing is asked any more."""
    _tell("over", [(game, [player for player in game.players if player.user_id != actor_id]) for game in games])
    if asked := [topic(game.code) for game in games if game.proposal]:
        notices.close_all(asked, "passed", "clock")


def tell_stalled(games: Iterable[Game]) -> None:
    """Tell those who stayed that a side has missed its third phase, and that they have a choice (T4)."""
    _tell("stalled", [(game, _stayed(game)) for game in games])


def withdraw_offer(*games: Game) -> None:
    """Take back what `tell_stalled` told: there is nothing left to choose."""
    if games:
        notices.close_all([topic(game.code) for game in games], "passed", "stalled")


def _stayed(game: Game) -> list[Player]:
    """Return who was not awaited; everybody, where all of them were."""
    return [player for player in game.players if player.seat not in game.turn and player.is_present] or game.players


def _tell(kind: str, told: Iterable[tuple[Game, Sequence[Player]]]) -> None:
    news = {
        topic(game.code): News({player.user_id for player in people if player.is_present}, path(game), about(game))
        for game, people in told
        if not game.clock.startswith("live")
    }
    notices.tell_all(kind, news)
