"""Accounts: sign-in, recovery, settings, e-mail addresses, names and limits.

auth: login manager, sessions, passwords and guests. recovery: password reset and sign-in by mail. passkeys: signing in
without a password. second_factor: codes of apps, recovery codes, the second step. settings: the account page and its
forms. email: addresses and the messages about them. names: which names are allowed. Loose modules: models, forms, rate
limits, burst limits, the activity log, blocks and erasure.
"""

from flask import Flask

from app.accounts import avatars, burst_limits, rate_limits
from app.accounts.auth import login_manager, views
from app.accounts.email import address_views, confirmation_views, messages, wording
from app.accounts.passkeys import passkey_views
from app.accounts.recovery import pages
from app.accounts.recovery import views as recovery_views
from app.accounts.second_factor import settings_views, step_views
from app.accounts.settings import account_views, language_views, theme_views, time_views
from app.accounts.tokens import token_views


def init_app(app: Flask) -> None:
    """Set up the login manager and the limits, and register the blueprints and the templates' mail helpers."""
    login_manager.init_app(app)
    rate_limits.init_app(app)
    burst_limits.init_app(app)
    app.jinja_env.globals.update(
        avatar_of=avatars.avatar_of, mail_note=wording.mail_note, sends_mail=wording.sends_mail
    )
    app.register_blueprint(views.bp)
    app.register_blueprint(pages.bp)


__all__ = [
    "account_views",
    "address_views",
    "confirmation_views",
    "init_app",
    "language_views",
    "messages",
    "passkey_views",
    "recovery_views",
    "settings_views",
    "step_views",
    "theme_views",
    "time_views",
    "token_views",
]
