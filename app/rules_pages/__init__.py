"""The rules pages: views in views.py, the example tables drawn on them in examples.py."""

from flask import Flask

from app.rules_pages.views import bp


def init_app(app: Flask) -> None:
    """Register the blueprint."""
    app.register_blueprint(bp)
