"""Decks of people's own (K5): checking.py for what is typed, service.py for what they do, views.py for the pages."""

from flask import Flask

from app import decks
from app.library import own_data, views, words
from app.library.leaving import codes, erase
from app.library.loading import load


def init_app(app: Flask) -> None:
    """Add this part's pages to the site, and its decks to those that a game can be played with."""
    decks.learn(load)
    app.register_blueprint(views.bp)
    app.jinja_env.globals["library"] = words


__all__ = ["codes", "erase", "init_app", "own_data", "words"]
