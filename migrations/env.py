"""Where Alembic begins: run the migrations on the connection of app.schema.migrate(), or else on one of our own."""

from importlib import import_module

from alembic import context
from sqlalchemy import Connection

from app.config import ROOT
from app.db import Base, db

for file in sorted((ROOT / "app").glob("*/models.py")):
    import_module(f"app.{file.parent.name}.models")


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata, compare_server_default=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given:
    run(given)
else:
    with db.engine.begin() as connection:
        run(connection)
