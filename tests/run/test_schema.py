"""The migrations: they make what the models say, can be taken back, and know a database that is ahead of them."""

from collections.abc import Callable, Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from procrastinate.schema import SchemaManager
from sqlalchemy import CheckConstraint, inspect, text

from app import create_app
from app.config import Settings
from app.db import Base, db, schema

OLD = (  # rows of 0004 that name people
    "INSERT INTO users (name) VALUES ('Ann')",
    """INSERT INTO notices (user_id, topic, kind, params, path, since)
    SELECT id, 'game:' || place, 'turn', params::jsonb, '/', now() FROM users, (VALUES
        (1, '{"nudge": "Ann", "phase": "guess", "people": ["Bob"]}'), (2, '{"nudge": "Bob"}'),
        (3, '{"by": "Ann", "clock": "live 120"}')) AS old (place, params) ORDER BY place""",
    """INSERT INTO deliveries (user_id, channel, target, kind, due_at, params)
    SELECT id, 'mail', '', 'notices', now(), CAST(
        '{"items": [[7, "turn"], [8, "nudge", "Ann"]], "told": [[8, "nudge", "Ann"]]}' AS jsonb) FROM users""",
    "INSERT INTO attempts VALUES ('name ann', now(), 1)",
)


@pytest.fixture
def empty_site(new_database: Callable[[str], str], worker: str) -> Iterator[None]:
    """A site whose database has no tables yet."""
    site = create_app(Settings(database_url=new_database(f"schema_{worker}"), secret_key="tests"))
    with site.app_context():
        yield
        db.engine.dispose()


def test_the_workers_tables_are_those_of_the_package() -> None:
    """An upgrade of procrastinate needs a migration that applies its own, and a new file of the whole."""
    assert (schema.MIGRATIONS / "sql" / "procrastinate-3.10.sql").read_text() == SchemaManager.get_schema()


@pytest.mark.usefixtures("empty_site")
class TestSchema:
    """On a database of its own."""

    def test_the_migrations_make_exactly_the_models(self) -> None:
        schema.migrate()
        with db.engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_server_default": True})
            assert compare_metadata(context, Base.metadata) == [], "run `make migration`"

    def test_the_checks_of_the_models_reach_the_database(self) -> None:
        schema.migrate()
        found = inspect(db.engine)
        for table in Base.metadata.sorted_tables:
            named = {str(each.name) for each in table.constraints if isinstance(each, CheckConstraint)}
            assert {each["name"] for each in found.get_check_constraints(table.name)} == named

    def test_the_primary_keys_of_the_models_reach_the_database(self) -> None:
        """Alembic compares everything else."""
        schema.migrate()
        found = inspect(db.engine)
        for table in Base.metadata.sorted_tables:
            assert found.get_pk_constraint(table.name)["constrained_columns"] == table.primary_key.columns.keys()

    def test_all_can_be_taken_back_and_made_again(self) -> None:
        schema.migrate()
        schema.downgrade("base")
        assert inspect(db.engine).get_table_names() == ["alembic_version"]
        schema.migrate()
        assert schema.is_usable()

    def test_an_empty_database_is_not_current(self) -> None:
        assert not schema.is_usable()

    def test_migrating_twice_changes_nothing(self) -> None:
        schema.migrate()
        schema.migrate()
        assert schema.is_usable()

    def test_a_database_of_a_newer_version_is_refused(self) -> None:
        schema.migrate()
        with db.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = 'from-tomorrow'"))
            connection.execute(text("COMMENT ON TABLE alembic_version IS NULL"))
        assert not schema.is_usable()
        with pytest.raises(schema.NewerSchemaError, match="from-tomorrow"):
            schema.migrate()

    def test_a_database_of_a_newer_version_is_used_where_that_says_so(self) -> None:
        """As servers of the release before go on beside the new one, and one of them is started again."""
        schema.migrate()
        with db.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = 'from-tomorrow'"))
            connection.execute(text(schema.COMPATIBILITY.format("0012")))
        assert schema.is_usable()
        schema.migrate()
        with db.engine.begin() as connection:
            assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "from-tomorrow"
            connection.execute(text(schema.COMPATIBILITY.format("from-next-week")))
        assert not schema.is_usable()
        with pytest.raises(schema.NewerSchemaError, match="from-tomorrow"):
            schema.migrate()

    def test_what_waited_under_names_goes_on_under_ids(self) -> None:
        """0005: a nudge that was about to be told still is, in the name of whom it was."""
        schema.migrate()
        schema.downgrade("0004")
        with db.engine.begin() as connection:
            for statement in OLD:
                connection.execute(text(statement))
        schema.migrate()
        with db.engine.connect() as connection:
            ann = connection.scalar(text("SELECT id FROM users WHERE name = 'Ann'"))
            told = connection.scalars(text("SELECT params FROM notices ORDER BY id")).all()
            assert told == [{"nudge": ann, "phase": "guess"}, {"nudge": 0}, {"clock": "live 120"}]
            [calls] = connection.scalars(text("SELECT params FROM deliveries")).all()
            assert calls == {"items": [[7, "turn"], [8, "nudge", 0]], "told": [[8, "nudge", 0]]}
            assert connection.scalar(text("SELECT count(*) FROM attempts")) == 0
