"""The host's tools."""

import pytest

from app.accounts.models import User
from app.db import db, now
from tests.lobbies.sample_lobby import alert, buttons

TOOLS = [
    ("shuffle", {}),
    ("members", {"user": "{bob}", "seat": "red-spymaster"}),
    ("members", {"user": "{bob}", "remove": "1"}),
    ("members", {"user": "{bob}", "admit": "1"}),
    ("host", {"user": "{bob}"}),
    ("close", {}),
]


@pytest.mark.parametrize(("tool", "fields"), TOOLS)
def test_they_are_the_hosts_alone(classic, ann, bob, cat, zed, nobody, tool, fields):
    classic.sit(bob, "red-operative")
    classic.sit(cat, "blue-operative")
    sent = {name: value.format(bob=bob.user.id) for name, value in fields.items()}
    before = classic.seats
    answer = classic.do(cat, tool, **sent)
    assert answer.status_code == 403
    assert alert(answer) == "Only the host can do that."
    for stranger in (zed, nobody):
        assert classic.do(stranger, tool, **sent).status_code == 404
    assert (classic.seats, classic.host) == (before, "Ann")
    assert classic.do(ann, tool, **sent).status_code in (200, 303)


def test_only_the_host_sees_them(classic, ann, bob):
    classic.sit(bob, "red-operative")
    assert "You are the host" in ann.get(classic.url()).text
    assert "You are the host" not in bob.get(classic.url()).text


def test_alone_there_is_nobody_to_move(classic, ann, bob):
    assert 'id="members"' not in ann.get(classic.url()).text
    classic.sit(bob, "red-operative")
    assert 'id="members"' in ann.get(classic.url()).text


class TestMoving:
    """Putting people on seats."""

    def test_a_member_is_moved(self, classic, ann, bob):
        classic.sit(bob, "red-operative")
        classic.do(ann, "members", user=bob.user.id, seat="blue-spymaster")
        assert classic.seats["Bob"] == "blue-spymaster"
        classic.do(ann, "members", user=bob.user.id, seat="")
        assert classic.seats["Bob"] is None

    def test_not_to_a_seat_that_is_held(self, classic, ann, bob, cat):
        classic.sit(bob, "red-operative")
        classic.sit(cat, "red-spymaster")
        answer = classic.do(ann, "members", user=bob.user.id, seat="red-spymaster")
        assert answer.status_code == 409
        assert "Cat already has this seat" in alert(answer)

    @pytest.mark.parametrize("seat", ["a", "throne", "\0"])
    def test_not_to_a_seat_there_is_not(self, classic, ann, seat):
        assert classic.do(ann, "members", user=ann.user.id, seat=seat).status_code == 422

    @pytest.mark.parametrize("person", ["", "0", "-1", "9" * 40, "x", "1\0", "{zed}"])
    @pytest.mark.parametrize("tool", [{"seat": "red-operative"}, {"remove": 1}, {"admit": 1}])
    def test_not_somebody_who_is_not_here(self, classic, ann, zed, person, tool):
        answer = classic.do(ann, "members", user=person.format(zed=zed.user.id), **tool)
        assert answer.status_code == 422
        assert alert(answer) == "Choose someone who is in this lobby."


class TestRemoving:
    """Taking people out, and letting them in again."""

    @pytest.fixture
    def without_bob(self, classic, ann, bob):
        """Ann's lobby, out of which Bob was taken."""
        classic.sit(bob, "red-operative")
        classic.do(bob, "volunteer")
        assert classic.do(ann, "members", user=bob.user.id, remove=1).status_code == 200
        return classic

    def test_they_are_out_and_told_so(self, without_bob, bob):
        assert without_bob.seats == {"Ann": None}
        page = bob.get(without_bob.url())
        assert page.status_code == 200, "watching is for everyone"
        assert "The host removed you from this lobby" in page.text
        assert buttons(page) == set()

    @pytest.mark.parametrize("action", ["seats", "volunteer", "leave", "start", "shuffle", "close"])
    def test_they_can_do_nothing(self, without_bob, bob, action):
        answer = without_bob.do(bob, action, seat="red-operative")
        assert answer.status_code == 403
        assert "the host can let you back in" in alert(answer)
        assert without_bob.seats == {"Ann": None}

    def test_they_are_not_moved_and_not_made_host(self, without_bob, ann, bob):
        assert without_bob.do(ann, "members", user=bob.user.id, seat="red-operative").status_code == 422
        assert without_bob.do(ann, "host", user=bob.user.id).status_code == 422

    def test_the_host_lets_them_in_again(self, without_bob, ann, bob):
        without_bob.do(ann, "members", user=bob.user.id, admit=1)
        assert without_bob.seats["Bob"] is None
        without_bob.sit(bob, "red-operative")

    def test_not_the_host(self, classic, ann):
        answer = classic.do(ann, "members", user=ann.user.id, remove=1)
        assert answer.status_code == 422
        assert "Leave or close the lobby" in alert(answer)


class TestHandingOver:
    """Making somebody else the host."""

    def test_another_member_becomes_host(self, classic, ann, bob):
        classic.sit(bob, "red-operative")
        assert "You are the host" not in classic.do(ann, "host", user=bob.user.id).text
        assert classic.host == "Bob"
        assert classic.do(ann, "close").status_code == 403
        assert classic.do(bob, "close").status_code == 200

    @pytest.mark.parametrize("person", ["", "0", "9" * 40, "1\0", "{zed}"])
    def test_not_somebody_who_is_not_here(self, classic, ann, zed, person):
        assert classic.do(ann, "host", user=person.format(zed=zed.user.id)).status_code == 422
        assert classic.host == "Ann"


def test_a_host_without_an_account_any_more_is_followed(classic, ann, bob):
    """Who deleted the account is gone: whoever has been here longest acts as host."""
    classic.sit(bob, "red-operative")
    with classic.app.app_context():
        db.session.get(User, ann.user.id).deleted_at = now()
        db.session.commit()
    page = bob.get(classic.url()).text
    assert "You are the host" in page
    assert "someone" not in page.replace("Report someone here", "")
