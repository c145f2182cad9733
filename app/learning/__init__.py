"""Learning from play: how people answer the computer's clues, if they agree, without who or when."""

from flask import Flask

from app.games.store import end_hooks
from app.learning.answers import store_answers


def init_app(_: Flask) -> None:
    """Have the answers stored when games end."""
    if store_answers not in end_hooks.hooks:
        end_hooks.hooks.append(store_answers)
