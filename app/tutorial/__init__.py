"""The tutorial: a prepared two-minute game of Duet. Nothing is stored; its steps are in lesson.py."""

from flask import Flask

from app.tutorial.views import bp


def init_app(app: Flask) -> None:
    """Register the blueprint."""
    app.register_blueprint(bp)
