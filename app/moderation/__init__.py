"""Moderation: reports of players (reports/), warnings and suspensions (sanctions/), and the admins' pages (admin/).

Admin rights are granted in admin/rights.py, every decision is logged in admin/audit_log.py, and requests of suspended
users are blocked in sanctions/request_guard.py.
"""

from flask import Flask

from app.moderation import data_export, erasure, labels, notification_text
from app.moderation.admin import admin_pages, admin_views, people_views
from app.moderation.reports.report_views import bp
from app.moderation.sanctions import messages, request_guard, sanction_views


def init_app(app: Flask) -> None:
    """Register the pages of moderation, and the guard that blocks the requests of suspended users."""
    request_guard.init_app(app)
    app.register_blueprint(bp)
    app.register_blueprint(admin_pages.bp)
    app.jinja_env.globals["moderation_labels"] = labels


__all__ = [
    "admin_views",
    "data_export",
    "erasure",
    "init_app",
    "messages",
    "notification_text",
    "people_views",
    "sanction_views",
]
