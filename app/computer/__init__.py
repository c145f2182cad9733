"""The computer as a player: it gives clues and touches cards like anybody else at the table.

It knows association lists that people wrote (`words/`), and behind them a table made by a sentence encoder. It sees
what its seat sees, and nothing else.
"""

from app.computer.player import can_play, choose_move

__all__ = ["can_play", "choose_move"]
