"""Dead Drop: a website for playing Codenames, Codenames: Pictures and Codenames Duet with friends."""

# ruff: noqa: E402
import gc

gc.disable()  # nothing that is imported becomes garbage, and looking for some takes a tenth of the time

from flask import Flask
from flask_compress import Compress

from app import (
    accounts,
    api,
    campaigns,
    credits,  # noqa: A004
    custom_decks,
    friends,
    games,
    learning,
    lobbies,
    moderation,
    notifications,
    offline,
    profiles,
    puzzles,
    rules_pages,
    tutorial,
    well_known,
)
from app.config import (
    ROOT,
    Settings,
    secret_keys,
)
from app.db import db, engine_options, read_only
from app.http import (
    cookies,
    form_limits,
    origin_check,
    refusal_pages,
    request_logging,
    responses,
    safe_redirects,
    security_headers,
    static_files,
    trusted_hosts,
)
from app.http.fragments import fragment_cache, looks, parts
from app.http.request_logging import Application
from app.i18n import languages, template_translations
from app.observability import health, metrics

gc.freeze()  # else the first collection would look through all of it
gc.enable()

BODY_LIMIT = 256 * 1024  # bytes; the largest form is a deck: 2,000 Greek words are about 50 KiB in UTF-8


def create_app(settings: Settings) -> Flask:
    """Create the Flask application."""
    app = Application(__name__, template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static"))
    app.config.update(_config(settings))
    secret_keys.init_app(app, settings.secret_key, settings.older_keys)
    request_logging.init_app(app, proxies=settings.trusted_proxies)
    cookies.init_app(app, secure=settings.production)
    security_headers.init_app(app, https=settings.production and settings.site_url.startswith("https:"))
    trusted_hosts.init_app(app, settings.site_url, settings.production)
    origin_check.init_app(app, settings.site_url, settings.production)
    Compress(app)  # after_request hooks run in reverse order: the first one registered sees the final response
    db.init_app(app)
    with app.app_context():
        read_only.init_engine(db.engine)
    form_limits.init_app(app)
    origin_check.TokenCheck(app)  # after form_limits: it reads the form
    app.jinja_env.lstrip_blocks = True  # without this, a third of a page is indentation
    languages.init_app(app)
    template_translations.init_app(app)
    fragment_cache.init_app(app)
    parts.init_app(app)
    looks.init_app(app)
    refusal_pages.init_app(app)
    safe_redirects.init_app(app)
    static_files.init_app(app)
    for each in (
        responses,
        health,
        accounts,
        custom_decks,
        notifications,
        games,
        puzzles,
        profiles,
        learning,
        lobbies,
        rules_pages,
        tutorial,
        credits,
        offline,
        campaigns,
        friends,
        moderation,
        well_known,
        api,
    ):
        each.init_app(app)
    metrics.init_app(app, settings.metrics_token, settings.trusted_proxies)
    return app


def _config(settings: Settings) -> dict[str, object]:
    """Return the Flask config values that the app and its extensions read."""
    return {
        "SQLALCHEMY_DATABASE_URI": settings.database_url,
        "LISTEN_URL": settings.listen_url,
        "SQLALCHEMY_ENGINE_OPTIONS": engine_options(settings.pooled),
        "MAX_CONTENT_LENGTH": BODY_LIMIT,
        "COMPRESS_ALGORITHM": ["zstd", "br", "gzip"],
        "COMPRESS_ALGORITHM_STREAMING": ["zstd", "br", "gzip"],
        "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,  # only files have an ETag, which have been compared with it
        "COMPRESS_ZSTD_LEVEL": 3,  # 5 takes twice the time and saves 4 %
        "POLL_SECONDS": settings.poll_seconds,
        "SITE_URL": settings.site_url,
        "SMTP_URL": settings.smtp_url,
        "MAIL_FROM": settings.mail_from,
        "MAIL_DIR": settings.mail_dir,
        "SECURITY_CONTACT": settings.security_contact,
        "PRIVATE_TARGETS": settings.private_targets,
        "WTF_CSRF_TIME_LIMIT": None,  # valid as long as its session, so a page left open for days still works
        "WTF_CSRF_SSL_STRICT": False,
    }
