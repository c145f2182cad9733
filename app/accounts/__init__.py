"""Pages: views.py and own_views.py; what they do: service.py and own.py; who is signed in: session.py."""

from flask import Flask

from app.accounts import language_views, own_views, session, views


def init_app(app: Flask) -> None:
    """Add this part's pages to the site, and who is signed in to every request."""
    session.init_app(app)
    app.register_blueprint(views.bp)


__all__ = ["init_app", "language_views", "own_views"]
