"""Campaigns: a team's mission map, its attempts, its log. Pages in views.py and its neighbours, one file per deed."""

from flask import Flask

from app.campaigns import log_views, member_views, views
from app.campaigns.pages import bp


def init_app(app: Flask) -> None:
    """Add this part's pages to the site."""
    app.register_blueprint(bp)


__all__ = ["init_app", "log_views", "member_views", "views"]
