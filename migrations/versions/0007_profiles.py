"""Profiles: what ended games come to for each player, and whether others may see it.

Games that have ended already are noted for the worker, which writes what they come to.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("public", sa.Boolean(), server_default="false", nullable=False))
    op.create_table(
        "results",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("clues", sa.Integer(), server_default="0", nullable=False),
        sa.Column("asked", sa.Integer(), server_default="0", nullable=False),
        sa.Column("found", sa.Integer(), server_default="0", nullable=False),
        sa.Column("right", sa.Integer(), server_default="0", nullable=False),
        sa.Column("wrong", sa.Integer(), server_default="0", nullable=False),
        sa.Column("assassin", sa.Boolean(), server_default="false", nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("results_game_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("results_user_id_fkey")),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("results_pkey")),
    )
    op.create_index(op.f("results_user_id_ended_at_idx"), "results", ["user_id", "ended_at"], unique=False)
    op.create_table(
        "uncounted",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("uncounted_game_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name=op.f("uncounted_pkey")),
    )
    op.execute("INSERT INTO uncounted (game_id) SELECT id FROM games WHERE finished_at IS NOT NULL")


def downgrade() -> None:
    op.drop_table("uncounted")
    op.drop_index(op.f("results_user_id_ended_at_idx"), table_name="results")
    op.drop_table("results")
    op.drop_column("users", "public")
