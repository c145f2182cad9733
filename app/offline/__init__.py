"""What is shown where there is no line: the worker of each browser, and the page of what it has never seen."""

from flask import Flask

from app.offline.views import bp


def init_app(app: Flask) -> None:
    """Add both to the site."""
    app.register_blueprint(bp)
