"""Profiles: results.py stores each player's results, player_stats.py sums them up, views.py shows them."""

from flask import Flask

from app.profiles import data_export, erasure, results
from app.profiles.views import bp


def init_app(app: Flask) -> None:
    """Register the blueprint."""
    app.register_blueprint(bp)


__all__ = ["data_export", "erasure", "init_app", "results"]
