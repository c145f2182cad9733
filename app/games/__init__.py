"""The games: views.py for the pages, service.py for the path of a move, scene.py for what a page shows."""

from flask import Flask

from app.games import sentences
from app.games.views import bp


def init_app(app: Flask) -> None:
    """Add the pages of the games to the site, and their words to the templates."""
    app.register_blueprint(bp)
    app.jinja_env.globals["say"] = sentences
