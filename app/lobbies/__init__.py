"""Where people gather before a game: pages in views.py and front.py, what they do in service.py and its neighbours."""

from flask import Flask

from app.lobbies import front, pages, views, words


def init_app(app: Flask) -> None:
    """Add this part's pages to the site."""
    app.register_blueprint(pages.bp)
    app.jinja_env.globals["titled"] = words.titled


__all__ = ["front", "init_app", "views"]
