"""Offline support: the service worker, and the page that it shows in place of pages it has not stored."""

from flask import Flask

from app.offline.views import bp


def init_app(app: Flask) -> None:
    """Register the blueprint."""
    app.register_blueprint(bp)
