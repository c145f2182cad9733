"""The lessons: a prepared two-minute game of Codenames and one of Duet. Nothing is stored; courses/ has their steps."""

from flask import Flask

from app.tutorial.views import bp


def init_app(app: Flask) -> None:
    """Register the blueprint."""
    app.register_blueprint(bp)
