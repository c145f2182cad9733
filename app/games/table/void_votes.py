"""Votes to make a game void (V23): once everybody at the table has voted, it is; any other move drops the votes."""

from dataclasses import dataclass

from app.games.store import turn_notifications
from app.games.store.models import Game, Player
from app.games.store.players import joined_names, present_people
from app.games.store.state import AnyGame, GameState, P, PlayerState


@dataclass(frozen=True)
class VoidVote:
    """The votes as one player sees them: the names of who wants it and who has not answered, both "" without votes."""

    wanting: str
    missing: str
    has_voted: bool


def add_vote(game: Game, player: Player) -> bool:
    """Add a player's vote, and tell the others once; return whether everybody wants the game void now."""
    if player.user_id not in game.void_votes:
        game.void_votes = sorted([*game.void_votes, player.user_id])
        turn_notifications.notify_void_vote(game, _undecided(game))
    return not _undecided(game)


def void_vote_of(game: AnyGame, player: PlayerState | None) -> VoidVote | None:
    """Return the votes as this player sees them; None for watchers and ended games."""
    if player is None or game.finished_at is not None:
        return None
    if not game.void_votes:
        return VoidVote("", "", False)
    undecided = _undecided(game)
    voted = [each for each in present_people(game) if each not in undecided]
    return VoidVote(joined_names(voted), joined_names(undecided) if voted else "", player in voted)


def _undecided(game: GameState[P]) -> list[P]:
    return [player for player in present_people(game) if player.user_id not in game.void_votes]
