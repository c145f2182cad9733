"""The end of a game with its players: a list of somebody's games reads no more ended ones than it shows."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE players SET ended_at = finished_at FROM games WHERE id = game_id AND finished_at IS NOT NULL")
    op.create_index(op.f("players_user_id_ended_at_idx"), "players", ["user_id", "ended_at"])
    op.drop_index(op.f("players_user_id_idx"), "players")


def downgrade() -> None:
    op.create_index(op.f("players_user_id_idx"), "players", ["user_id"])
    op.drop_index(op.f("players_user_id_ended_at_idx"), "players")
    op.drop_column("players", "ended_at")
