"""What accounts write to their owners, in every language."""

import pytest
from sqlalchemy import select

from app.accounts.models import User
from app.db import db
from app.delivery.models import Delivery
from app.delivery.outbox import write_message
from app.i18n.languages import LANGUAGES
from tests.accounts.email.mailbox import confirmed, save, waiting
from tests.accounts.people import PASSWORD, registered, row
from tests.translation import said

OLD, NEW = "ada@example.org", "lovelace@example.net"


def confirm(visitor):
    """Ask for a first address."""
    save(visitor, NEW)


def agree(visitor):
    """Ask for another one, which is proven already."""
    confirmed(visitor.app, "Ada", OLD)
    save(visitor, NEW)
    with visitor.app.app_context():
        db.session.scalars(select(User)).one().new_email_proven = True
        db.session.commit()


def removed(visitor):
    """Take it away."""
    confirmed(visitor.app, "Ada", OLD)
    save(visitor, "")


def password_changed(visitor):
    """Change the password."""
    confirmed(visitor.app, "Ada", OLD)
    visitor.post("/account/password", current=PASSWORD, password="quite another one")


def reset(visitor):
    """Forget it."""
    confirmed(visitor.app, "Ada", OLD)
    visitor.post("/password", who="Ada")


def login_link(visitor):
    """Be locked out."""
    confirmed(visitor.app, "Ada", OLD)
    visitor.post("/login/link", who="Ada")


LETTERS = {
    confirm: (
        NEW,
        "Confirm your e-mail address",
        "If it was not you, ignore this message: nothing more will be sent here.",
    ),
    agree: (OLD, "Change your account’s e-mail address?", "Approve the change"),
    removed: (OLD, "Your e-mail address was removed", "Your account"),
    password_changed: (OLD, "Your password was changed", "Choose a new password"),
    reset: (OLD, "Reset your password", "Choose a new password"),
    login_link: (OLD, "Your sign-in link", "Sign in"),
}


def last_delivery():
    """Return the mail that was put into the post last."""
    return db.session.scalars(select(Delivery).order_by(Delivery.id.desc()).limit(1)).one()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", LETTERS)
def test_each_is_written_in_its_reader_s_language(app, ada, mailbox, event, language):
    target, title, sentence = LETTERS[event]
    ada.post("/account/language", language=language)
    event(ada)
    mail = mailbox.only()
    assert (mail.to, mail.subject) == (target, said(app, language, title))
    assert f'<html lang="{language}">' in mail.html
    assert said(app, language, sentence) in mail.html
    assert "%(" not in mail.text + mail.html
    assert all(ada.get(link).status_code in (200, 303) for link in mail.links)


@pytest.mark.parametrize("event", LETTERS)
def test_none_is_written_to_the_deleted(app, ada, mailbox, event):
    event(ada)
    with app.app_context():
        delivery = last_delivery()
        assert write_message(delivery)
        db.session.get_one(User, delivery.user_id).deleted_at = row(app, "Ada").created_at
        assert write_message(delivery) is None


@pytest.mark.parametrize("event", LETTERS)
def test_none_is_written_to_an_address_that_is_no_more(app, ada, mailbox, event):
    event(ada)
    with app.app_context():
        delivery = last_delivery()
        user = db.session.get_one(User, delivery.user_id)
        if event is removed:
            user.email = OLD
        else:
            user.email = user.new_email = "third@example.com"
        db.session.commit()
        assert write_message(delivery) is None


def test_the_notice_that_it_was_taken_away_is_not_for_an_address_that_waits(app, mailbox):
    ada = registered(app, "Ada", email=NEW)
    mailbox.fetch()
    save(ada, "")
    assert waiting(app) == []
