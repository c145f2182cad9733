"""Custom decks (K5): validation in word_list.py, actions in service.py, pages in views.py."""

from flask import Flask

from app import decks
from app.custom_decks import data_export, labels, views
from app.custom_decks.erasure import deck_codes, erase_decks
from app.custom_decks.loading import load_stored


def init_app(app: Flask) -> None:
    """Register the blueprint, the deck loader and the template global `deck_labels`."""
    decks.register_loader(load_stored)
    app.register_blueprint(views.bp)
    app.jinja_env.globals["deck_labels"] = labels


__all__ = ["data_export", "deck_codes", "erase_decks", "init_app", "labels"]
