"""The settings: what they are without a word, and which words are refused."""

import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from app.config import ConfigError, Settings

PRODUCTION = {
    "APP_ENV": "production",
    "DATABASE_URL": "postgresql://db/site",
    "SECRET_KEY": "s" * 32,
    "SITE_URL": "https://play.example.org",
}


def settings(folder: Path, **env: str) -> Settings:
    """Read the settings from these variables alone."""
    return Settings.from_env({"VAR_DIR": str(folder)} | env)


def test_on_ones_own_machine_nothing_has_to_be_set(tmp_path: Path) -> None:
    found = settings(tmp_path)
    assert (found.production, found.host, found.port) == (False, "127.0.0.1", 8000)
    assert (found.database_url, found.trusted_proxies, found.web_workers) == ("", 0, 1)
    assert (found.worker, found.site_url, found.private_targets) == (True, "http://127.0.0.1:8000", False)
    assert (found.smtp_url, found.mail_dir) == ("", tmp_path / "mail")
    assert len(found.secret_key) == 64


def test_links_lead_to_where_one_listens_unless_said_otherwise(tmp_path: Path) -> None:
    assert settings(tmp_path, PORT="8080").site_url == "http://127.0.0.1:8080"
    assert settings(tmp_path, PORT="8080", SITE_URL="https://play.example.org/").site_url == "https://play.example.org"


def test_mails_come_from_the_site_and_are_files_only_at_home(tmp_path: Path) -> None:
    public = settings(tmp_path, **PRODUCTION)
    assert (public.mail_from, public.mail_dir) == ("Dead Drop <noreply@play.example.org>", None)
    assert settings(tmp_path, **PRODUCTION, MAIL_FROM="Us <us@example.org>").mail_from == "Us <us@example.org>"
    assert settings(tmp_path, SMTP_URL="smtp://user:secret@mail.example.org:587").mail_dir is None


def test_the_worker_can_be_left_out_and_private_targets_let_in(tmp_path: Path) -> None:
    found = settings(tmp_path, WORKER="0", PRIVATE_TARGETS="1")
    assert (found.worker, found.private_targets) == (False, True)


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        secrets = {each.secret_key for each in pool.map(lambda _: settings(tmp_path / "var"), range(16))}
    assert len(secrets) == 1
    assert stat.S_IMODE((tmp_path / "var" / "secret_key").stat().st_mode) == 0o600


def test_an_empty_variable_is_one_that_is_not_set(tmp_path: Path) -> None:
    assert settings(tmp_path, PORT="", SECRET_KEY="", DATABASE_URL="", APP_ENV="", HOST="").port == 8000


def test_production_makes_nothing_up(tmp_path: Path) -> None:
    assert Settings.from_env(PRODUCTION).production
    for name in ("DATABASE_URL", "SECRET_KEY", "SITE_URL"):
        with pytest.raises(ConfigError, match=f"^{name} must be set in production"):
            settings(tmp_path / "var", **PRODUCTION | {name: ""})
    assert not (tmp_path / "var").exists()


def test_an_address_as_some_hosts_write_it(tmp_path: Path) -> None:
    assert (
        settings(tmp_path, DATABASE_URL="postgres://a:postgres://@b/c").database_url == "postgresql://a:postgres://@b/c"
    )


def test_what_needs_a_session_takes_its_own_way_or_everybodys(tmp_path: Path) -> None:
    assert settings(tmp_path, DATABASE_URL="postgresql://b/c").listen_url == "postgresql://b/c"
    found = settings(tmp_path, DATABASE_URL="postgresql://pooler/c", LISTEN_URL="postgres://b/c")
    assert (found.database_url, found.listen_url) == ("postgresql://pooler/c", "postgresql://b/c")
    private = replace(settings(tmp_path), database_url="postgresql://private/c")
    assert private.listen_url == "postgresql://private/c"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("APP_ENV", "prod"),
        ("DATABASE_URL", "sqlite://"),
        ("LISTEN_URL", "sqlite://"),
        ("LISTEN_URL", "postgresql://db/site"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "²"),
        ("PORT", "9" * 5000),
        ("WEB_WORKERS", "many"),
        ("TRUSTED_PROXIES", "1.5"),
        ("POLL_MILLISECONDS", "99"),
        ("WORKER", "yes"),
        ("LOG_LEVEL", "loud"),
        ("METRICS_TOKEN", "short"),
        ("METRICS_TOKEN", "sixteen letters and spaces"),
        ("PRIVATE_TARGETS", "2"),
        ("SITE_URL", "play.example.org"),
        ("SITE_URL", "ftp://play.example.org"),
        ("SITE_URL", "https://play.example.org/games"),
        ("SITE_URL", "https://play.example.org?x"),
        ("SITE_URL", "https://somebody@play.example.org"),
        ("SITE_URL", "http://[::1]:8000"),
        ("SMTP_URL", "mail.example.org:587"),
        ("SMTP_URL", "http://mail.example.org"),
        ("SMTP_URL", "smtp:///"),
        ("SECURITY_CONTACT", "security@example.org"),
        ("SECURITY_CONTACT", "http://example.org/security"),
        ("SECURITY_CONTACT", "mailto:us@example.org\nContact: mailto:others@example.org"),
    ],
)
def test_a_wrong_value_is_named_in_one_line(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=f"^{name} must [^\n]*$"):
        settings(tmp_path, **{name: value})


@pytest.mark.parametrize(
    ("env", "sentence"),
    [
        ({"PORT": "http"}, "PORT must be a whole number from 1 to 65535, not 'http'."),
        ({"PORT": "70000"}, "PORT must be a whole number from 1 to 65535, not '70000'."),
        ({"APP_ENV": "production"}, "SITE_URL must be set in production, such as https://play.example.org."),
        (PRODUCTION | {"SECRET_KEY": ""}, "SECRET_KEY must be set in production;"),
        ({"SITE_URL": "play.example.org"}, "SITE_URL must be an address without a path, such as"),
        ({"SMTP_URL": "mail.example.org:587"}, "SMTP_URL must look like smtp://user:password@host:587 or"),
        ({"WORKER": "no"}, "WORKER must be a whole number from 0 to 1, not 'no'."),
        ({"DATABASE_URL": "mysql://root@localhost"}, "DATABASE_URL must begin with postgresql://."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_what_is_said_of_it(tmp_path: Path, env: dict[str, str], sentence: str) -> None:
    with pytest.raises(ConfigError) as refused:
        settings(tmp_path, **env)
    assert str(refused.value).startswith(sentence)
