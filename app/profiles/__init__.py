"""What people's ended games come to: results.py writes it down, figures.py adds it up, views.py shows it."""

from flask import Flask

from app.profiles import leaving, own_data, results
from app.profiles.views import bp


def init_app(app: Flask) -> None:
    """Add the page of a profile to the site."""
    app.register_blueprint(bp)


__all__ = ["init_app", "leaving", "own_data", "results"]
