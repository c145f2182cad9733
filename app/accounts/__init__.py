"""Accounts: sign-in, recovery, settings, e-mail addresses, names and limits.

auth: login manager, sessions, passwords and guests. recovery: password reset and sign-in by mail. settings: the account
page and its forms. email: addresses and the messages about them. names: which names are allowed. Loose modules: models,
forms, rate limits, burst limits, the activity log, blocks and erasure.
"""

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
    """Register the blueprint, the login manager and the limits."""
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
