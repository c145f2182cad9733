"""Secrets may be in files, as docker compose puts them there."""

from pathlib import Path

import pytest

from app.config import ConfigError, Settings
from tests.run.test_config import settings

KEYS = "b" * 40, "a" * 40


def put(folder: Path, text: str) -> str:
    """Write a secret's file and return its path."""
    file = folder / "secret"
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("SECRET_KEY", "secret_key", "s" * 40),
        ("DATABASE_URL", "database_url", "postgresql://a:b@c/d"),
        ("LISTEN_URL", "listen_url", "postgresql://a:b@e/d"),
        ("SMTP_URL", "smtp_url", "smtp://user:secret@mail.example.org:587"),
        ("METRICS_TOKEN", "metrics_token", "t" * 32),
    ],
)
def test_each_secret_can_be_in_a_file(tmp_path: Path, name: str, field: str, value: str) -> None:
    more = {"DATABASE_URL": "postgresql://a:b@c/d"} if name == "LISTEN_URL" else {}
    found = settings(tmp_path, **{f"{name}_FILE": put(tmp_path, f"{value}\n")}, **more)
    assert getattr(found, field) == value


def test_a_file_holds_older_keys_too(tmp_path: Path) -> None:
    found = settings(tmp_path, SECRET_KEY_FILE=put(tmp_path, "\n".join(KEYS) + "\n"))
    assert (found.secret_key, *found.older_keys) == KEYS


def test_the_database_may_have_its_password_in_a_file_of_its_own(tmp_path: Path) -> None:
    urls = {
        "DATABASE_URL": "postgresql://site@pooler:6432/site",
        "LISTEN_URL": "postgresql://site@db/site?sslmode=require",
    }
    found = settings(tmp_path, POSTGRES_PASSWORD_FILE=put(tmp_path, "a/b@c:d\n"), **urls)
    assert found.database_url == "postgresql://site:a%2Fb%40c%3Ad@pooler:6432/site"
    assert found.listen_url == "postgresql://site:a%2Fb%40c%3Ad@db/site?sslmode=require"


@pytest.mark.parametrize("url", ["postgresql://site:own@db/site", "postgresql://db/site", "postgresql://site:@db/site"])
def test_it_is_put_only_where_one_is_missing(tmp_path: Path, url: str) -> None:
    assert settings(tmp_path, DATABASE_URL=url, POSTGRES_PASSWORD="other").database_url == url


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL", "SMTP_URL", "METRICS_TOKEN"])
def test_one_secret_in_two_places_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match=f"^{name} and {name}_FILE must not both be set.$"):
        settings(tmp_path, **{name: "x", f"{name}_FILE": put(tmp_path, "y")})


def test_a_file_that_cannot_be_read_is_named_and_its_text_is_not(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "nowhere", tmp_path, tmp_path / "bytes"):
        with pytest.raises(ConfigError, match=r"^SECRET_KEY_FILE must lead to a text file .*'[^\n]*'\.$"):
            settings(tmp_path, SECRET_KEY_FILE=str(path))


def test_production_takes_an_empty_file_for_none(tmp_path: Path) -> None:
    env = {"APP_ENV": "production", "DATABASE_URL": "postgresql://db/site", "SITE_URL": "https://play.example.org"}
    with pytest.raises(ConfigError, match=r"^SECRET_KEY must be set in production"):
        Settings.from_env(env | {"SECRET_KEY_FILE": put(tmp_path, "\n")})
