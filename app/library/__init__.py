"""Custom decks (K5): validation in word_list.py, actions in service.py, pages in views.py."""

from flask import Flask

from app import decks
from app.library import own_data, views, words
from app.library.leaving import deck_codes, erase_decks
from app.library.loading import load_stored


def init_app(app: Flask) -> None:
    """Register the blueprint, the deck loader and the template global `library`."""
    decks.register_loader(load_stored)
    app.register_blueprint(views.bp)
    app.jinja_env.globals["library"] = words


__all__ = ["deck_codes", "erase_decks", "init_app", "own_data", "words"]
