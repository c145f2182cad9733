"""The games: views.py for the pages, service.py for the path of a move, scene.py for what a page shows."""

from flask import Flask

from app.games import (
    advice_views,
    after_views,
    clock_words,
    company,
    days_away,
    leaving,
    outline_views,
    own_data,
    player_views,
    recap,
    sentences,
    share_views,
    substitute_views,
    talk_views,
    telling,
    time_views,
    when,
)
from app.games.notes import Notes
from app.games.views import bp


def init_app(app: Flask) -> None:
    """Add the pages of the games to the site, and their words to the templates."""
    app.register_blueprint(bp)
    app.jinja_env.globals |= {"say": sentences, "DOTS": Notes, "CLOCKS": clock_words, "recap": recap}
    app.jinja_env.filters["moment"] = when.moment


__all__ = [
    "advice_views",
    "after_views",
    "company",
    "days_away",
    "init_app",
    "leaving",
    "outline_views",
    "own_data",
    "player_views",
    "share_views",
    "substitute_views",
    "talk_views",
    "telling",
    "time_views",
]
