"""Lobbies, where players gather before a game. The pages are in web/, the actions in the modules here."""

from flask import Flask

from app.games.wording.sentences import game_title
from app.lobbies.hooks import data_export, erasure, names_in_use, notification_text
from app.lobbies.web import home, pages, views


def init_app(app: Flask) -> None:
    """Register the blueprint and the template global `game_title`."""
    app.register_blueprint(pages.bp)
    app.jinja_env.globals["game_title"] = game_title


__all__ = ["data_export", "erasure", "home", "init_app", "names_in_use", "notification_text", "views"]
