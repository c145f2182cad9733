"""The rules, written for those who play here: the page in views.py, its drawn tables in examples.py."""

from flask import Flask

from app.handbook.views import bp


def init_app(app: Flask) -> None:
    """Add the page of the rules to the site."""
    app.register_blueprint(bp)
