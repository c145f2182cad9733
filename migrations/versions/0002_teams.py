"""Teams, their map sheets, and the games and lobbies that are attempts at a city."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "teams",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("invite", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("teams_pkey")),
        sa.UniqueConstraint("code", name=op.f("teams_code_key")),
        sa.UniqueConstraint("invite", name=op.f("teams_invite_key")),
    )
    op.create_table(
        "memberships",
        sa.Column("team_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("named", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("memberships_team_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("memberships_user_id_fkey")),
        sa.PrimaryKeyConstraint("team_id", "user_id", name=op.f("memberships_pkey")),
    )
    op.create_index(op.f("memberships_user_id_idx"), "memberships", ["user_id"], unique=False)
    op.create_table(
        "sheets",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("team_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("sheets_team_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("sheets_pkey")),
        sa.UniqueConstraint("team_id", "number", name=op.f("sheets_team_id_number_key")),
    )
    op.create_index(
        "sheets_current_idx", "sheets", ["team_id"], unique=True, postgresql_where=sa.text("ended_at IS NULL")
    )
    op.drop_constraint(op.f("games_rematch_of_fkey"), "games", type_="foreignkey")
    op.create_foreign_key(op.f("games_rematch_of_fkey"), "games", "games", ["rematch_of"], ["id"], ondelete="SET NULL")
    op.add_column("games", sa.Column("sheet_id", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("city", sa.String(), nullable=True))
    op.create_check_constraint(op.f("games_attempt_check"), "games", "(sheet_id IS NULL) = (city IS NULL)")
    op.create_index(
        op.f("games_sheet_id_idx"),
        "games",
        ["sheet_id"],
        unique=False,
        postgresql_where=sa.text("sheet_id IS NOT NULL"),
    )
    op.create_foreign_key(op.f("games_sheet_id_fkey"), "games", "sheets", ["sheet_id"], ["id"])
    op.add_column("lobbies", sa.Column("sheet_id", sa.BigInteger(), nullable=True))
    op.add_column("lobbies", sa.Column("city", sa.String(), nullable=True))
    op.create_check_constraint(op.f("lobbies_attempt_check"), "lobbies", "(sheet_id IS NULL) = (city IS NULL)")
    op.create_index(
        op.f("lobbies_sheet_id_idx"),
        "lobbies",
        ["sheet_id"],
        unique=False,
        postgresql_where=sa.text("sheet_id IS NOT NULL"),
    )
    op.create_foreign_key(op.f("lobbies_sheet_id_fkey"), "lobbies", "sheets", ["sheet_id"], ["id"], ondelete="CASCADE")


def downgrade() -> None:
    # without their sheets the lobbies of attempts would be open to anyone
    op.execute("UPDATE lobbies SET closed_at = now() WHERE sheet_id IS NOT NULL AND closed_at IS NULL")
    op.drop_constraint(op.f("games_rematch_of_fkey"), "games", type_="foreignkey")
    op.create_foreign_key(op.f("games_rematch_of_fkey"), "games", "games", ["rematch_of"], ["id"])
    op.drop_constraint(op.f("lobbies_sheet_id_fkey"), "lobbies", type_="foreignkey")
    op.drop_index(op.f("lobbies_sheet_id_idx"), table_name="lobbies", postgresql_where=sa.text("sheet_id IS NOT NULL"))
    op.drop_constraint(op.f("lobbies_attempt_check"), "lobbies", type_="check")
    op.drop_column("lobbies", "city")
    op.drop_column("lobbies", "sheet_id")
    op.drop_constraint(op.f("games_sheet_id_fkey"), "games", type_="foreignkey")
    op.drop_index(op.f("games_sheet_id_idx"), table_name="games", postgresql_where=sa.text("sheet_id IS NOT NULL"))
    op.drop_constraint(op.f("games_attempt_check"), "games", type_="check")
    op.drop_column("games", "city")
    op.drop_column("games", "sheet_id")
    op.drop_index("sheets_current_idx", table_name="sheets", postgresql_where=sa.text("ended_at IS NULL"))
    op.drop_table("sheets")
    op.drop_index(op.f("memberships_user_id_idx"), table_name="memberships")
    op.drop_table("memberships")
    op.drop_table("teams")
