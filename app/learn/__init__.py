"""Learning Duet by playing: two prepared minutes at a table that nobody stores; lesson.py is how they go."""

from flask import Flask

from app.learn.views import bp


def init_app(app: Flask) -> None:
    """Add the lesson to the site."""
    app.register_blueprint(bp)
