"""The page of people one has played with: the list is in `played_with`, its actions in `views`."""

from flask import Flask

from app.friends.views import bp


def init_app(app: Flask) -> None:
    """Register the blueprint."""
    app.register_blueprint(bp)
