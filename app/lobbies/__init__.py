"""Where people gather before a game: pages in views.py and front.py, what they do in service.py and its neighbours."""

from flask import Flask

from app.games.sentences import title
from app.lobbies import company, front, leaving, own_data, pages, telling, views


def init_app(app: Flask) -> None:
    """Add this part's pages to the site."""
    app.register_blueprint(pages.bp)
    app.jinja_env.globals["titled"] = title


__all__ = ["company", "front", "init_app", "leaving", "own_data", "telling", "views"]
