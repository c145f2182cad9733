"""Drawing teams."""

from collections import Counter
from random import Random

import pytest

from app.lobbies.seats import SEAT_CAPACITY, draw_seats, seat_capacity
from app.rules import VARIANTS

CLASSIC, DUET = VARIANTS["classic"], VARIANTS["duet"]


@pytest.mark.parametrize("people", range(4, 19))
def test_v1_four_or_more_make_a_sound_classic_table(people):
    seats = Counter(draw_seats(CLASSIC, range(people), [], Random(people)).values())
    assert seats["red-spymaster"] == seats["blue-spymaster"] == 1
    assert abs(seats["red-operative"] - seats["blue-operative"]) <= 1
    assert seats.total() == people


@pytest.mark.parametrize("people", range(2, 17))
def test_d1_two_or_more_make_a_sound_duet(people):
    seats = Counter(draw_seats(DUET, range(people), [], Random(people)).values())
    assert abs(seats["a"] - seats["b"]) <= 1
    assert seats.total() == people


@pytest.mark.parametrize("variant", [CLASSIC, DUET])
def test_who_finds_no_room_gets_no_seat(variant):
    seats = Counter(draw_seats(variant, range(40), [], Random(1)).values())
    assert seats == {seat: seat_capacity(seat) for seat in variant.seats}


@pytest.mark.parametrize("volunteers", [[2], [2, 5], [0, 1, 2, 3]])
def test_volunteers_become_spymasters_first(volunteers):
    for seed in range(50):
        seats = draw_seats(CLASSIC, range(6), volunteers, Random(seed))
        spymasters = {person for person, seat in seats.items() if seat.endswith("spymaster")}
        assert len(spymasters & set(volunteers)) == min(2, len(volunteers))


def test_every_seat_is_equally_likely():
    drawn = Counter(draw_seats(CLASSIC, range(5), [], Random(seed))[0] for seed in range(4000))
    for seat, share in {
        "red-spymaster": 0.2,
        "blue-spymaster": 0.2,
        "red-operative": 0.3,
        "blue-operative": 0.3,
    }.items():
        assert drawn[seat] / 4000 == pytest.approx(share, abs=0.03)


def test_the_host_draws_from_all_who_joined(classic, ann, bob, cat, dan):
    classic.sit(bob, "red-operative")
    classic.sit(cat, "red-operative")
    classic.sit(dan, "")
    classic.do(dan, "volunteer")
    answer = classic.do(ann, "shuffle")
    assert answer.status_code == 200
    assert set(classic.seats.values()) == set(CLASSIC.seats)
    assert classic.seats["Dan"].endswith("spymaster")


def test_who_was_removed_is_not_drawn(classic, ann, bob, cat):
    classic.sit(bob, "")
    classic.sit(cat, "")
    classic.do(ann, "members", user=cat.user.id, remove=1)
    classic.do(ann, "shuffle")
    assert set(classic.seats) == {"Ann", "Bob"}
    assert all(classic.seats.values())


def test_a_full_seat_holds_everyone_it_has_room_for(duet, ann, new_visitor):
    for number in range(2 * SEAT_CAPACITY):
        duet.sit(new_visitor(f"Player {number}"), "")
    duet.do(ann, "shuffle")
    assert Counter(duet.seats.values()) == {"a": SEAT_CAPACITY, "b": SEAT_CAPACITY, None: 1}


class TestVolunteering:
    """Who would like to be spymaster."""

    def test_one_volunteers_and_thinks_again(self, classic, bob):
        classic.sit(bob, "red-operative")
        mark = 'class="volunteer"'
        assert mark in classic.do(bob, "volunteer").text
        assert mark in classic.do(bob, "volunteer", willing=1).text, "twice is as good as once"
        answer = classic.do(bob, "volunteer", willing=0)
        assert mark not in answer.text
        assert 'name="willing" value="1"' in answer.text

    def test_a_spymaster_is_not_asked(self, classic, ann, bob):
        classic.sit(ann, "red-spymaster")
        assert 'name="willing"' not in ann.get(classic.url()).text
        assert 'name="willing"' in classic.do(bob, "seats", seat="red-operative").text

    def test_there_is_nothing_to_volunteer_for_in_duet(self, duet, bob):
        duet.sit(bob, "a")
        assert duet.do(bob, "volunteer").status_code == 422
        assert "volunteer" not in bob.get(duet.url()).text

    def test_a_stranger_cannot(self, classic, zed, nobody):
        for person in (zed, nobody):
            assert classic.do(person, "volunteer").status_code == 404
