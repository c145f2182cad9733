"""Moderation: reports of players (reports/), warnings and suspensions (sanctions/), and the admins' pages (admin/).

Admin rights are granted in admin/rights.py, every decision is logged in admin/audit_log.py, and suspended users are
blocked in sanctions/request_guard.py.
"""

from flask import Flask

from app.moderation import admin_views, guard, leaving, letters, own_data, people_views, standing_views, telling, words
from app.moderation.report_views import bp


def init_app(app: Flask) -> None:
    """Register the pages of moderation and block suspended users on all others."""
    guard.init_app(app)
    app.register_blueprint(bp)
    app.jinja_env.globals["moderation_labels"] = words


__all__ = ["admin_views", "init_app", "leaving", "letters", "own_data", "people_views", "standing_views", "telling"]
