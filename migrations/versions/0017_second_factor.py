"""Passkeys, authenticator apps and recovery codes; sessions know whether they began with one of them."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("credential_id", sa.LargeBinary(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("handle", sa.LargeBinary(), nullable=False),
        sa.Column("signatures", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="passkeys_user_id_fkey"),
        sa.PrimaryKeyConstraint("id", name="passkeys_pkey"),
        sa.UniqueConstraint("credential_id", name="passkeys_credential_id_key"),
    )
    op.create_index("passkeys_user_id_idx", "passkeys", ["user_id"])
    op.create_table(
        "authenticator_apps",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("last_step", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="authenticator_apps_user_id_fkey"),
        sa.PrimaryKeyConstraint("user_id", name="authenticator_apps_pkey"),
    )
    op.create_index("authenticator_apps_key_idx", "authenticator_apps", ["key"])
    op.create_table(
        "recovery_codes",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="recovery_codes_user_id_fkey"),
        sa.PrimaryKeyConstraint("id", name="recovery_codes_pkey"),
        sa.UniqueConstraint("digest", name="recovery_codes_digest_key"),
    )
    op.create_index("recovery_codes_user_id_idx", "recovery_codes", ["user_id"])
    op.add_column("sessions", sa.Column("second_factor", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("sessions", "second_factor")
    op.drop_table("recovery_codes")
    op.drop_table("authenticator_apps")
    op.drop_table("passkeys")
