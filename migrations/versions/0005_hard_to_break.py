"""Hard to break: sessions that end here too, what happened with an account, and people by their ids, not their names.

Who deletes an account is not to be found by name in what others were told, nor in what was counted.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

NUDGES = """
    UPDATE notices SET params = jsonb_set(params, '{nudge}', to_jsonb(
        coalesce((SELECT min(id) FROM users WHERE name = params ->> 'nudge'), 0)))
    WHERE params ? 'nudge'
"""

deliveries = sa.table("deliveries", sa.column("id"), sa.column("params", postgresql.JSONB), sa.column("kind"))


def upgrade() -> None:
    op.create_table(
        "account_events",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("browser", sa.String(), nullable=False),
        sa.Column("network", sa.String(), nullable=False),
        sa.Column("count", sa.Integer(), server_default="1", nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("account_events_user_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("account_events_pkey")),
    )
    op.create_index(op.f("account_events_at_idx"), "account_events", ["at"], unique=False)
    op.create_index(op.f("account_events_user_id_id_idx"), "account_events", ["user_id", "id"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("browser", sa.String(), nullable=False),
        sa.Column("network", sa.String(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("sessions_user_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("sessions_pkey")),
    )
    op.create_index(op.f("sessions_seen_at_idx"), "sessions", ["seen_at"], unique=False)
    op.create_index(op.f("sessions_user_id_idx"), "sessions", ["user_id"], unique=False)
    op.add_column("subscriptions", sa.Column("session_id", sa.BigInteger(), nullable=True))
    op.create_index(op.f("subscriptions_session_id_idx"), "subscriptions", ["session_id"], unique=False)
    op.create_foreign_key(
        op.f("subscriptions_session_id_fkey"), "subscriptions", "sessions", ["session_id"], ["id"], ondelete="CASCADE"
    )
    op.create_index("games_running_idx", "games", ["variant"], postgresql_where=sa.text("finished_at IS NULL"))
    op.create_index("deliveries_failed_idx", "deliveries", ["ended_at"], postgresql_where=sa.text("state = 'failed'"))
    forget_names(op.get_bind())


def forget_names(connection: sa.Connection) -> None:
    """Let what waits tell of people by their ids; where a name led to nobody for certain, it tells of nobody."""
    op.execute("DELETE FROM attempts")
    op.execute("UPDATE notices SET params = params - 'people' - 'by' WHERE params ?| array['people', 'by']")
    op.execute(NUDGES)
    op.execute("UPDATE games SET happened = NULL WHERE happened ->> 'what' = 'replaced'")
    called = sa.select(deliveries.c.id, deliveries.c.params).where(deliveries.c.kind == "notices")
    for row in connection.execute(called).all():
        params = {name: [unnamed(call) for call in calls] for name, calls in row.params.items()}
        if params != row.params:
            connection.execute(sa.update(deliveries).where(deliveries.c.id == row.id).values(params=params))


def unnamed(call: list[Any]) -> list[Any]:
    """Return a call with nobody in place of the name of who asks."""
    return [*call[:2], 0] if len(call) > 2 else call


def downgrade() -> None:
    op.drop_index("deliveries_failed_idx", table_name="deliveries")
    op.drop_index("games_running_idx", table_name="games")
    op.drop_constraint(op.f("subscriptions_session_id_fkey"), "subscriptions", type_="foreignkey")
    op.drop_index(op.f("subscriptions_session_id_idx"), table_name="subscriptions")
    op.drop_column("subscriptions", "session_id")
    op.drop_index(op.f("sessions_user_id_idx"), table_name="sessions")
    op.drop_index(op.f("sessions_seen_at_idx"), table_name="sessions")
    op.drop_table("sessions")
    op.drop_index(op.f("account_events_user_id_id_idx"), table_name="account_events")
    op.drop_index(op.f("account_events_at_idx"), table_name="account_events")
    op.drop_table("account_events")
