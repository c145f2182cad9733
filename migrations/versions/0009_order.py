"""Reports, warnings and suspensions, who may decide, what was done; earlier names, and lobbies that are locked."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

WRITTEN_ONCE = """
    CREATE FUNCTION audit_written_once() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit is only ever added to'; END $$;
    CREATE TRIGGER audit_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    EXECUTE FUNCTION audit_written_once();
"""


def time(name: str, **options: object) -> sa.Column:
    return sa.Column(name, sa.DateTime(timezone=True), **options)


def made(name: str) -> sa.Column:
    return time(name, server_default=sa.text("now()"), nullable=False)


def number() -> sa.Column:
    return sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False)


def person(table: str, name: str, **options: object) -> sa.Column:
    key = sa.ForeignKey("users.id", name=op.f(f"{table}_{name}_fkey"))
    return sa.Column(name, sa.BigInteger(), key, **options)


def text(name: str, nullable: bool = False) -> sa.Column:
    return sa.Column(name, sa.String(), nullable=nullable)


def upgrade() -> None:
    op.add_column("users", time("suspended_until", nullable=True))
    op.add_column("users", sa.Column("admin", sa.Boolean(), server_default="false", nullable=False))
    suspended = sa.text("suspended_until IS NOT NULL")
    op.create_index("users_suspended_until_idx", "users", ["suspended_until"], postgresql_where=suspended)
    op.add_column("lobbies", sa.Column("locked", sa.Boolean(), server_default="false", nullable=False))
    op.create_table(
        "earlier_names",
        number(),
        person("earlier_names", "user_id", nullable=False),
        text("name"),
        made("until"),
        sa.PrimaryKeyConstraint("id", name=op.f("earlier_names_pkey")),
    )
    op.create_index("earlier_names_user_id_id_idx", "earlier_names", ["user_id", "id"])
    op.create_index("earlier_names_until_idx", "earlier_names", ["until"])
    op.create_table(
        "reports",
        number(),
        person("reports", "reporter_id", nullable=False),
        person("reports", "reported_id", nullable=False),
        text("place"),
        text("kind"),
        text("words"),
        text("about"),
        text("called"),
        text("evidence"),
        time("said_at", nullable=True),
        person("reports", "taken_by", nullable=True),
        person("reports", "decided_by", nullable=True),
        time("decided_at", nullable=True),
        text("decision", nullable=True),
        made("made_at"),
        sa.CheckConstraint("reporter_id <> reported_id", name=op.f("reports_another_check")),
        sa.CheckConstraint("about IN ('conduct', 'name', 'talk', 'clue')", name=op.f("reports_about_check")),
        sa.CheckConstraint("(decided_at IS NULL) = (decision IS NULL)", name=op.f("reports_decided_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("reports_pkey")),
    )
    is_open, decided = sa.text("decided_at IS NULL"), sa.text("decided_at IS NOT NULL")
    one = ["reporter_id", "reported_id", "place"]
    op.create_index("reports_open_key", "reports", one, unique=True, postgresql_where=is_open)
    op.create_index("reports_decided_at_idx", "reports", ["decided_at"], postgresql_where=decided)
    op.create_index("reports_reported_id_id_idx", "reports", ["reported_id", "id"])
    op.create_index("reports_reporter_id_id_idx", "reports", ["reporter_id", "id"])
    op.create_table(
        "measures",
        number(),
        person("measures", "user_id", nullable=False),
        text("kind"),
        text("reason"),
        time("until", nullable=True),
        time("lifted_at", nullable=True),
        made("made_at"),
        sa.CheckConstraint("kind IN ('warning', 'suspension')", name=op.f("measures_kind_check")),
        sa.CheckConstraint("(kind = 'suspension') = (until IS NOT NULL)", name=op.f("measures_until_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("measures_pkey")),
    )
    op.create_index("measures_user_id_id_idx", "measures", ["user_id", "id"])
    op.create_table(
        "audit",
        number(),
        person("audit", "actor_id", nullable=True),
        text("deed"),
        person("audit", "subject_id", nullable=True),
        text("reason"),
        sa.Column("report_id", sa.BigInteger(), nullable=True),
        made("at"),
        sa.PrimaryKeyConstraint("id", name=op.f("audit_pkey")),
    )
    op.create_index("audit_subject_id_id_idx", "audit", ["subject_id", "id"])
    op.execute(WRITTEN_ONCE)


def downgrade() -> None:
    op.drop_table("audit")
    op.execute("DROP FUNCTION audit_written_once()")
    for table in ("measures", "reports", "earlier_names"):
        op.drop_table(table)
    op.drop_column("lobbies", "locked")
    op.drop_column("users", "admin")
    op.drop_column("users", "suspended_until")
