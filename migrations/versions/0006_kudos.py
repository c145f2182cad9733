"""Kudos: praise of a clue, from those who played along, once the game is over."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kudos",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("kudos_game_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("kudos_user_id_fkey")),
        sa.PrimaryKeyConstraint("game_id", "seq", "user_id", name=op.f("kudos_pkey")),
    )


def downgrade() -> None:
    op.drop_table("kudos")
