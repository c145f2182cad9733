"""People one has played with: who they are (circle.py), inviting them again, muting and blocking them (views.py)."""

from flask import Flask

from app.friends.views import bp


def init_app(app: Flask) -> None:
    """Add the page of people to the site."""
    app.register_blueprint(bp)
