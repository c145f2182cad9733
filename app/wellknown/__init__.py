"""Addresses that programs look for on every site: views.py."""

from flask import Flask

from app.wellknown.views import bp


def init_app(app: Flask) -> None:
    """Add them to the site."""
    app.register_blueprint(bp)
