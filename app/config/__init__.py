"""The site's settings, read once from the environment; every default is safe on a developer's machine."""

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote, urlsplit

from app.config.file_locks import lock_file

ROOT = Path(__file__).resolve().parent.parent.parent
LOG_LEVELS = ("debug", "info", "warning", "error")


class ConfigError(Exception):
    """Raised for an invalid setting; its text is one line for the person who starts the site."""


@dataclass(frozen=True)
class Settings:
    """All settings. The ones that need explaining:

    - `trusted_proxies`: number of reverse proxies in front of the site.
    - `site_url`: the base URL of links in messages.
    - `smtp_url`: if empty, emails are written to `mail_dir`; if that is None too, none are sent.
    - `worker`: whether `run` also starts the background worker.
    - `listen_url`: the same database without a pooler, for what needs a database session of its own, such as LISTEN.
    - `hold_seconds`: how long a long poll waits at most, 0 to disable waiting (htmx gives up after 60).
    - `held_polls`: how many polls may wait in one process.
    - `traces`: whether to send traces, to where the variables OTEL_* say, which OpenTelemetry reads by itself.
    - `secret_key`: signs; signatures by one of the `older_keys` remain valid.
    """

    database_url: str
    secret_key: str
    production: bool = False
    host: str = "127.0.0.1"
    port: int = 8000
    web_workers: int = 1
    trusted_proxies: int = 0
    poll_seconds: float = 2.0
    worker: bool = True
    site_url: str = "http://127.0.0.1:8000"
    smtp_url: str = ""
    mail_from: str = "Dead Drop <noreply@localhost>"
    mail_dir: Path | None = None
    private_targets: bool = False
    listen_url: str = ""
    hold_seconds: int = 50
    held_polls: int = 10_000
    log_level: str = "warning"
    metrics_token: str = ""
    security_contact: str = ""
    older_keys: tuple[str, ...] = ()
    traces: bool = False

    def __post_init__(self) -> None:
        """Fill in the defaults that depend on other settings."""
        object.__setattr__(self, "listen_url", self.listen_url or self.database_url)
        contact = self.security_contact or f"mailto:{parseaddr(self.mail_from)[1]}"
        object.__setattr__(self, "security_contact", contact)

    @property
    def pooled(self) -> bool:
        """Whether the site reaches its database through a pooler."""
        return self.listen_url != self.database_url

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ) -> "Settings":
        """Return the settings from environment variables. Raises ConfigError, which names the invalid variable."""
        production = _is_production(env)
        port = _read_int(env, "PORT", 8000, 1, 65535)
        site_url, smtp_url = _site_url(env, production, port), _smtp_url(env)
        database_url = _database_url(env, production)
        key, *older = _secret_keys(env, production)
        return cls(
            database_url=database_url,
            secret_key=key,
            older_keys=tuple(older),
            production=production,
            host=env.get("HOST") or "127.0.0.1",
            port=port,
            web_workers=_read_int(env, "WEB_WORKERS", 1, 1, 64),
            trusted_proxies=_read_int(env, "TRUSTED_PROXIES", 0, 0, 10),
            poll_seconds=_read_int(env, "POLL_MILLISECONDS", 2000, 100, 60_000) / 1000,
            worker=bool(_read_int(env, "WORKER", 1, 0, 1)),
            site_url=site_url,
            smtp_url=smtp_url,
            mail_from=env.get("MAIL_FROM") or f"Dead Drop <noreply@{urlsplit(site_url).hostname}>",
            mail_dir=None if production or smtp_url else var_dir(env) / "mail",
            private_targets=bool(_read_int(env, "PRIVATE_TARGETS", 0, 0, 1)),
            listen_url=_listen_url(env),
            hold_seconds=_read_int(env, "HOLD_SECONDS", 50, 0, 55),
            held_polls=_read_int(env, "HELD_POLLS", 10_000, 0, 1_000_000),
            log_level=_log_level(env, production),
            metrics_token=_metrics_token(env),
            security_contact=_security_contact(env),
            traces=_has_traces(env),
        )


def var_dir(env: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for this machine's data, such as the local database: VAR_DIR, or `var` in the project."""
    return Path(env.get("VAR_DIR") or ROOT / "var").resolve()


def _read_secret(env: Mapping[str, str], name: str) -> str:
    """Return the value of the variable `name`, or the content of the file that `name`_FILE names; empty without both.

    Raises ConfigError if both are set, or the file cannot be read.
    """
    value, path = env.get(name, ""), env.get(f"{name}_FILE", "")
    if value and path:
        raise ConfigError(f"{name} and {name}_FILE must not both be set.")
    if not path:
        return value
    try:
        return Path(path).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{name}_FILE must lead to a text file that can be read, not to {path!r}.") from error


def _is_production(env: Mapping[str, str]) -> bool:
    name = env.get("APP_ENV") or "development"
    if name not in ("development", "production"):
        raise ConfigError(f"APP_ENV must be development or production, not {name!r}.")
    return name == "production"


def _log_level(env: Mapping[str, str], production: bool) -> str:
    level = env.get("LOG_LEVEL") or ("info" if production else "warning")
    if level not in LOG_LEVELS:
        raise ConfigError(f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}, not {level!r}.")
    return level


def _metrics_token(env: Mapping[str, str]) -> str:
    """Return the bearer token for /metrics, or an empty string: then only this machine may read the metrics."""
    token = _read_secret(env, "METRICS_TOKEN")
    if token and not re.fullmatch(r"[!-~]{16,}", token):
        raise ConfigError("METRICS_TOKEN must be 16 letters and digits or more; `openssl rand -hex 32` makes one.")
    return token


def _has_traces(env: Mapping[str, str]) -> bool:
    """Whether an endpoint for traces is set. Raises ConfigError if what they need is not installed."""
    asked = bool(env.get("OTEL_EXPORTER_OTLP_ENDPOINT") or env.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"))
    if asked and find_spec("opentelemetry") is None:
        raise ConfigError("OTEL_EXPORTER_OTLP_ENDPOINT needs the packages that requirements-tracing.txt lists.")
    return asked


def _security_contact(env: Mapping[str, str]) -> str:
    """Return the contact for vulnerability reports in security.txt, or an empty string."""
    contact = env.get("SECURITY_CONTACT", "")
    if contact and not re.fullmatch(r"(mailto:[^\s@]+@[^\s@]+|https://[!-~]+)", contact):
        raise ConfigError("SECURITY_CONTACT must begin with mailto: or https://, such as mailto:security@example.org.")
    return contact


def _read_int(env: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = env.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not low <= int(text) <= high:
        raise ConfigError(f"{name} must be a whole number from {low} to {high}, not {text!r}.")
    return int(text)


def _database_url(env: Mapping[str, str], production: bool) -> str:
    """Return the database URL, or an empty string for the local PostgreSQL; ConfigError for that in production."""
    url = _postgres_url(env, "DATABASE_URL")
    if not url and production:
        raise ConfigError("DATABASE_URL must be set in production.")
    return url


def _listen_url(env: Mapping[str, str]) -> str:
    """Return the database URL that bypasses the pooler, or an empty string if there is no pooler."""
    url = _postgres_url(env, "LISTEN_URL")
    if url and not _read_secret(env, "DATABASE_URL"):
        raise ConfigError("LISTEN_URL must lead to the database of DATABASE_URL, which is not set.")
    return url


def _postgres_url(env: Mapping[str, str], name: str) -> str:
    url = _read_secret(env, name).replace("postgres://", "postgresql://", 1)  # as some hosts write it
    if url and not url.startswith("postgresql://"):
        raise ConfigError(f"{name} must begin with postgresql://.")
    return _with_password(url, _read_secret(env, "POSTGRES_PASSWORD"))


def _with_password(url: str, password: str) -> str:
    """Return a database URL with the password inserted, if it names a user but no password; else unchanged."""
    parts = urlsplit(url)
    if not (password and parts.username) or parts.password is not None:
        return url
    user, _at, place = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user}:{quote(password, safe='')}@{place}").geturl()


def _site_url(env: Mapping[str, str], production: bool, port: int) -> str:
    """Return the site's base URL, without a slash at its end.

    In production it must be set, because a request's Host header can be forged.
    """
    url = env.get("SITE_URL", "").rstrip("/")
    if not url and production:
        raise ConfigError("SITE_URL must be set in production, such as https://play.example.org.")
    parts = urlsplit(url or f"http://127.0.0.1:{port}")
    plain = not (parts.path or parts.query or parts.fragment or parts.username or "[" in parts.netloc)
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise ConfigError(f"SITE_URL must be an address without a path, such as https://play.example.org, not {url!r}.")
    return parts.geturl()


def _smtp_url(env: Mapping[str, str]) -> str:
    url = _read_secret(env, "SMTP_URL")
    if url and (urlsplit(url).scheme not in ("smtp", "smtps") or not urlsplit(url).hostname):
        raise ConfigError("SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host.")
    return url


def _secret_keys(env: Mapping[str, str], production: bool) -> list[str]:
    """Return the signing keys, newest first; SECRET_KEY separates them by commas or line breaks."""
    keys = [key for part in re.split("[,\n]", _read_secret(env, "SECRET_KEY")) if (key := part.strip())]
    if not keys and production:
        raise ConfigError("SECRET_KEY must be set in production; `openssl rand -hex 32` makes a good one.")
    return keys or [_development_secret(var_dir(env))]


def _development_secret(folder: Path) -> str:
    """Return the secret stored in `folder`, creating it on the first start."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "secret_key"
    with lock_file(folder / "secret_key.lock"):
        if not file.exists():
            file.touch(mode=0o600)
            file.write_text(secrets.token_hex(32))
        return file.read_text()
