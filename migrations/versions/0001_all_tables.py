"""All tables."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("attempts_pkey")),
    )
    op.create_index(op.f("attempts_since_idx"), "attempts", ["since"], unique=False)
    op.create_table(
        "beats",
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("topic", name=op.f("beats_pkey")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("deck", sa.String(), nullable=False),
        sa.Column("deal", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("drawn", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("words", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("turn", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("rematch_of", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("winner", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("moved_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name=op.f("games_rematch_of_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("games_pkey")),
        sa.UniqueConstraint("code", name=op.f("games_code_key")),
        sa.UniqueConstraint("rematch_of", name=op.f("games_rematch_of_key")),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("skeleton", sa.String(), nullable=True),
        sa.Column("password_hash", sa.String(), nullable=True),
        sa.Column("email", sa.String(), nullable=True),
        sa.Column("language", sa.String(), server_default="en", nullable=False),
        sa.Column("epoch", sa.Integer(), server_default="0", nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("users_pkey")),
        sa.UniqueConstraint("skeleton", name=op.f("users_skeleton_key")),
    )
    op.create_table(
        "lobbies",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("deck", sa.String(), nullable=False),
        sa.Column("house", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("tokens", sa.Integer(), server_default="9", nullable=False),
        sa.Column("mistakes", sa.Integer(), server_default="9", nullable=False),
        sa.Column("public", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("mistakes BETWEEN 0 AND tokens", name=op.f("lobbies_mistakes_check")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("lobbies_game_id_fkey"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["host_id"], ["users.id"], name=op.f("lobbies_host_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("lobbies_pkey")),
        sa.UniqueConstraint("code", name=op.f("lobbies_code_key")),
    )
    op.create_index(
        "lobbies_listed_idx",
        "lobbies",
        ["created_at"],
        unique=False,
        postgresql_where=sa.text("public AND game_id IS NULL AND closed_at IS NULL"),
    )
    op.create_table(
        "marks",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("card", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("marks_game_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("marks_user_id_fkey")),
        sa.PrimaryKeyConstraint("game_id", "user_id", "card", name=op.f("marks_pkey")),
    )
    op.create_table(
        "moves",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("played_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("moves_game_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("moves_user_id_fkey")),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("moves_pkey")),
    )
    op.create_table(
        "players",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("players_game_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("players_user_id_fkey")),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("players_pkey")),
    )
    op.create_index(op.f("players_user_id_idx"), "players", ["user_id"], unique=False)
    op.create_table(
        "talks",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("talks_game_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("talks_user_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("talks_pkey")),
    )
    op.create_index(op.f("talks_game_id_side_id_idx"), "talks", ["game_id", "side", "id"], unique=False)
    op.create_table(
        "members",
        sa.Column("lobby_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("volunteer", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("removed", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["lobby_id"], ["lobbies.id"], name=op.f("members_lobby_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("members_user_id_fkey")),
        sa.PrimaryKeyConstraint("lobby_id", "user_id", name=op.f("members_pkey")),
    )
    op.create_index(op.f("members_user_id_idx"), "members", ["user_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("members_user_id_idx"), table_name="members")
    op.drop_table("members")
    op.drop_index(op.f("talks_game_id_side_id_idx"), table_name="talks")
    op.drop_table("talks")
    op.drop_index(op.f("players_user_id_idx"), table_name="players")
    op.drop_table("players")
    op.drop_table("moves")
    op.drop_table("marks")
    op.drop_index(
        "lobbies_listed_idx",
        table_name="lobbies",
        postgresql_where=sa.text("public AND game_id IS NULL AND closed_at IS NULL"),
    )
    op.drop_table("lobbies")
    op.drop_table("users")
    op.drop_table("games")
    op.drop_table("beats")
    op.drop_index(op.f("attempts_since_idx"), table_name="attempts")
    op.drop_table("attempts")
