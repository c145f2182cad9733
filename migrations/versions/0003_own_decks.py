"""Decks of people's own, and their versions."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "own_decks",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=False),
        sa.Column("sharing", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("sharing IN ('private', 'link', 'listed')", name=op.f("own_decks_sharing_check")),
        sa.ForeignKeyConstraint(["owner_id"], ["users.id"], name=op.f("own_decks_owner_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("own_decks_pkey")),
        sa.UniqueConstraint("code", name=op.f("own_decks_code_key")),
    )
    op.create_index(
        "own_decks_listed_idx",
        "own_decks",
        ["created_at"],
        unique=False,
        postgresql_where=sa.text("sharing = 'listed' AND deleted_at IS NULL"),
    )
    op.create_index(op.f("own_decks_owner_id_idx"), "own_decks", ["owner_id"], unique=False)
    op.create_table(
        "deck_versions",
        sa.Column("deck_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("lines", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("notes", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["deck_id"], ["own_decks.id"], name=op.f("deck_versions_deck_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("deck_id", "number", name=op.f("deck_versions_pkey")),
    )


def downgrade() -> None:
    op.drop_table("deck_versions")
    op.drop_index(op.f("own_decks_owner_id_idx"), table_name="own_decks")
    op.drop_index(
        "own_decks_listed_idx",
        table_name="own_decks",
        postgresql_where=sa.text("sharing = 'listed' AND deleted_at IS NULL"),
    )
    op.drop_table("own_decks")
