"""How often one may try."""

import re
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import select, update

from app.accounts import rate_limits
from app.accounts.models import Attempt
from app.db import db, now
from app.http import client_address
from app.worker import cleanup
from tests.accounts.people import PASSWORD, at_once, is_in, new_browser, people, registered, signed_in

HOUR = timedelta(hours=1)


def wrong(app, name="Ann", address="192.0.2.1", password="a wrong one"):
    """Try a password from an address in a browser that was never here."""
    browser = new_browser(app)
    browser.client.environ_base["REMOTE_ADDR"] = address
    return browser.post("/login", name=name, password=password)


def later(app, by):
    """Let time pass for everything that was counted."""
    with app.app_context():
        db.session.execute(update(Attempt).values(since=Attempt.since - by))
        db.session.commit()


def test_a_name_has_ten_tries_in_a_quarter_of_an_hour_from_one_network(app):
    registered(app, "Ann")
    assert [wrong(app).status_code for _ in range(11)] == [422] * 10 + [429]
    answer = wrong(app, "ANN", password=PASSWORD)
    assert answer.status_code == 429
    assert "Too many tries. Try again in 15 minutes." in answer.text
    assert 'value="ANN"' in answer.text
    assert PASSWORD not in answer.text
    later(app, timedelta(minutes=15))
    assert wrong(app, password=PASSWORD).status_code == 303


def test_a_clock_that_was_put_back_counts_nobody_s_tries_for_an_hour(app):
    registered(app, "Ann")
    for _ in range(11):
        wrong(app)
    later(app, -HOUR)
    assert wrong(app, password=PASSWORD).status_code == 303
    assert [wrong(app).status_code for _ in range(11)] == [422] * 10 + [429]


def test_a_name_that_nobody_has_is_limited_just_so(app):
    assert [wrong(app, "Nemo").status_code for _ in range(11)] == [422] * 10 + [429]


def test_refused_tries_do_not_lengthen_the_wait(app):
    for _ in range(11):
        wrong(app)
    later(app, timedelta(minutes=14))
    assert re.search(r"Try again in (\d\d seconds|1 minute)\.", wrong(app).text)
    later(app, timedelta(minutes=1))
    assert wrong(app).status_code == 422


def test_a_success_gives_the_name_its_tries_back(app):
    registered(app, "Ann")
    for _ in range(9):
        wrong(app)
    assert wrong(app, password=PASSWORD).status_code == 303
    assert [wrong(app).status_code for _ in range(11)] == [422] * 10 + [429]


def test_the_owner_s_browser_has_tries_of_its_own(app):
    """Whoever uses up a name's tries keeps its owner out of new browsers in the same network only."""
    ann = registered(app, "Ann")
    ann.post("/logout")
    for _ in range(11):
        wrong(app, address="127.0.0.1")
    assert ann.post("/login", name="Ann", password=PASSWORD).status_code == 303


def test_a_known_browser_is_limited_too(app):
    ann = registered(app, "Ann")
    ann.post("/logout")
    send = partial(ann.post, "/login", password="a wrong one")
    assert [send(name="Ann").status_code for _ in range(11)] == [422] * 10 + [429]
    assert is_in(signed_in(app, "Ann"))


def test_a_browser_known_to_one_account_is_new_to_another(app):
    registered(app, "Bob")
    ann = registered(app, "Ann")
    ann.post("/logout")
    for _ in range(11):
        wrong(app, "Bob", "127.0.0.1")
    assert ann.post("/login", name="Bob", password=PASSWORD).status_code == 429


def test_a_browser_keeps_its_mark_for_the_same_account(app):
    ann = registered(app, "Ann")
    mark = ann.client.get_cookie("browser").value
    ann.post("/login", name="Ann", password=PASSWORD)
    assert ann.client.get_cookie("browser").value == mark
    registered(app, "Bob")
    ann.post("/login", name="Bob", password=PASSWORD)
    assert ann.client.get_cookie("browser").value != mark


def test_an_address_has_fifty_tries_whatever_the_names(app, context):
    for _ in range(50):
        rate_limits.enforce("signin 192.0.2.1")
    assert wrong(app).status_code == 429
    assert wrong(app, address="192.0.2.2").status_code == 422


def test_an_address_that_is_refused_does_not_use_up_names(app, context):
    for _ in range(50):
        rate_limits.enforce("signin 192.0.2.1")
    for _ in range(11):
        wrong(app)
    assert wrong(app, address="192.0.2.2").status_code == 422


def test_an_address_may_try_to_sign_up_sixty_times_an_hour(app, nobody):
    with app.app_context():
        for _ in range(59):
            rate_limits.enforce("signup 127.0.0.1")
    registered(app, "Ann")
    answer = nobody.post("/signup", name="Bob", password=PASSWORD, email="bob@example.org")
    assert answer.status_code == 429
    assert "Try again in 60 minutes." in answer.text
    assert 'value="bob@example.org"' in answer.text
    assert people(app) == 1


def test_a_try_to_sign_up_counts_before_its_form_is_read(app, nobody):
    with app.app_context():
        for _ in range(60):
            rate_limits.enforce("signup 127.0.0.1")
    assert nobody.post("/signup", name="", password="").status_code == 429


def test_an_address_may_seat_sixty_guests_an_hour(app, context):
    for _ in range(60):
        rate_limits.enforce("guest 192.0.2.1")
    with pytest.raises(rate_limits.RateLimited, match="Too many tries"):
        rate_limits.enforce("guest 192.0.2.1")


def test_guesses_at_the_password_of_a_session_left_open_are_limited(app):
    ann = registered(app, "Ann")
    tries = [ann.post("/account/password", current="a wrong one", password="quite another one") for _ in range(11)]
    assert [answer.status_code for answer in tries] == [422] * 10 + [429]
    answer = ann.post("/account/deletion", password=PASSWORD)
    assert answer.status_code == 429
    assert "Too many tries" in answer.text
    assert is_in(signed_in(app, "Ann"))


def test_tries_side_by_side_are_all_counted(app):
    """A counter that is read and then written would let more than ten through."""
    registered(app, "Ann")
    assert at_once(*[partial(wrong, app) for _ in range(14)]) == [422] * 10 + [429] * 4


def test_a_try_counts_although_the_request_fails(app, monkeypatch):
    monkeypatch.setattr("app.accounts.auth.passwords.verify_password", lambda *args: 1 / 0)
    assert wrong(app).status_code == 500
    with app.app_context():
        assert (
            db.session.scalar(select(Attempt.count).where(Attempt.key == rate_limits.stored_key("name ann 192.0.2.1")))
            == 1
        )


def test_counting_goes_no_further_than_it_must(app, context, monkeypatch):
    monkeypatch.setitem(rate_limits.LIMITS, "door", (0, HOUR))
    for _ in range(5):
        with pytest.raises(rate_limits.RateLimited):
            rate_limits.enforce("door")
    assert db.session.scalar(select(Attempt.count)) == 1


def test_old_counts_are_removed_by_housekeeping(app, context):
    db.session.add_all([Attempt(f"old {i}", now() - timedelta(days=2), 1) for i in range(3)])
    db.session.add(Attempt("young", now() - timedelta(hours=23), 1))
    db.session.commit()
    assert cleanup.delete_old_login_data() == 3
    assert db.session.scalars(select(Attempt.key)).all() == ["young"]


def test_nobody_s_name_or_address_is_kept(app, mailbox):
    wrong(app, "Nemo")
    new_browser(app).post("/password", who="nemo@example.org")
    with app.app_context():
        kept = " ".join(db.session.scalars(select(Attempt.key)))
    assert "signin" in kept
    assert "reset" in kept
    assert [word for word in ("nemo", "example", "192.0.2", "127.0") if word in kept] == []


def test_an_answer_of_too_many_tries_says_when_to_try_again(app):
    for _ in range(11):
        answer = wrong(app)
    assert answer.status_code == 429
    assert 890 < int(answer.headers["Retry-After"]) <= 900
    assert "Retry-After" not in wrong(app, "Bob").headers


def test_a_name_is_changed_ten_times_an_hour(app):
    ann = registered(app, "Ann")
    assert {ann.post("/account/name", name=f"Ann {number}").status_code for number in range(10)} == {303}
    answer = ann.post("/account/name", name="Ann the last")
    assert answer.status_code == 429
    assert 'value="Ann the last"' in answer.text


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", "unknown"),
        (None, "unknown"),
        ("unix:", "unknown"),
    ],
)
def test_a_household_is_one_address(address, network):
    assert client_address.network(address) == network
