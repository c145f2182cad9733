"""Blocks: whom somebody wants to hear nothing from."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["blocked_id"], ["users.id"], name=op.f("blocks_blocked_id_fkey")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("blocks_user_id_fkey")),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name=op.f("blocks_pkey")),
    )
    op.create_index(op.f("blocks_blocked_id_idx"), "blocks", ["blocked_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("blocks_blocked_id_idx"), table_name="blocks")
    op.drop_table("blocks")
