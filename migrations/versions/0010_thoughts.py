"""Thoughts: what was pointed at in turns that are over, and who shows what they thought once the game is."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pointed",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.Integer(), nullable=False),
        sa.Column("cards", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("pointed_game_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("pointed_user_id_fkey")),
        sa.PrimaryKeyConstraint("game_id", "user_id", "until", name=op.f("pointed_pkey")),
    )
    op.add_column("players", sa.Column("shared_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("players", "shared_at")
    op.drop_table("pointed")
