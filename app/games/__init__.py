"""Games: `web` holds the pages and their context, `moves.service` the path of a move, `store` the models."""

from flask import Flask

from app.games.board import card_view, outline_views
from app.games.chat import chat_views, note_views
from app.games.chat.notes import Notes
from app.games.clock import clock_views
from app.games.hooks import data_export, days_away, erasure, names_in_use, names_shown, notification_text
from app.games.moves import advice_views, substitute_views
from app.games.postgame import postgame_views, share_views
from app.games.web import views
from app.games.web.pages import bp
from app.games.wording import clock_labels, recap, sentences, timestamps


def init_app(app: Flask) -> None:
    """Register the blueprint, and the template globals and filters of games."""
    app.register_blueprint(bp)
    app.jinja_env.globals |= {"game_text": sentences, "DOTS": Notes, "CLOCKS": clock_labels, "recap": recap}
    app.jinja_env.globals["card_parts"] = card_view.card_parts
    app.jinja_env.filters["moment"] = timestamps.format_moment


__all__ = [
    "advice_views",
    "chat_views",
    "clock_views",
    "data_export",
    "days_away",
    "erasure",
    "init_app",
    "names_in_use",
    "names_shown",
    "note_views",
    "notification_text",
    "outline_views",
    "postgame_views",
    "share_views",
    "substitute_views",
    "views",
]
