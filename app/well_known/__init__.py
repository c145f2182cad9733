"""Well-known URLs that programs look for on every site."""

from flask import Flask

from app.well_known.views import bp


def init_app(app: Flask) -> None:
    """Register the blueprint."""
    app.register_blueprint(bp)
