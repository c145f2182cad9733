"""Keeping order: reports (places.py, reporting.py), what follows from them (deciding.py, measures.py), who may decide
(rights.py), what was done (audit.py); the pages: report_views.py, admin_views.py, people_views.py, standing_views.py;
and what stops those who are suspended (guard.py)."""

from flask import Flask

from app.moderation import admin_views, guard, leaving, letters, own_data, people_views, standing_views, telling, words
from app.moderation.report_views import bp


def init_app(app: Flask) -> None:
    """Add this part's pages to the site, and stop those who are suspended at all others."""
    guard.init_app(app)
    app.register_blueprint(bp)
    app.jinja_env.globals["conduct"] = words


__all__ = ["admin_views", "init_app", "leaving", "letters", "own_data", "people_views", "standing_views", "telling"]
