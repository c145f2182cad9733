"""Settings, read once from the environment; each has a default that is safe on one's own machine."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.locks import hold

ROOT = Path(__file__).resolve().parent.parent


class ConfigError(Exception):
    """The environment asks for something that cannot be; the message is one line for whoever starts the site."""


@dataclass(frozen=True)
class Settings:
    """What the environment says. `trusted_proxies` is how many reverse proxies stand in front of the site."""

    database_url: str
    secret_key: str
    production: bool = False
    host: str = "127.0.0.1"
    port: int = 8000
    web_workers: int = 1
    trusted_proxies: int = 0
    poll_seconds: float = 2.0

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ) -> "Settings":
        """Read the settings, or raise ConfigError naming the variable that is wrong."""
        production = _production(env)
        return cls(
            database_url=_database_url(env, production),
            secret_key=env.get("SECRET_KEY") or _development_secret(production, var_dir(env)),
            production=production,
            host=env.get("HOST") or "127.0.0.1",
            port=_number(env, "PORT", 8000, 1, 65535),
            web_workers=_number(env, "WEB_WORKERS", 1, 1, 64),
            trusted_proxies=_number(env, "TRUSTED_PROXIES", 0, 0, 10),
            poll_seconds=_number(env, "POLL_MILLISECONDS", 2000, 100, 60_000) / 1000,
        )


def var_dir(env: Mapping[str, str] = os.environ) -> Path:
    """Return the folder that holds this machine's data: the embedded database and the development secret."""
    return Path(env.get("VAR_DIR") or ROOT / "var").resolve()


def _production(env: Mapping[str, str]) -> bool:
    name = env.get("APP_ENV") or "development"
    if name not in ("development", "production"):
        raise ConfigError(f"APP_ENV must be development or production, not {name!r}.")
    return name == "production"


def _number(env: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = env.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not low <= int(text) <= high:
        raise ConfigError(f"{name} must be a whole number from {low} to {high}, not {text!r}.")
    return int(text)


def _database_url(env: Mapping[str, str], production: bool) -> str:
    """Return where the database is, or an empty text for the private one, which is for one's own machine only."""
    url = env.get("DATABASE_URL", "").replace("postgres://", "postgresql://", 1)  # as some hosts write it
    if not url and production:
        raise ConfigError("DATABASE_URL must be set in production.")
    if url and not url.startswith("postgresql://"):
        raise ConfigError("DATABASE_URL must begin with postgresql://.")
    return url


def _development_secret(production: bool, folder: Path) -> str:
    """Return the secret kept in `folder`, made at the first start; production has to bring its own."""
    if production:
        raise ConfigError("SECRET_KEY must be set in production; `openssl rand -hex 32` makes a good one.")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "secret_key"
    with hold(folder / "secret_key.lock"):
        if not file.exists():
            file.touch(mode=0o600)
            file.write_text(secrets.token_hex(32))
        return file.read_text()
