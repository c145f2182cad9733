"""Migrations only expand: the code of the release before goes on working with the schema while servers are replaced."""

import io
import re

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from app.db import schema

# What breaks code that does not know of it. A column may become required only if the database fills it in.
BREAKING = re.compile(
    r"^(DROP TABLE .*|ALTER TABLE \S+ (?:DROP COLUMN|RENAME|ALTER COLUMN \S+ (?:TYPE|SET NOT NULL|DROP DEFAULT)|"
    r"ADD COLUMN (?!.* DEFAULT )[^;]* NOT NULL|ADD CONSTRAINT \S+ (?:CHECK|UNIQUE|FOREIGN KEY)).*);",
    re.MULTILINE,
)


def revisions() -> list[str]:
    """Return the revisions after the oldest whose code is said to work with the newest schema."""
    scripts = ScriptDirectory(str(schema.MIGRATIONS))
    walked = scripts.walk_revisions(base=schema.COMPATIBLE_SINCE, head="head")
    return [each.revision for each in walked if each.revision != schema.COMPATIBLE_SINCE]


def ddl(before: str, revision: str) -> str:
    """Return the SQL of a migration, as Alembic writes it without a database."""
    written = io.StringIO()
    config = Config(str(schema.MIGRATIONS / "alembic.ini"), output_buffer=written)
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    command.upgrade(config, f"{before}:{revision}", sql=True)
    return written.getvalue()


@pytest.mark.parametrize("revision", revisions())
def test_the_release_before_works_with_the_schema(revision: str) -> None:
    """If it does not, raise COMPATIBLE_SINCE, and tell hosts in the changes that this upgrade needs a stop."""
    before = ScriptDirectory(str(schema.MIGRATIONS)).get_revision(revision).down_revision
    assert BREAKING.findall(ddl(str(before), revision)) == []


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE kudos;",
        "ALTER TABLE users DROP COLUMN email;",
        "ALTER TABLE users RENAME email TO address;",
        "ALTER TABLE users ALTER COLUMN email TYPE INTEGER;",
        "ALTER TABLE users ALTER COLUMN email SET NOT NULL;",
        "ALTER TABLE users ADD COLUMN age INTEGER NOT NULL;",
        "ALTER TABLE users ADD CONSTRAINT grown CHECK (age > 17);",
    ],
)
def test_what_breaks_it_is_found(statement: str) -> None:
    assert BREAKING.findall(f"BEGIN;\n\n{statement}\n\nCOMMIT;")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE more (id INTEGER NOT NULL, CONSTRAINT more_pkey PRIMARY KEY (id));",
        "ALTER TABLE users ADD COLUMN age INTEGER;",
        "ALTER TABLE users ADD COLUMN age INTEGER DEFAULT '0' NOT NULL;",
        "CREATE INDEX users_age_idx ON users (age);",
    ],
)
def test_what_only_expands_is_not(statement: str) -> None:
    assert not BREAKING.findall(f"BEGIN;\n\n{statement}\n\nCOMMIT;")
