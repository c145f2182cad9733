"""Personal tokens for the API."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tokens",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("scopes", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="tokens_user_id_fkey"),
        sa.PrimaryKeyConstraint("id", name="tokens_pkey"),
        sa.UniqueConstraint("digest", name="tokens_digest_key"),
    )
    op.create_index("tokens_user_id_idx", "tokens", ["user_id"])
    op.create_index("tokens_expires_at_idx", "tokens", ["expires_at"])


def downgrade() -> None:
    op.drop_table("tokens")
