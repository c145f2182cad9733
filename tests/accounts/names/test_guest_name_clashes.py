"""Guests do not pass for others where people meet: in a lobby, at a table, in a team."""

import pytest

from app.db import db
from app.teams import service as teams
from tests.accounts.people import PASSWORD, registered, row, seated
from tests.games.clock.clocked_games import OWN, duet_at, stall
from tests.games.seats.substitutes import call
from tests.lobbies.sample_lobby import alert, open_lobby
from tests.teams import founded
from tests.visitor import Visitor

NAME = "Paolaob"
SPELLINGS = ["PAOLAOB", "Pa0laob", "Pao laob", "Paolaob.", "Paọlaob", "Páolaob", "Paolaob¹", "Paolaobʼ"]
OTHERS = ["Paolaob 1", "Paolaob 2", "Paola", "Zoé"]
HERE = "Someone called Paolaob is already here. Choose a clearly different name."
RENAMED = [NAME, "Pao laob", "Pa0laob", "Paọlaob", "Paolaobʼ"]
TOGETHER = "You are playing with Paolaob, and your names would be too similar."
ONE_OF_YOU = "is already here, and your names are too similar."


class Lobby:
    """A lobby that Ann has opened."""

    def __init__(self, app, ann, bob):
        self.lobby = open_lobby(ann, variant="classic")

    def join(self, person, name=None):
        """Come in, a visitor as a guest of that name."""
        return self.lobby.do(person, "seats", seat="", name=name)


class Team:
    """A team that Ann has founded."""

    def __init__(self, app, ann, bob):
        with app.app_context():
            self.link = f"/invitations/{founded(ann.user.id, 'Night Owls').invite}"

    def join(self, person, name=None):
        """Follow the invitation, a visitor as a guest of that name."""
        return person.post(self.link, name=name)


class Table:
    """A table of Ann's at which Bob's seat is free for a substitute, again and again."""

    def __init__(self, app, ann, bob):
        self.ann, self.table, self.last = ann, stall(duet_at(OWN, ann, bob)), None

    def join(self, person, name=None):
        """Take the seat, a visitor as a guest of that name; who took it before is missed in turn."""
        return person.post(self._link(), name=name)

    def _link(self):
        if not self.table.game.stalled_at:
            self._stall_again()
        return call(self.table, self.ann)

    def _stall_again(self):
        with self.table.app.app_context():
            game = db.session.merge(self.table.game)
            game.stalled_at = game.phase_began_at
            db.session.commit()


PLACES = [Lobby, Team, Table]


@pytest.fixture(params=PLACES)
def place(request, app, ann, bob):
    """Somewhere people meet."""
    return request.param(app, ann, bob)


def test_a_guest_takes_no_name_that_looks_like_a_guest_s(app, place):
    assert place.join(Visitor(app, "first"), NAME).status_code in (200, 303)
    for name in SPELLINGS:
        answer = place.join(Visitor(app, "other"), name)
        assert (answer.status_code, HERE in answer.text) == (422, True), name
        assert f'value="{name}"' in answer.text


def test_a_guest_may_take_a_name_that_can_be_told_apart(app, place):
    assert place.join(Visitor(app, "first"), NAME).status_code in (200, 303)
    for name in OTHERS:
        assert place.join(Visitor(app, "other"), name).status_code in (200, 303), name


def test_cyrillic_letters_are_no_way_round(app, place):
    assert place.join(Visitor(app, "first"), "Copa").status_code in (200, 303)
    for name in ("Сора", "C0pa", "Co pa", "Copa."):
        answer = place.join(Visitor(app, "other"), name)
        assert (answer.status_code, "Someone called Copa" in answer.text) == (422, True), name


def test_a_guest_takes_no_name_that_looks_like_an_account_s(app, place):
    registered(app, NAME)
    assert place.join(Visitor(app, "other"), "Pao laob").status_code == 422
    paola = registered(app, "Paola Bó")
    assert place.join(paola).status_code in (200, 303)
    answer = place.join(Visitor(app, "other"), "Paola Bo")
    assert (answer.status_code, "Someone called Paola Bó is already here" in answer.text) == (422, True)


@pytest.mark.parametrize("name", [NAME, "Paọlaob", "Pa0laob"])
def test_a_guest_from_elsewhere_does_not_come_in_as_a_double(app, place, name):
    guest = seated(app, name)
    assert place.join(Visitor(app, "first"), NAME).status_code in (200, 303)
    answer = place.join(guest)
    assert (answer.status_code, ONE_OF_YOU in answer.text) == (422, True)


@pytest.mark.parametrize("name", [NAME, "Páolaob", "Pa0laob"])
def test_an_account_does_not_come_in_beside_its_double(app, place, name):
    assert place.join(Visitor(app, "first"), NAME).status_code in (200, 303)
    answer = place.join(registered(app, name))
    assert (answer.status_code, ONE_OF_YOU in answer.text) == (422, True)


def test_accounts_are_told_apart_as_they_signed_up(app, place):
    for name in ("Zoe", "Zoé"):
        assert place.join(registered(app, name)).status_code in (200, 303)


@pytest.mark.parametrize("name", RENAMED)
def test_an_account_takes_no_new_name_like_that_of_a_guest_beside_it(app, place, name):
    assert place.join(Visitor(app, "first"), NAME).status_code in (200, 303)
    eve = registered(app, "Eve")
    assert place.join(eve).status_code in (200, 303)
    answer = eve.post("/account/name", name=name)
    assert (answer.status_code, TOGETHER in answer.text) == (422, True)
    assert eve.post("/account/name", name="Paolaob 2").status_code == 303


@pytest.mark.parametrize("name", RENAMED)
def test_a_guest_signs_up_with_no_name_like_that_of_another_beside_them(app, place, name):
    assert place.join(Visitor(app, "first"), NAME).status_code in (200, 303)
    gus = Visitor(app, "gus")
    assert place.join(gus, "Gus").status_code in (200, 303)
    answer = gus.post("/signup", name=name, password=PASSWORD, email="gus@example.org")
    assert (answer.status_code, TOGETHER in answer.text) == (422, True)
    assert row(app, "Gus").is_guest
    assert gus.post("/signup", name="Gus", password=PASSWORD).status_code == 303


def test_a_name_that_a_guest_has_elsewhere_is_free(app, ann):
    seated(app, NAME)
    assert ann.post("/account/name", name=NAME).status_code == 303


def test_who_was_taken_out_does_not_come_back_beside_a_double(app, ann, bob):
    lobby = Lobby(app, ann, bob)
    lobby.join(Visitor(app, "first"), NAME)
    first = row(app, NAME).id
    lobby.lobby.do(ann, "members", user=str(first), remove="yes")
    assert lobby.join(Visitor(app, "other"), "Paọlaob").status_code == 200
    answer = lobby.lobby.do(ann, "members", user=str(first), admit="yes")
    assert answer.status_code == 422
    assert ONE_OF_YOU in alert(answer)


def test_a_member_who_comes_again_is_no_double(app, ann, bob):
    lobby, team = Lobby(app, ann, bob), Team(app, ann, bob)
    guest = seated(app, NAME)
    for place in (lobby, team):
        assert [place.join(guest).status_code in (200, 303) for _ in range(2)] == [True, True]
    with app.app_context():
        assert [len(each.active_members) for each in teams.load_teams(guest.user.id)] == [2]
