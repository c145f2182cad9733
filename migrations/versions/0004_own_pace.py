"""Own pace: clocks, notices, their delivery, addresses that are confirmed, and the worker's own tables.

Procrastinate's tables get a schema of their own, so that a later version of them can be laid beside or over it.
"""

from pathlib import Path

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

WORKER = Path(__file__).parent.parent / "sql" / "procrastinate-3.10.sql"


def upgrade() -> None:
    op.create_table(
        "site_keys",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("site_keys_pkey")),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("target", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("params", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(), server_default="waiting", nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "(state IN ('waiting', 'handing')) = (ended_at IS NULL)", name=op.f("deliveries_ended_check")
        ),
        sa.CheckConstraint("channel IN ('mail', 'push', 'webhook')", name=op.f("deliveries_channel_check")),
        sa.CheckConstraint(
            "state IN ('waiting', 'handing', 'done', 'dropped', 'failed')", name=op.f("deliveries_state_check")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("deliveries_user_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("deliveries_pkey")),
    )
    op.create_index(
        op.f("deliveries_due_at_idx"),
        "deliveries",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_index(
        op.f("deliveries_user_id_channel_created_at_idx"),
        "deliveries",
        ["user_id", "channel", "created_at"],
        unique=False,
    )
    op.create_table(
        "mutes",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("mutes_user_id_fkey")),
        sa.PrimaryKeyConstraint("user_id", "topic", name=op.f("mutes_pkey")),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("params", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stage", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("called_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("why", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("(closed_at IS NULL) = (why IS NULL)", name=op.f("notices_closed_check")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("notices_user_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("notices_pkey")),
    )
    op.create_index(
        "notices_closed_at_idx",
        "notices",
        ["closed_at"],
        unique=False,
        postgresql_where=sa.text("closed_at IS NOT NULL"),
    )
    op.create_index(
        "notices_due_at_idx",
        "notices",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("closed_at IS NULL AND due_at IS NOT NULL"),
    )
    op.create_index(
        "notices_open_key",
        "notices",
        ["user_id", "topic", "kind"],
        unique=True,
        postgresql_where=sa.text("closed_at IS NULL"),
    )
    op.create_index(
        "notices_topic_idx", "notices", ["topic"], unique=False, postgresql_where=sa.text("closed_at IS NULL")
    )
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("mail", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("push", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("webhook", sa.String(), nullable=True),
        sa.Column("rhythm", sa.Integer(), server_default="15", nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("preferences_user_id_fkey")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("preferences_pkey")),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("endpoint", sa.String(), nullable=False),
        sa.Column("p256dh", sa.String(), nullable=False),
        sa.Column("auth", sa.String(), nullable=False),
        sa.Column("browser", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("subscriptions_user_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("subscriptions_pkey")),
        sa.UniqueConstraint("endpoint", name=op.f("subscriptions_endpoint_key")),
    )
    op.create_index(op.f("subscriptions_user_id_idx"), "subscriptions", ["user_id"], unique=False)
    op.create_table(
        "notes",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(), server_default="", nullable=False),
        sa.Column("dots", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("notes_game_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("notes_user_id_fkey")),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("notes_pkey")),
    )
    op.add_column("games", sa.Column("phase", sa.String(), server_default="", nullable=False))
    op.add_column("games", sa.Column("clock", sa.String(), server_default="", nullable=False))
    op.add_column("games", sa.Column("phase_began_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("games", sa.Column("deadline", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "games", sa.Column("banks", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False)
    )
    op.add_column("games", sa.Column("still_from", sa.DateTime(timezone=True), nullable=True))
    op.add_column("games", sa.Column("still_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column("games", sa.Column("paused", sa.Integer(), server_default="0", nullable=False))
    op.add_column("games", sa.Column("given", sa.Integer(), server_default="0", nullable=False))
    op.add_column("games", sa.Column("stalled_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("games", sa.Column("substitute", sa.String(), nullable=True))
    op.add_column("games", sa.Column("substitute_seat", sa.String(), nullable=True))
    op.add_column("games", sa.Column("nudged_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("games", sa.Column("proposal", postgresql.JSONB(astext_type=sa.Text()), nullable=True))
    op.add_column("games", sa.Column("happened", postgresql.JSONB(astext_type=sa.Text()), nullable=True))
    op.add_column("games", sa.Column("touching", sa.String(), server_default="anyone", nullable=False))
    op.add_column("games", sa.Column("late_touch", sa.Boolean(), server_default="false", nullable=False))
    op.create_index(
        op.f("games_deadline_idx"),
        "games",
        ["deadline"],
        unique=False,
        postgresql_where=sa.text("deadline IS NOT NULL"),
    )
    op.create_unique_constraint(op.f("games_substitute_key"), "games", ["substitute"])
    op.add_column("lobbies", sa.Column("clock", sa.String(), server_default="", nullable=False))
    op.add_column("lobbies", sa.Column("touching", sa.String(), server_default="anyone", nullable=False))
    op.add_column("lobbies", sa.Column("late_touch", sa.Boolean(), server_default="false", nullable=False))
    op.add_column("lobbies", sa.Column("warned_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "marks", sa.Column("marked_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)
    )
    op.add_column("players", sa.Column("acted_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("players", sa.Column("looked", sa.Integer(), server_default="0", nullable=False))
    op.add_column("players", sa.Column("looked_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("players", sa.Column("since", sa.Integer(), server_default="0", nullable=False))
    op.add_column("players", sa.Column("replaced", sa.Boolean(), server_default="false", nullable=False))
    op.add_column("users", sa.Column("new_email", sa.String(), nullable=True))
    op.add_column("users", sa.Column("new_email_proven", sa.Boolean(), server_default="false", nullable=False))
    op.add_column("users", sa.Column("new_email_agreed", sa.Boolean(), server_default="false", nullable=False))
    op.add_column("users", sa.Column("email_round", sa.Integer(), server_default="0", nullable=False))
    op.add_column("users", sa.Column("timezone", sa.String(), server_default="UTC", nullable=False))
    op.add_column("users", sa.Column("away_from", sa.DateTime(timezone=True), nullable=True))
    op.add_column("users", sa.Column("away_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column("users", sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "users_email_idx",
        "users",
        [sa.text("lower(email)")],
        unique=False,
        postgresql_where=sa.text("email IS NOT NULL"),
    )
    op.create_check_constraint(
        op.f("users_away_check"), "users", "(away_from IS NULL) = (away_until IS NULL) AND away_from < away_until"
    )
    # No address was ever confirmed; and whoever plays already has seen the table as it is.
    op.execute("UPDATE users SET new_email = email, email = NULL, seen_at = now()")
    op.execute("UPDATE players SET looked = version, since = version FROM games WHERE games.id = game_id")
    lay_worker_tables(op.get_bind())


def lay_worker_tables(connection: sa.Connection) -> None:
    """Run the file as it is: neither colons nor percent signs in it are parameters."""
    path = connection.scalar(sa.text("SHOW search_path"))
    op.execute("CREATE SCHEMA procrastinate")
    op.execute("SET LOCAL search_path TO procrastinate")
    connection.execution_options(no_parameters=True).exec_driver_sql(WORKER.read_text())
    op.execute(f"SET LOCAL search_path TO {path}")


def downgrade() -> None:
    op.execute("DROP SCHEMA procrastinate CASCADE")
    op.execute("UPDATE users SET email = coalesce(email, new_email)")
    op.drop_constraint(op.f("users_away_check"), "users", type_="check")
    op.drop_index("users_email_idx", table_name="users", postgresql_where=sa.text("email IS NOT NULL"))
    op.drop_column("users", "seen_at")
    op.drop_column("users", "away_until")
    op.drop_column("users", "away_from")
    op.drop_column("users", "timezone")
    op.drop_column("users", "email_round")
    op.drop_column("users", "new_email_agreed")
    op.drop_column("users", "new_email_proven")
    op.drop_column("users", "new_email")
    op.drop_column("players", "replaced")
    op.drop_column("players", "since")
    op.drop_column("players", "looked_at")
    op.drop_column("players", "looked")
    op.drop_column("players", "acted_at")
    op.drop_column("marks", "marked_at")
    op.drop_column("lobbies", "warned_at")
    op.drop_column("lobbies", "late_touch")
    op.drop_column("lobbies", "touching")
    op.drop_column("lobbies", "clock")
    op.drop_constraint(op.f("games_substitute_key"), "games", type_="unique")
    op.drop_index(op.f("games_deadline_idx"), table_name="games", postgresql_where=sa.text("deadline IS NOT NULL"))
    op.drop_column("games", "late_touch")
    op.drop_column("games", "touching")
    op.drop_column("games", "happened")
    op.drop_column("games", "proposal")
    op.drop_column("games", "nudged_at")
    op.drop_column("games", "substitute_seat")
    op.drop_column("games", "substitute")
    op.drop_column("games", "stalled_at")
    op.drop_column("games", "given")
    op.drop_column("games", "paused")
    op.drop_column("games", "still_until")
    op.drop_column("games", "still_from")
    op.drop_column("games", "banks")
    op.drop_column("games", "deadline")
    op.drop_column("games", "phase_began_at")
    op.drop_column("games", "clock")
    op.drop_column("games", "phase")
    op.drop_table("notes")
    op.drop_index(op.f("subscriptions_user_id_idx"), table_name="subscriptions")
    op.drop_table("subscriptions")
    op.drop_table("preferences")
    op.drop_index("notices_topic_idx", table_name="notices", postgresql_where=sa.text("closed_at IS NULL"))
    op.drop_index("notices_open_key", table_name="notices", postgresql_where=sa.text("closed_at IS NULL"))
    op.drop_index(
        "notices_due_at_idx", table_name="notices", postgresql_where=sa.text("closed_at IS NULL AND due_at IS NOT NULL")
    )
    op.drop_index("notices_closed_at_idx", table_name="notices", postgresql_where=sa.text("closed_at IS NOT NULL"))
    op.drop_table("notices")
    op.drop_table("mutes")
    op.drop_index(op.f("deliveries_user_id_channel_created_at_idx"), table_name="deliveries")
    op.drop_index(op.f("deliveries_due_at_idx"), table_name="deliveries", postgresql_where=sa.text("ended_at IS NULL"))
    op.drop_table("deliveries")
    op.drop_table("site_keys")
