"""Games: `web` holds the pages and their context, `moves.service` the path of a move, `store` the models."""

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
    """Register the blueprint, and the template globals and filters of games."""
    app.register_blueprint(bp)
    app.jinja_env.globals |= {"say": sentences, "DOTS": Notes, "CLOCKS": clock_words, "recap": recap}
    app.jinja_env.filters["moment"] = when.format_moment


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
