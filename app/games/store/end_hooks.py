"""Hooks for other packages, called when games end.

Each hook is called once in the transaction that ends the games, after their last moves, with all games that end in it.
"""

from collections.abc import Callable, Sequence

from app import rules
from app.games.store.models import Game

EndedGames = Sequence[tuple[Game, rules.Table]]

hooks: list[Callable[[EndedGames], None]] = []


def call_hooks(ended: EndedGames) -> None:
    """Call all hooks with the games that have just ended and their final tables."""
    if ended:
        for hook in hooks:
            hook(ended)
