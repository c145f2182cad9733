"""The page that credits the authors whose work the site uses."""

from flask import Flask

from app.credits.views import bp


def init_app(app: Flask) -> None:
    """Register the blueprint."""
    app.register_blueprint(bp)
