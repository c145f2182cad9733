"""Computer players: users that the worker plays for."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("computer", sa.Boolean(), server_default="false", nullable=False))
    op.create_index(op.f("users_computer_idx"), "users", ["id"], postgresql_where=sa.text("computer"))


def downgrade() -> None:
    op.drop_index(op.f("users_computer_idx"), table_name="users")
    op.drop_column("users", "computer")
