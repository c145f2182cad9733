"""The commands: `python -m app run`, `work`, `migrate`, `admin`, `backup`, `restore`, `revision <what changed>`."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import psycopg
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from app import backup, create_app, local_postgres
from app.accounts.models import User
from app.config import ConfigError, Settings, var_dir
from app.db import db, schema
from app.moderation.admin import rights
from app.observability import logs
from app.refusals import Refusal
from app.server import gunicorn_app
from app.worker import process, shutdown

EXPECTED_ERRORS = (
    ConfigError,
    backup.BackupError,
    local_postgres.LocalPostgresError,
    schema.NewerSchemaError,
    Refusal,
    OSError,
)
CONNECT_SECONDS = 10  # to connect to the database


def run() -> None:
    """Migrate the database, then serve the site until SIGINT or SIGTERM."""
    settings = Settings.from_env()
    logs.configure(settings.production, settings.log_level)
    with closing(gunicorn_app.listen(settings)) as listener, _database(settings) as url:
        port = make_url(url).port or 0
        revive = (
            partial(local_postgres.restart_if_dead, _local_postgres_folder(), port)
            if not settings.database_url
            else lambda: False
        )
        settings = replace(settings, database_url=url)
        _with_database(settings, _migrate(settings))
        gunicorn_app.serve(settings, listener, revive)


def work(tied: bool) -> None:
    """Run background tasks until SIGINT or SIGTERM, or, if `tied`, until standard input is closed."""
    settings = Settings.from_env()
    logs.configure(settings.production, settings.log_level)
    with _database(settings) as url:
        process.run_worker(replace(settings, database_url=url), tied)


def migrate() -> None:
    """Apply the missing migrations."""
    settings = Settings.from_env()
    with _database(settings) as url:
        settings = replace(settings, database_url=url)
        _with_database(settings, _migrate(settings))


def admin(change: Callable[[], Sequence[User]]) -> None:
    """Run `change`, which grants, revokes or lists moderator rights; print the names of the accounts it returns."""
    settings = Settings.from_env()
    with _database(settings) as url:
        settings = replace(settings, database_url=url)
        _with_database(settings, _migrate(settings), lambda: _print(user.name for user in change()))


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)  # noqa: T201


def save_backup(name: str) -> None:
    """Save the whole database to a file."""
    shutdown.on_stop_signal(_abort)
    settings = Settings.from_env()
    with _database(settings) as url:
        backup.save(replace(settings, database_url=url).listen_url, name)
    key = "SECRET_KEY" if any(map(os.environ.get, ("SECRET_KEY", "SECRET_KEY_FILE"))) else var_dir() / "secret_key"
    print(f"Saved. Keep {key} too: without it all have to sign in anew, and links in mails end.", file=sys.stderr)  # noqa: T201


def restore_backup(name: str, instead: bool) -> None:
    """Restore the database from a file, then migrate it."""
    shutdown.on_stop_signal(_abort)
    settings = Settings.from_env()
    with _database(settings) as url:
        settings = replace(settings, database_url=url)
        backup.restore(settings.listen_url, name, instead)
        _with_database(settings, _migrate(settings))


def _abort() -> None:
    sys.exit("It was ended before it was done.")


def revision(message: str) -> None:
    """Autogenerate a migration from the differences between the migrated schema and the models."""
    settings = Settings.from_env()
    with _database(settings) as url:
        _with_database(replace(settings, database_url=url), schema.migrate, lambda: schema.write_revision(message))


def _migrate(settings: Settings) -> Callable[[], None]:
    return partial(schema.migrate, make_url(settings.database_url).username if settings.pooled else None)


def _local_postgres_folder() -> Path:
    return var_dir() / "postgres"


@contextmanager
def _database(settings: Settings) -> Iterator[str]:
    """Yield the URL of the configured database, or else of a private one kept in VAR_DIR."""
    if settings.database_url:
        yield settings.database_url
    else:
        with local_postgres.running_server(_local_postgres_folder()) as url:
            yield url


def _with_database(settings: Settings, *actions: Callable[[], None]) -> None:
    """Run `actions` in an app context that connects directly: a schema cannot be changed through a pooler."""
    url = settings.listen_url
    psycopg.connect(url, connect_timeout=CONNECT_SECONDS).close()
    with create_app(replace(settings, database_url=url)).app_context():
        for action in actions:
            action()
        db.engine.dispose()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m app", description="Dead Drop, the site.")
    commands = parser.add_subparsers(metavar="command", required=True)
    commands.add_parser("run", help="migrate, then serve the site").set_defaults(command=lambda _: run())
    worker = commands.add_parser("work", help="do in the background what is due")
    worker.add_argument("--tied", action="store_true", help="end when standard input ends")
    worker.set_defaults(command=lambda given: work(given.tied))
    commands.add_parser("migrate", help="bring the database up to date").set_defaults(command=lambda _: migrate())
    deciding = commands.add_parser("admin", help="say who may decide about reports").add_subparsers(required=True)
    for verb, change in (("grant", rights.grant_admin), ("revoke", rights.revoke_admin)):
        naming = deciding.add_parser(verb, help=f"{verb} an account the right")
        naming.add_argument("name", help="what the account is called")
        naming.set_defaults(command=lambda given, change=change: admin(lambda: [change(given.name)]))
    deciding.add_parser("list", help="name those who have it").set_defaults(command=lambda _: admin(rights.load_admins))
    saving = commands.add_parser("backup", help="save the database to a file")
    saving.add_argument("file", help="its name, or - for standard output")
    saving.set_defaults(command=lambda given: save_backup(given.file))
    restoring = commands.add_parser("restore", help="read the database from such a file")
    restoring.add_argument("file", help="its name, or - for standard input")
    restoring.add_argument("--replace", action="store_true", help="delete first what the database holds")
    restoring.set_defaults(command=lambda given: restore_backup(given.file, given.replace))
    write = commands.add_parser("revision", help="write a migration for changed models")
    write.add_argument("message", help="what changed, in a few words")
    write.set_defaults(command=lambda given: revision(given.message))
    return parser.parse_args()


def main() -> None:
    """Run one command; an expected error is printed as one line, with exit code 1."""
    arguments = _arguments()
    shutdown.on_stop_signal(sys.exit)
    try:
        arguments.command(arguments)
    except (psycopg.OperationalError, DBAPIError) as error:
        sys.exit("The database cannot be used: " + _one_line(getattr(error, "orig", error)))
    except EXPECTED_ERRORS as error:
        sys.exit(_one_line(error))


def _one_line(error: object) -> str:
    return " ".join(str(error).split())
