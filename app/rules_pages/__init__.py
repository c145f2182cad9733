"""The rules page and the privacy page; the example tables on the former are in examples.py."""

from flask import Flask

from app.rules_pages.views import bp


def init_app(app: Flask) -> None:
    """Register the blueprint."""
    app.register_blueprint(bp)
