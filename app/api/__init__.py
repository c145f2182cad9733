"""The API: what the pages offer, for programs, as JSON and by the same services.

`operations` registers each address with its types, from which `openapi` builds the description; `models/` has the
types.
"""

from flask import Flask

from app.api import (
    account_views,
    deck_views,
    description_views,
    event_views,
    game_views,
    lobby_views,
    page_views,
    team_views,
)
from app.api.blueprint import bp


def init_app(app: Flask) -> None:
    """Register the API's blueprint, and the page that describes it."""
    app.register_blueprint(bp)
    app.register_blueprint(page_views.page_bp)


__all__ = [
    "account_views",
    "deck_views",
    "description_views",
    "event_views",
    "game_views",
    "init_app",
    "lobby_views",
    "page_views",
    "team_views",
]
