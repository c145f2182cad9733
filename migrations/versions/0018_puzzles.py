"""Puzzles of the day: what players do with them, and how many touched each card."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_plays",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("visitor", sa.String(), nullable=True),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("moves", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("found", sa.Integer(), server_default="0", nullable=False),
        sa.Column("mistakes", sa.Integer(), server_default="0", nullable=False),
        sa.Column("clues", sa.Integer(), server_default="1", nullable=False),
        sa.Column("result", sa.String(), nullable=True),
        sa.Column("in_time", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("(user_id IS NULL) <> (visitor IS NULL)", name=op.f("puzzle_plays_player_check")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("puzzle_plays_user_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("puzzle_plays_pkey")),
    )
    op.create_index("puzzle_plays_user_idx", "puzzle_plays", ["user_id", "language", "day"], unique=True)
    op.create_index("puzzle_plays_visitor_idx", "puzzle_plays", ["visitor", "language", "day"], unique=True)
    op.create_index("puzzle_plays_began_idx", "puzzle_plays", ["began_at"], postgresql_where=sa.text("user_id IS NULL"))
    op.create_table(
        "puzzle_tallies",
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("touched", sa.ARRAY(sa.Integer()), nullable=False),
        sa.PrimaryKeyConstraint("language", "day", name=op.f("puzzle_tallies_pkey")),
    )


def downgrade() -> None:
    op.drop_table("puzzle_tallies")
    op.drop_table("puzzle_plays")
