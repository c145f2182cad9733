"""Campaigns: a team's mission map, its attempts and its log. Each group of pages has a views module of its own."""

from flask import Flask

from app.campaigns import log_views, member_views, views
from app.campaigns.pages import bp


def init_app(app: Flask) -> None:
    """Register the blueprint."""
    app.register_blueprint(bp)


__all__ = ["init_app", "log_views", "member_views", "views"]
