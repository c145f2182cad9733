"""Whose work the site is made of: the page in views.py."""

from flask import Flask

from app.credits.views import bp


def init_app(app: Flask) -> None:
    """Add the page of the credits to the site."""
    app.register_blueprint(bp)
