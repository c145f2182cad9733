"""How a substitute is called, for tests."""

from app.accounts.models import User
from app.db import db, now
from tests.games.clock.clocked_games import do


def call(table, person, seat="b"):
    """Call a substitute, and return the path of the link."""
    answer = do(table, person, "substitute", seat=seat)
    assert answer.status_code == 303, answer.text
    return link_of(table)


def link_of(table) -> str:
    return f"/substitutes/{table.game.substitute}"


def delete(table, person):
    """Let an account be gone."""
    with table.app.app_context():
        db.session.get(User, person.user.id).deleted_at = now()
        db.session.commit()
