"""The site as the world meets it: the settings of production, by HTTPS, on the tests' database."""

from flask import Flask

from app import create_app
from app.config import Settings

HOST = "play.example.org"


def opened(app: Flask, **settings: object) -> Flask:
    """Return a second site on the database of `app`, as in production; its visitors come by HTTPS under its name."""
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    given = {"site_url": f"https://{HOST}", "production": True} | settings
    site = create_app(Settings(database_url=url, secret_key="tests", **given))  # type: ignore[arg-type]
    site.config.update(SERVER_NAME=HOST, PREFERRED_URL_SCHEME="https")  # what test clients say
    return site
