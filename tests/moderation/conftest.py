"""Tables at which somebody may be reported, and who decides about it."""

import pytest

from app.accounts import users
from app.accounts.auth import reauthentication
from app.db import now
from app.moderation.admin import rights
from tests.accounts.conftest import mailbox
from tests.accounts.second_factor.strong import strengthen
from tests.games.conftest import classic, duet
from tests.visitor import Visitor, sign_up

__all__ = ["classic", "duet", "mailbox"]


@pytest.fixture
def eve(app) -> Visitor:
    """An admin, who plays nowhere."""
    return admin(app, sign_up(app, "Eve"))


def admin(app, person: Visitor) -> Visitor:
    """Give somebody the right, as the command does, who signed in with a second factor and confirmed the password."""
    with app.app_context():
        rights.grant_admin(person.name)
        person.user = users.find_account(person.name)
    strengthen(person)
    with person.client.session_transaction() as session:
        session[reauthentication.SESSION_KEY] = now().timestamp()
    return person
