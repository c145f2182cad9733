"""Dead Drop: a website on which friends play Codenames, Codenames: Pictures and Codenames Duet."""

from flask import Flask
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from app import accounts, campaigns, credits, games, handbook, languages, library, lobbies, web  # noqa: A004
from app.config import ROOT, Settings
from app.db import db, engine_options

BODY_LIMIT = 256 * 1024  # bytes; the largest form here is a deck: 2,000 words of Greek are some 50 KiB in UTF-8


def create_app(settings: Settings) -> Flask:
    """Wire the site together."""
    app = Flask(__name__, template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static"))
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS=engine_options(),
        MAX_CONTENT_LENGTH=BODY_LIMIT,
        SESSION_COOKIE_NAME="__Host-session" if settings.production else "session",
        SESSION_COOKIE_SECURE=settings.production,
        SESSION_COOKIE_SAMESITE="Lax",
        POLL_SECONDS=settings.poll_seconds,
        WTF_CSRF_TIME_LIMIT=None,  # a token lives as long as its session: a page left open for days still works
        WTF_CSRF_SSL_STRICT=False,
    )
    if settings.trusted_proxies:
        count = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    db.init_app(app)
    CSRFProtect(app)
    languages.init_app(app)
    for part in (web, accounts, library, games, lobbies, handbook, credits, campaigns):
        part.init_app(app)
    return app
