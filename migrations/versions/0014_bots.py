"""Bots, and lobbies that they may join."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("is_bot", sa.Boolean(), server_default="false", nullable=False))
    op.add_column("lobbies", sa.Column("bots", sa.Boolean(), server_default="false", nullable=False))


def downgrade() -> None:
    op.drop_column("lobbies", "bots")
    op.drop_column("users", "is_bot")
