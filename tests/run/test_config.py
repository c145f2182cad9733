"""The settings: what they are without a word, and which words are refused."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.config import ConfigError, Settings

PRODUCTION = {"APP_ENV": "production", "DATABASE_URL": "postgresql://db/site", "SECRET_KEY": "s" * 32}


def settings(folder: Path, **env: str) -> Settings:
    """Read the settings from these variables alone."""
    return Settings.from_env({"VAR_DIR": str(folder)} | env)


def test_on_ones_own_machine_nothing_has_to_be_set(tmp_path: Path) -> None:
    found = settings(tmp_path)
    assert (found.production, found.host, found.port) == (False, "127.0.0.1", 8000)
    assert (found.database_url, found.trusted_proxies, found.web_workers) == ("", 0, 1)
    assert len(found.secret_key) == 64


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        secrets = {each.secret_key for each in pool.map(lambda _: settings(tmp_path / "var"), range(16))}
    assert len(secrets) == 1
    assert stat.S_IMODE((tmp_path / "var" / "secret_key").stat().st_mode) == 0o600


def test_an_empty_variable_is_one_that_is_not_set(tmp_path: Path) -> None:
    assert settings(tmp_path, PORT="", SECRET_KEY="", DATABASE_URL="", APP_ENV="", HOST="").port == 8000


def test_production_makes_nothing_up(tmp_path: Path) -> None:
    assert Settings.from_env(PRODUCTION).production
    for name in ("DATABASE_URL", "SECRET_KEY"):
        with pytest.raises(ConfigError, match=f"^{name} must be set in production"):
            settings(tmp_path / "var", **PRODUCTION | {name: ""})
    assert not (tmp_path / "var").exists()


def test_an_address_as_some_hosts_write_it(tmp_path: Path) -> None:
    assert (
        settings(tmp_path, DATABASE_URL="postgres://a:postgres://@b/c").database_url == "postgresql://a:postgres://@b/c"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("APP_ENV", "prod"),
        ("DATABASE_URL", "sqlite://"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "²"),
        ("PORT", "9" * 5000),
        ("WEB_WORKERS", "many"),
        ("TRUSTED_PROXIES", "1.5"),
        ("POLL_MILLISECONDS", "99"),
    ],
)
def test_a_wrong_value_is_named_in_one_line(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=f"^{name} must [^\n]*$"):
        settings(tmp_path, **{name: value})
