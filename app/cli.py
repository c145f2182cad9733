"""The commands: `python -m app run`, `work`, `migrate`, `admin`, `computer`, `backup`, `restore`, `revision`."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
import psycopg
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from app import backup, create_app, local_postgres
from app.accounts.models import User
from app.computer import cards, coverage
from app.config import ConfigError, Settings, var_dir
from app.db import db, schema
from app.learning import answers
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


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def commands() -> None:
    """Dead Drop, the site."""


@commands.command()
def run() -> None:
    """Migrate, then serve until SIGINT or SIGTERM."""
    settings = Settings.from_env()
    logs.configure(settings.production, settings.log_level)
    with closing(gunicorn_app.bind(settings)) as listener, _database(settings) as url:
        port = make_url(url).port or 0
        revive = (
            partial(local_postgres.restart_if_dead, _local_postgres_folder(), port)
            if not settings.database_url
            else lambda: False
        )
        settings = replace(settings, database_url=url)
        _with_database(settings, _migrate(settings))
        gunicorn_app.serve(settings, listener, revive)


@commands.command()
def work() -> None:
    """Run background tasks until SIGINT or SIGTERM."""
    settings = Settings.from_env()
    logs.configure(settings.production, settings.log_level)
    with _database(settings) as url:
        process.run_worker(replace(settings, database_url=url))


@commands.command()
def migrate() -> None:
    """Apply the missing migrations."""
    settings = Settings.from_env()
    with _database(settings) as url:
        settings = replace(settings, database_url=url)
        _with_database(settings, _migrate(settings))


@commands.group()
def admin() -> None:
    """Grant, revoke or list the right to decide about reports, and let people in who are locked out."""


@admin.command()
@click.argument("name", help="What the account is called.")
def grant(name: str) -> None:
    """Grant an account the admin right, and print its name."""
    _print_accounts(lambda: [rights.grant_admin(name)])


@admin.command()
@click.argument("name", help="What the account is called.")
def revoke(name: str) -> None:
    """Revoke the admin right of an account, and print its name."""
    _print_accounts(lambda: [rights.revoke_admin(name)])


@admin.command("remove-factors")
@click.argument("name", help="What the account is called.")
def remove_factors(name: str) -> None:
    """Let somebody in who is locked out: remove passkeys, authenticator app and recovery codes; print the name."""
    _print_accounts(lambda: [rights.remove_factors(name)])


@admin.command("list")
def list_admins() -> None:
    """List the accounts that have the right."""
    _print_accounts(rights.load_admins)


def _print_accounts(action: Callable[[], Sequence[User]]) -> None:
    """Run `action`, and print the names of the accounts it returns."""
    _print_from_database(lambda: (user.name for user in action()))


def _print_from_database(lines: Callable[[], Iterable[str]]) -> None:
    """Print the lines that a function returns, which is called on the migrated database."""
    settings = Settings.from_env()
    with _database(settings) as url:
        settings = replace(settings, database_url=url)
        _with_database(settings, _migrate(settings), lambda: _print(lines()))


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


@commands.group()
def computer() -> None:
    """Look after what the computer player knows."""


@computer.command("check")
def check_associations() -> None:
    """Check the association lists, and print how much of the decks they cover."""
    click.echo("language  cards  fewest  clues   links  pairs")
    for language in cards.LANGUAGES:
        found = coverage.measure(language)
        numbers = f"{found.cards:>7}{found.fewest:>8}{found.clues:>7}{found.links:>8}{found.pairs:>7.2f}"
        click.echo(f"{language:<8}{numbers}")
    if faults := [fault for language in cards.LANGUAGES for fault in coverage.problems(language)]:
        _print(faults)
        sys.exit(f"{len(faults)} lines need correction.")


@computer.command("misread")
@click.option(
    "--least", default=answers.LEAST_ANSWERS, help="Only clues with at least so many answers.", show_default=True
)
def list_misread(least: int) -> None:
    """List the clues that misled people most, of the answers that people let the site keep."""
    _print_from_database(lambda: map(_misread_line, answers.load_misread(least)))


def _misread_line(found: answers.Misread) -> str:
    astray = ", ".join(f"{word} ({times})" for word, times in found.astray)
    return f"{found.language} {found.clue}: {found.wrong} of {found.answers} answers astray: {astray}"


@commands.command("backup")
@click.argument("file", help="Its name, or - for standard output.")
def save_backup(file: str) -> None:
    """Save the whole database to a file."""
    shutdown.on_stop_signal(_abort)
    settings = Settings.from_env()
    with _database(settings) as url:
        backup.save(replace(settings, database_url=url).listen_url, file)
    key = "SECRET_KEY" if any(map(os.environ.get, ("SECRET_KEY", "SECRET_KEY_FILE"))) else var_dir() / "secret_key"
    click.echo(f"Saved. Keep {key} too: without it all have to sign in anew, and links in mails end.", err=True)


@commands.command("restore")
@click.argument("file", help="Its name, or - for standard input.")
@click.option("--replace", "instead", is_flag=True, help="Delete first what the database holds.")
def restore_backup(file: str, instead: bool) -> None:
    """Restore the database from a file, then migrate."""
    shutdown.on_stop_signal(_abort)
    settings = Settings.from_env()
    with _database(settings) as url:
        settings = replace(settings, database_url=url)
        backup.restore(settings.listen_url, file, instead)
        _with_database(settings, _migrate(settings))


def _abort() -> None:
    sys.exit("It was ended before it was done.")


@commands.command()
@click.argument("message", help="What changed, in a few words.")
def revision(message: str) -> None:
    """Write a migration for changed models."""
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


def main() -> None:
    """Run one command; an expected error is printed as one line, with exit code 1."""
    shutdown.on_stop_signal(sys.exit)
    try:
        commands()
    except (psycopg.OperationalError, DBAPIError) as error:
        sys.exit("The database cannot be used: " + _one_line(getattr(error, "orig", error)))
    except EXPECTED_ERRORS as error:
        sys.exit(_one_line(error))


def _one_line(error: object) -> str:
    return " ".join(str(error).split())
