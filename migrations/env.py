"""Where Alembic begins: run the migrations on the connection that app.db.schema gives it."""

from importlib import import_module

from alembic import context
from sqlalchemy import Connection

from app.config import ROOT
from app.db import Base

for file in sorted((ROOT / "app").glob("*/models.py")):
    import_module(f"app.{file.parent.name}.models")


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata, compare_server_default=True)
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():  # only to look at the SQL
    context.configure(dialect_name="postgresql", literal_binds=True)
    with context.begin_transaction():
        context.run_migrations()
else:
    run(context.config.attributes["connection"])
