"""Why the computer stopped guessing, as an ended game tells: worked out again from what its seat saw then."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from app import decks
from app.computer import Choice, explain_stop
from app.games.moves.computer_moves import thinks_in
from app.games.postgame.replay import Replay, load_replay
from app.games.store.models import Game


def has_computer(game: Game) -> bool:
    """Whether the computer played in a game."""
    return any(player.user.computer for player in game.players)


@lru_cache(maxsize=1000)
def next_choices(code: str) -> Mapping[int, Choice]:
    """Return for each turn in which the computer stopped, by its place in the log, the card it would have touched next.

    Raises GameNotFound while the game runs. A turn is missing if the computer's lists have changed so far that it would
    go on today.
    """
    replay = load_replay(code)
    computers = {player.user_id for player in replay.game.players if player.user.computer}
    stops = [move.seq for move in replay.moves if move.user_id in computers and move.text == "stop"]
    found = {len(replay.tables[number - 1].turns) - 1: _next_choice(replay, number) for number in stops}
    return MappingProxyType({place: choice for place, choice in found.items() if choice})


def _next_choice(replay: Replay, number: int) -> Choice | None:
    game, table, seat = replay.game, replay.tables[number - 1], replay.moves[number - 1].seat
    return explain_stop(table.view(seat), game.words, decks.load(game.deck), thinks_in(game), table.house)
