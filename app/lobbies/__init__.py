"""See views.py for the pages, service.py for what they do."""

from flask import Flask


def init_app(app: Flask) -> None:
    """Add this part's pages to the site."""
    from app.lobbies.views import bp

    app.register_blueprint(bp)
