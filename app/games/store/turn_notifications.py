"""Notifications about games: whose turn it is, game over, stalled. Written in the transaction that causes them."""

from collections.abc import Collection, Iterable, Sequence

from app.games.store.models import Game, Player
from app.games.store.players import present_people, present_players
from app.games.store.snapshot import TableSnapshot
from app.games.store.state import PlayerState
from app.games.store.topics import game_topic
from app.notifications import notices
from app.notifications.notices import News
from app.notifications.turn_notices import PendingTurn
from app.rules.seats import role_of, side_of


def sync(games: Sequence[Game], actors: Collection[int] = ()) -> None:
    """Open and close turn notices so that they match whose turn it is. `actors` are the users who have just acted."""
    notices.sync_turns({game_topic(game.code): pending_turns(game) for game in games}, actors)


def game_path(game: Game | TableSnapshot) -> str:
    """Return the URL path that a game's notices link to."""
    return f"/games/{game.code}"


def notice_params(game: Game | TableSnapshot) -> dict[str, object]:
    """Return the notice parameters that name a game. They contain nothing of the cards."""
    return {"variant": game.variant, "city": game.city}


def pending_turns(game: Game | TableSnapshot) -> list[PendingTurn]:
    """Return the players in turn and, where a spymaster has left, the operatives who may take the seat (L1)."""
    if game.finished_at is not None:
        return []
    present = present_players(game)
    empty = set(game.turn) - {player.seat for player in present}
    heirs = {f"{side_of(seat)}-operative" for seat in empty if role_of(seat) == "spymaster"}
    return [
        _wait(game, player, game.phase if player.seat in game.turn else "")
        for player in present
        if (player.seat in game.turn or player.seat in heirs) and not player.user.computer
    ]


def _wait(game: Game | TableSnapshot, player: PlayerState, phase: str) -> PendingTurn:
    others = [other.user_id for other in present_players(game) if other is not player]
    return PendingTurn(
        user_id=player.user_id,
        path=game_path(game),
        since=game.phase_began_at or game.moved_at,
        deadline=None if game.stalled_at else game.deadline,
        acted_at=player.acted_at,
        sends_messages=not game.clock.startswith("live"),
        params={**notice_params(game), "phase": phase, "people": others},
    )


def notify_rematch(game: Game, dealer_id: int) -> None:
    """Show the players of a rematch that it has been dealt, except the dealer and those whose turn it is already."""
    others = {
        player.user_id
        for player in present_people(game)
        if player.user_id != dealer_id and player.seat not in game.turn
    }
    news = News(others, game_path(game), {**notice_params(game), "people": [dealer_id]}, bell_only=others)
    notices.create_news_by_topic("dealt", {game_topic(game.code): news})


def close_rematch_notices(games: Sequence[Game], *user_ids: int) -> None:
    """Close the notices that these games have been dealt: for users who have joined, or for all."""
    for game in games:
        notices.close_notices(game_topic(game.code), "dealt", user_ids or None, "acted" if user_ids else "passed")


def notify_game_over(games: Sequence[Game], actor_id: int | None) -> None:
    """Notify everybody but the actor that games have ended, except live games, and close open clock proposals."""
    _notify("over", [(game, [player for player in game.players if player.user_id != actor_id]) for game in games])
    if asked := [game_topic(game.code) for game in games if game.proposal]:
        notices.close_topics(asked, "passed", "clock")
    close_rematch_notices([game for game in games if game.rematch_of])


def notify_stalled(games: Iterable[Game]) -> None:
    """Notify the players who stayed that a side missed its third phase, so that they can choose how to go on (T4)."""
    _notify("stalled", [(game, _players_who_stayed(game)) for game in games])


def close_stalled_notices(*games: Game) -> None:
    """Close the notices about a stalled game: there is no choice to make any more."""
    if games:
        notices.close_topics([game_topic(game.code) for game in games], "passed", "stalled")


def notify_void_vote(game: Game, undecided: Sequence[Player]) -> None:
    """Notify those who have not voted that somebody wants the game void (V23), and close the notices of the others."""
    close_void_notices(game)
    _notify("void", [(game, undecided)])


def close_void_notices(*games: Game) -> None:
    """Close the notices about a game that somebody wants void: it was played on, or it is over."""
    if games:
        notices.close_topics([game_topic(game.code) for game in games], "passed", "void")


def _players_who_stayed(game: Game) -> list[Player]:
    """Return the players who were not in turn, or everybody if all of them were."""
    return [player for player in present_players(game) if player.seat not in game.turn] or game.players


def _notify(kind: str, told: Iterable[tuple[Game, Sequence[Player]]]) -> None:
    news = {
        game_topic(game.code): News(
            {player.user_id for player in people if player.is_present and not player.user.computer},
            game_path(game),
            notice_params(game),
        )
        for game, people in told
        if not game.clock.startswith("live")
    }
    notices.create_news_by_topic(kind, news)
