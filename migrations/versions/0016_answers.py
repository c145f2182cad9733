"""Answers to the computer's clues, and who lets theirs be kept."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("shares_answers", sa.Boolean(), server_default="false", nullable=False))
    op.create_table(
        "answers",
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("clue", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("touched", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("times", sa.Integer(), server_default="1", nullable=False),
        sa.PrimaryKeyConstraint("language", "clue", "number", "touched", "right", name=op.f("answers_pkey")),
    )


def downgrade() -> None:
    op.drop_table("answers")
    op.drop_column("users", "shares_answers")
