"""${message}."""
<%!
    def without_comments(operations):
        return "\n".join(line for line in operations.splitlines() if "###" not in line).strip() or "pass"
%>
import sqlalchemy as sa
from alembic import op
${imports or ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    ${without_comments(upgrades)}


def downgrade() -> None:
    ${without_comments(downgrades)}
