"""The computer as a player: it gives clues and touches cards like anybody else at the table.

It uses association lists that people wrote (`words/`) and, where these say nothing, a table computed by a sentence
encoder. It gets the view of its seat and nothing else.
"""

from app.computer.guesser import Choice
from app.computer.player import can_play, choose_move, explain_stop

__all__ = ["Choice", "can_play", "choose_move", "explain_stop"]
