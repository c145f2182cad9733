"""Taking a seat and standing up."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from app.accounts import rate_limits
from app.lobbies.seating import MAX_MEMBERS
from app.lobbies.seats import SEAT_CAPACITY
from tests.lobbies.sample_lobby import HTMX, alert, buttons, ruled, tag_in
from tests.visitor import Visitor


def test_a_seat_is_taken_and_shown(classic, bob):
    answer = classic.sit(bob, "red-operative")
    assert classic.seats == {"Ann": None, "Bob": "red-operative"}
    assert 'data-me="red-operative"' in answer.text
    assert "red-operative" not in buttons(answer)


def test_a_plain_form_leads_back_to_the_lobby(classic, bob):
    answer = bob.post(classic.url("seats"), seat="red-operative")
    assert (answer.status_code, answer.location) == (303, classic.url())


def test_an_empty_seat_is_standing_up(classic, bob):
    classic.sit(bob, "blue-spymaster")
    classic.sit(bob, "")
    assert classic.seats["Bob"] is None


def test_another_seat_leaves_the_first_one(classic, bob, cat):
    classic.sit(bob, "blue-spymaster")
    classic.sit(bob, "red-spymaster")
    classic.sit(cat, "blue-spymaster")
    assert classic.seats == {"Ann": None, "Bob": "red-spymaster", "Cat": "blue-spymaster"}


def test_the_same_seat_again_changes_nothing(classic, bob):
    classic.sit(bob, "red-spymaster")
    classic.sit(bob, "red-spymaster")
    assert classic.seats["Bob"] == "red-spymaster"


def test_v1_a_team_has_one_spymaster_and_many_operatives(classic, bob, cat, dan):
    classic.sit(bob, "red-spymaster")
    answer = classic.do(cat, "seats", seat="red-spymaster")
    assert answer.status_code == 409
    assert (alert(answer), ruled(answer)) == ("Red spymaster: Bob already has this seat. Take another one.", "V1")
    assert tag_in(answer)
    assert "Cat" not in classic.seats, "a refusal changes nothing"
    assert f'id="stands-{cat.user.id}"' not in answer.text, "nor does its page show what was undone"
    classic.sit(cat, "red-operative")
    classic.sit(dan, "red-operative")


def test_a_refusal_of_a_plain_form_is_the_whole_page(classic, bob, cat):
    classic.sit(bob, "red-spymaster")
    answer = cat.post(classic.url("seats"), seat="red-spymaster")
    assert answer.status_code == 409
    assert "<!DOCTYPE html>" in answer.text
    assert "Bob already has this seat" in alert(answer)


def test_d1_a_side_of_duet_has_several_players(duet, ann, bob, cat):
    for person in (ann, bob, cat):
        duet.sit(person, "a")
    assert set(duet.seats.values()) == {"a"}


def test_a_seat_has_room_for_so_many(duet, new_visitor):
    for number in range(SEAT_CAPACITY):
        duet.sit(new_visitor(f"Player {number}"), "a")
    answer = duet.do(new_visitor("Late"), "seats", seat="a")
    assert answer.status_code == 409
    assert "all 8 seats are taken" in alert(answer)
    assert buttons(answer) == {"b"}


def test_a_lobby_has_room_for_so_many(app, classic):
    for number in range(MAX_MEMBERS - 1):
        classic.sit(Visitor(app, "guest"), "", name=f"Guest {number} here")
    answer = classic.do(Visitor(app, "late"), "seats", seat="", name="Late")
    assert answer.status_code == 409
    assert "This lobby is full" in alert(answer)
    assert len(classic.seats) == MAX_MEMBERS


@pytest.mark.parametrize("seat", ["a", "green-spymaster", "red-spymaster\0", "🕵" * 1000, "None"])
def test_a_seat_that_does_not_exist_is_refused(classic, bob, seat):
    answer = classic.do(bob, "seats", seat=seat)
    assert answer.status_code == 422
    assert alert(answer) == "There is no such seat here."
    assert classic.seats == {"Ann": None}


class TestGuests:
    """Visitors without account."""

    def test_a_visitor_becomes_a_guest_with_that_seat(self, classic, nobody):
        answer = nobody.post(classic.url("seats"), seat="blue-operative", name="  Eve ")
        assert answer.status_code == 303
        assert classic.seats["Eve"] == "blue-operative"
        page = nobody.get(classic.url()).text
        assert 'data-me="blue-operative"' in page
        assert "<small>(guest)</small>" in page

    def test_the_guest_is_remembered(self, classic, nobody):
        nobody.post(classic.url("seats"), seat="blue-operative", name="Eve")
        nobody.post(classic.url("seats"), seat="red-operative", name="Somebody Else")
        assert classic.seats == {"Ann": None, "Eve": "red-operative"}

    def test_a_guest_may_choose_a_seat_later(self, classic, nobody):
        classic.sit(nobody, "", name="Eve")
        assert classic.seats["Eve"] is None

    @pytest.mark.parametrize("name", ["", "   ", "E", "x" * 31, "Eve\0", "Eve<script>", "🕵🕵", "Ann"])
    def test_a_bad_name_is_refused_and_kept(self, classic, nobody, name):
        answer = classic.do(nobody, "seats", seat="blue-operative", name=name)
        assert answer.status_code == 422
        assert alert(answer)
        assert 'aria-invalid="true"' in answer.text
        assert classic.seats == {"Ann": None}
        if name == "Eve<script>":
            assert 'value="Eve&lt;script&gt;"' in answer.text

    def test_two_guests_of_one_name_cannot_be_told_apart(self, app, classic, nobody):
        classic.sit(nobody, "blue-operative", name="Eve")
        answer = classic.do(Visitor(app, "another"), "seats", seat="blue-operative", name="EVE")
        assert answer.status_code == 422
        assert "Someone called Eve is already here" in alert(answer)
        assert list(classic.seats) == ["Ann", "Eve"]

    def test_a_seat_taken_meanwhile_keeps_the_name_and_makes_no_guest(self, classic, bob, nobody):
        classic.sit(bob, "red-spymaster")
        answer = classic.do(nobody, "seats", seat="red-spymaster", name="Eve")
        assert answer.status_code == 409
        assert 'value="Eve"' in answer.text
        assert 'id="name"' in nobody.get(classic.url()).text

    def test_too_many_new_guests_are_held_up(self, app, classic, nobody):
        with app.app_context():
            for _ in range(60):
                rate_limits.enforce("guest 127.0.0.1")
        answer = classic.do(nobody, "seats", seat="", name="Eve")
        assert answer.status_code == 429
        assert "Too many tries" in alert(answer)
        assert 'value="Eve"' in answer.text
        assert classic.seats == {"Ann": None}


def test_two_at_one_moment_for_one_seat_one_gets_it(app, classic, new_visitor):
    people = [new_visitor(f"Player {number}") for number in range(6)]
    start = Barrier(len(people))

    def take(person: Visitor) -> int:
        token = person.csrf_token()
        start.wait()
        form = {"csrf_token": token, "seat": "red-spymaster"}
        return person.client.post(classic.url("seats"), data=form, headers=HTMX).status_code

    with ThreadPoolExecutor(len(people)) as pool:
        answers = sorted(pool.map(take, people))
    assert answers == [200] + [409] * 5
    assert list(classic.seats.values()).count("red-spymaster") == 1


def test_without_token_nothing_happens(classic, bob):
    answer = bob.client.post(classic.url("seats"), data={"seat": "red-operative", "csrf_token": "wrong"})
    assert answer.status_code == 400
    assert classic.seats == {"Ann": None}


def test_ten_megabytes_are_refused(classic, bob):
    answer = classic.do(bob, "seats", seat="x" * 10_000_000)
    assert answer.status_code == 413
