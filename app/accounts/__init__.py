"""Pages: *_views.py and account_page.py; what they do: service.py, own.py, addresses.py, resetting.py, login_links.py,
away.py, leaving.py, export.py; who is signed in: session.py, and where: sessions.py; what happened: events.py; how
often one may try: limits.py, guessing.py, pace.py; what is written to people: letters.py."""

from flask import Flask

from app.accounts import (
    address_views,
    language_views,
    letters,
    limits,
    login_link_views,
    own_views,
    pace,
    reset_views,
    session,
    time_views,
    views,
    words,
)


def init_app(app: Flask) -> None:
    """Add this part's pages to the site, and who is signed in to every request."""
    session.init_app(app)
    limits.init_app(app)
    pace.init_app(app)
    app.jinja_env.globals.update(mail_note=words.mail_note, sends_mail=words.sends_mail)
    app.register_blueprint(views.bp)


__all__ = [
    "address_views",
    "init_app",
    "language_views",
    "letters",
    "login_link_views",
    "own_views",
    "reset_views",
    "time_views",
]
