"""Lobbies, where players gather before a game. The pages are in web/, the actions in the modules here."""

from flask import Flask

from app.games.sentences import game_title
from app.lobbies import company, front, leaving, own_data, pages, telling, views


def init_app(app: Flask) -> None:
    """Register the blueprint and the template global `titled`."""
    app.register_blueprint(pages.bp)
    app.jinja_env.globals["titled"] = game_title


__all__ = ["company", "front", "init_app", "leaving", "own_data", "telling", "views"]
