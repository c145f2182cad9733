"""The commands: `python -m app run`, `python -m app migrate`, `python -m app revision <what changed>`."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import psycopg
from sqlalchemy.exc import DBAPIError

from app import create_app, embedded, schema, serve
from app.config import ConfigError, Settings, var_dir
from app.db import db

SECONDS = 10  # that a database may take to accept a connection


def run() -> None:
    """Bring the database up to date and serve the site until SIGINT or SIGTERM."""
    settings = Settings.from_env()
    with closing(serve.listen(settings)) as listener, _database(settings) as url:
        settings = replace(settings, database_url=url)
        _with_database(settings, schema.migrate)
        serve.serve(settings, listener)


def migrate() -> None:
    """Bring the database up to date."""
    settings = Settings.from_env()
    with _database(settings) as url:
        _with_database(replace(settings, database_url=url), schema.migrate)


def revision(message: str) -> None:
    """Write a migration from what the migrations make so far to what the models say."""
    settings = Settings.from_env()
    with _database(settings) as url:
        _with_database(replace(settings, database_url=url), schema.migrate, lambda: schema.write_revision(message))


@contextmanager
def _database(settings: Settings) -> Iterator[str]:
    """Give the URL of the database: the configured one, or else a private one in VAR_DIR."""
    if settings.database_url:
        psycopg.connect(settings.database_url, connect_timeout=SECONDS).close()
        yield settings.database_url
    else:
        with embedded.postgres(var_dir() / "postgres") as url:
            yield url


def _with_database(settings: Settings, *actions: Callable[[], None]) -> None:
    with create_app(settings).app_context():
        for action in actions:
            action()
        db.engine.dispose()


def _end_on_signals() -> None:
    """Let SIGTERM and SIGHUP end the process as a Ctrl-C does: by way of every `finally`, and once."""
    ending = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    heeded = {number for number in ending if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN}

    def end(_number: int, _frame: object) -> None:
        for number in ending:
            signal.signal(number, signal.SIG_IGN)
        sys.exit()

    for number in heeded:
        signal.signal(number, end)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m app", description="Dead Drop, the site.")
    commands = parser.add_subparsers(metavar="command", required=True)
    commands.add_parser("run", help="migrate, then serve the site").set_defaults(command=lambda _: run())
    commands.add_parser("migrate", help="bring the database up to date").set_defaults(command=lambda _: migrate())
    write = commands.add_parser("revision", help="write a migration for changed models")
    write.add_argument("message", help="what changed, in a few words")
    write.set_defaults(command=lambda given: revision(given.message))
    return parser.parse_args()


def main() -> None:
    """Run one command; what goes wrong is one line and exit code 1."""
    arguments = _arguments()
    _end_on_signals()
    try:
        arguments.command(arguments)
    except (psycopg.OperationalError, DBAPIError) as error:
        sys.exit("The database cannot be used: " + _one_line(getattr(error, "orig", error)))
    except (ConfigError, embedded.EmbeddedError, schema.NewerSchemaError, OSError) as error:
        sys.exit(_one_line(error))


def _one_line(error: object) -> str:
    return " ".join(str(error).split())


if __name__ == "__main__":
    main()
