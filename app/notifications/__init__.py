"""Notifications: open notices (notices.py) and their texts (registry.py), counted by the bell, listed in the inbox.

Messages by email, push and webhook are in reminders/ (schedule.py says when, dispatch.py sends), users' choices in
settings/ and muting.py.
"""

from flask import Flask

from app.notifications import bell_views, cleanup, data_export, views
from app.notifications.reminders import messages
from app.notifications.settings import settings_views, test_message, this_browser, unsubscribe_views


def init_app(app: Flask) -> None:
    """Register the pages and signal handlers; call after CSRF protection is set up."""
    unsubscribe_views.init_app(app)
    this_browser.init_app(app)
    app.register_blueprint(views.bp)


__all__ = ["bell_views", "cleanup", "data_export", "init_app", "messages", "settings_views", "test_message"]
