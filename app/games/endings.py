"""Who wants to know that a game has ended: other parts of the site, which games do not know.

Each hook is called inside the transaction that ends the games, with all that end in it, after their last moves.
"""

from collections.abc import Callable, Sequence

from app import rules
from app.games.models import Game

Ended = Sequence[tuple[Game, rules.Table]]

hooks: list[Callable[[Ended], None]] = []


def tell(ended: Ended) -> None:
    """Tell all who want to know of games that have ended just now, each with its last table."""
    if ended:
        for hook in hooks:
            hook(ended)
