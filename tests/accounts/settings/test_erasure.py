"""Who has gone for good is nowhere to be found: the whole database is searched, every table and every column."""

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import func, select

from app import decks
from app.accounts import guest_cleanup
from app.db import db, now
from app.delivery.models import Delivery
from app.games.store.models import ChatMessage
from app.notifications.models import Notice
from tests.accounts.people import PASSWORD, is_in, seated
from tests.accounts.settings.full_account import NAME, WORD, create_full_account
from tests.games.tables import lay

TABLES = """
    SELECT table_schema, table_name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
"""


def holding(app, word):
    """Return the tables that have a word in any column of any row, whatever its type."""
    found = set()
    with psycopg.connect(app.config["SQLALCHEMY_DATABASE_URI"]) as connection:
        for schema, table in connection.execute(TABLES).fetchall():
            query = sql.SQL("SELECT count(*) FROM {} AS one WHERE one::text ILIKE %s").format(
                sql.Identifier(schema, table)
            )
            row = connection.execute(query, [f"%{word}%"]).fetchone()
            if row and row[0]:
                found.add(table)
    return found


@pytest.fixture
def account(app, mailbox, bob, zed):
    return create_full_account(app, bob, zed)


def test_of_a_deleted_account_no_name_is_left(app, account, bob, zed):
    kept = {"users", "deliveries", "preferences", "subscriptions", "mutes", "talks", "notes", "deck_versions", "teams"}
    kept |= {"earlier_names", "reports", "tokens", "passkeys"}
    assert holding(app, WORD) == kept
    assert NAME in bob.get(f"/games/{account.running.code}").text
    cookies = {name: account.me.client.get_cookie(name).value for name in ("session", "remember")}
    assert account.me.post("/account/deletion", password=PASSWORD).status_code == 303
    assert holding(app, WORD) == set()
    for person in (bob, zed):
        for page in ("/", "/notices", "/teams", f"/teams/{account.team}", f"/teams/{account.team}/log.json", "/decks"):
            assert WORD not in person.get(page).text.casefold()
        for table in (account.running, account.over, account.replaced):
            assert WORD not in person.get(f"/games/{table.code}").text.casefold()
    for name, value in cookies.items():
        account.me.client.set_cookie(name, value)
    assert not is_in(account.me)


def test_the_others_keep_what_is_theirs_and_nothing_more_is_sent(app, account, bob, mailbox):
    bob.post(f"/games/{account.replaced.code}/talk", text="Bob was here")
    account.me.post("/account/deletion", password=PASSWORD)
    assert "Bob was here" in bob.get(f"/games/{account.replaced.code}").text
    for table in (account.running, account.over):
        assert "someone" in bob.get(f"/games/{table.code}").text
        assert table.moves
    [mail] = mailbox.fetch()
    assert mail.to == "bob@example.org"
    assert "someone asks you to take your turn." in mail.text
    assert WORD not in (mail.text + mail.html + mail.subject).casefold()
    with app.app_context():
        own = db.session.scalars(select(Delivery).where(Delivery.user_id == account.me.user.id)).all()
        assert {(each.target, each.state in {"done", "dropped"}) for each in own} == {("", True)}
        assert db.session.scalar(select(func.count()).where(Notice.user_id == account.me.user.id)) == 0
        decks.load.cache_clear()
        assert decks.load(f"{account.deck}.1").title == "…"
        assert len(list(decks.load(f"{account.deck}.1"))) == 60


@pytest.mark.parametrize("how", ["signs out", "does not come back"])
def test_of_a_guest_no_name_is_left(app, bob, how):
    guest = seated(app, "Quuxilla")
    table = lay("duet", {"a": guest, "b": bob})
    guest.post(f"/games/{table.code}/talk", text="It is me, Quuxilla.")
    if how == "signs out":
        guest.post("/logout", sure="yes")
    else:
        with app.app_context():
            assert guest_cleanup.erase_inactive_guests(now()) == 1
    assert holding(app, WORD) == set()
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(ChatMessage)) == 0
