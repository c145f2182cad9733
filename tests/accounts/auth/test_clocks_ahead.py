"""What another server has signed whose clock is ahead, or this one before its clock was put back, is good at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from itsdangerous import TimestampSigner

from app.config.secret_keys import LenientSigner
from tests.accounts.email.mailbox import confirmed
from tests.accounts.passkeys.using import added, options_of, send
from tests.accounts.people import is_in, new_browser, registered, seated
from tests.clock import pass_time

HOUR, DAY = 3600, 86_400  # seconds
RIGHT = TimestampSigner.get_timestamp


@contextmanager
def clock_ahead(seconds: int) -> Iterator[None]:
    """Let the site sign by a clock that is ahead by so much."""
    with pytest.MonkeyPatch.context() as patch:
        for signer in (TimestampSigner, LenientSigner):  # the first signs what Flask-WTF has signed
            patch.setattr(signer, "get_timestamp", lambda signer: RIGHT(signer) + seconds)
        yield


@pytest.mark.parametrize("seconds", [1, HOUR])
def test_who_signs_in_there_is_signed_in_here(app, seconds):
    with clock_ahead(seconds):
        ann = registered(app, "Ann")
    ann.client.delete_cookie("remember")
    assert is_in(ann)
    assert ann.post("/account/timezone", timezone="Europe/Rome").status_code == 303


def test_a_guest_keeps_their_seat(app):
    with clock_ahead(HOUR):
        guest = seated(app, "Ann")
    assert is_in(guest)


def test_a_link_in_a_mail_works(app, ada, nobody, mailbox):
    confirmed(app, "Ada", "ada@example.org")
    with clock_ahead(HOUR):
        nobody.post("/password", who="Ada")
        link = mailbox.only().links[0]
    assert nobody.get(link).status_code == 200
    with clock_ahead(3 * HOUR):
        assert nobody.get(link).status_code == 410, "it lasts no longer than from when it was made"


def test_a_time_that_is_far_away_is_no_mistake_of_a_clock(app):
    with clock_ahead(DAY):
        ann = registered(app, "Ann")
    ann.client.delete_cookie("remember")
    assert not is_in(ann)


def test_a_session_still_ends(app):
    with clock_ahead(-40 * DAY):
        ann = registered(app, "Ann")
    ann.client.delete_cookie("remember")
    assert not is_in(ann)


def test_a_passkey_s_challenge_is_good_once(app):
    ann, browser = registered(app, "Ann"), new_browser(app)
    device = added(ann)
    with clock_ahead(HOUR):
        proof = device.get(options_of(browser.get("/login")))
        assert send(browser, proof).status_code == 303
    pass_time(app, timedelta(hours=-1))
    browser.post("/logout")
    assert send(browser, proof).status_code == 422
