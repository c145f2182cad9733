"""POST /games/<code>/moves where a side decides together who may touch (V13, D31)."""

from collections import Counter
from datetime import timedelta

import pytest

from app.db import db
from app.games.store.models import Mark
from app.games.table import votes
from tests.clock import pass_time
from tests.concurrency import at_once
from tests.games.seats.voting import at_guess, away, counts, mark, page_of, touch, wanted, word
from tests.games.tables import CLUE, DUET_KEYS, lay


@pytest.fixture
def side(bob, zed, new_visitor):
    """Bob, Zed and Eve, who guess for red."""
    return bob, zed, new_visitor("Eve")


@pytest.fixture
def table_of(ann, cat, dan, side):
    """Lay a table of teams with this house rule, at which red guesses."""
    return lambda touching, operatives=side, **options: at_guess(touching, operatives, ann, (cat, dan), **options)


def test_anyone_touches_alone(table_of, side):
    """V13: the printed rule."""
    table = table_of("anyone")
    assert "Reveal the chosen card" in page_of(table, side[0])
    assert touch(table, side[0], 0).status_code == 303
    assert table.moves[1:] == ["guess 0"]


def test_a_touch_that_too_few_want_is_kept_as_a_mark(table_of, side):
    """V13: it plays nothing; the answer says who is missing, and is no error."""
    bob, zed, eve = side
    table = table_of("majority")
    assert "Reveal when 2 of 3 agree" in page_of(table, bob)
    answer = touch(table, bob, 0)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{table.code}")
    assert table.moves[1:] == []
    line = f"1 of 3 wants {word(table, 0)}: Zed and Eve have not marked it yet."
    assert wanted(page_of(table, bob)) == wanted(page_of(table, eve)) == [line]
    swapped = touch(table, bob, 0, headers={"HX-Request": "true"})
    assert swapped.status_code == 200
    assert wanted(swapped.text) == [line]
    assert 'id="refusal"' not in swapped.text
    assert touch(table, zed, 0).status_code == 303
    assert table.moves[1:] == ["guess 0"]


def test_all_have_to_want_it(table_of, side):
    bob, zed, eve = side
    table = table_of("all")
    assert "Reveal when 3 of 3 agree" in page_of(table, bob)
    mark(table, zed, 0)
    touch(table, bob, 0)
    assert wanted(page_of(table, zed)) == [f"2 of 3 want {word(table, 0)}: Eve has not marked it yet."]
    assert table.moves[1:] == []
    touch(table, eve, 0)
    assert table.moves[1:] == ["guess 0"]


def test_enough_marks_touch_nothing_by_themselves(table_of, side):
    """Somebody presses Touch."""
    table = table_of("majority")
    for who in side[:2]:
        mark(table, who, 0)
    assert table.moves[1:] == []
    assert wanted(page_of(table, side[2])) == [f"2 of 3 want {word(table, 0)}: it can be touched."]
    assert counts(page_of(table, side[2])) == ["2/3 ✓"]
    touch(table, side[0], 0)
    assert table.moves[1:] == ["guess 0"]


def test_whoever_touches_wants_it(table_of, side):
    table = table_of("majority")
    mark(table, side[0], 0)
    touch(table, side[1], 0)
    assert table.moves[1:] == ["guess 0"]


def test_the_most_wanted_card_stands_first(table_of, side):
    table = table_of("all")
    mark(table, side[0], 3)
    for who in side[:2]:
        mark(table, who, 7)
    assert [line.split()[-6:] and line.split(":")[0] for line in wanted(page_of(table, side[0]))] == [
        f"2 of 3 want {word(table, 7)}",
        f"1 of 3 wants {word(table, 3)}",
    ]


def test_the_counts_are_the_own_sides_alone(table_of, side, ann, cat, dan, nobody):
    """V13: the other team does not even learn that something was marked."""
    table = table_of("majority")
    others = [
        (who, page_of(table, who), who.fragment(f"/games/{table.code}").headers["HX-PTag"])
        for who in (cat, dan, nobody)
    ]
    touch(table, side[0], 0)
    for who in (*side, ann):
        assert counts(page_of(table, who)) == ["1/3"]
    for who, before, tag in others:
        assert counts(page_of(table, who)) == []
        assert wanted(page_of(table, who)) == []
        assert who.fragment(f"/games/{table.code}", tag).status_code == 204
        assert len(page_of(table, who)) == len(before)


def test_who_leaves_no_longer_counts(table_of, side):
    """Also retroactively: neither their mark nor their seat."""
    bob, zed, eve = side
    table = table_of("all")
    touch(table, bob, 0)
    mark(table, zed, 0)
    zed.post(f"/games/{table.code}/moves", move="resign", seen=1)
    page = page_of(table, bob)
    assert wanted(page) == [f"1 of 2 wants {word(table, 0)}: Eve has not marked it yet."]
    assert "Reveal when 2 of 2 agree" in page
    touch(table, eve, 0)
    assert table.moves[1:] == ["guess 0"]


def test_who_is_away_no_longer_counts(table_of, side):
    bob, zed, eve = side
    table = table_of("majority")
    mark(table, zed, 0)
    away(table, zed)
    touch(table, bob, 0)
    assert table.moves[1:] == []
    assert counts(page_of(table, bob)) == ["1/2"]
    touch(table, eve, 0)
    assert table.moves[1:] == ["guess 0"]


def test_who_is_back_counts_again(table_of, side):
    bob, zed, _ = side
    table = table_of("majority")
    away(table, zed, days=2)
    mark(table, zed, 0)
    pass_time(table.app, timedelta(days=2, minutes=1))
    touch(table, bob, 0)
    assert table.moves[1:] == ["guess 0"]


def test_who_touches_counts_even_if_away(table_of, side):
    """They are there, whatever they said; so they cannot overrule the one who stayed."""
    bob, zed, eve = side
    table = table_of("all")
    away(table, bob)
    away(table, zed)
    touch(table, bob, 0)
    assert table.moves[1:] == []
    mark(table, eve, 0)
    touch(table, bob, 0)
    assert table.moves[1:] == ["guess 0"]


def test_where_all_are_away_whoever_comes_decides(table_of, side):
    table = table_of("majority")
    for who in side:
        away(table, who)
    assert "Reveal the chosen card" in page_of(table, side[0])
    touch(table, side[0], 0)
    assert table.moves[1:] == ["guess 0"]


def test_the_last_one_there_decides_alone(table_of, side):
    bob, zed, eve = side
    table = table_of("all")
    for who in (bob, zed):
        away(table, who)
    page = page_of(table, eve)
    assert "Reveal the chosen card" in page
    touch(table, eve, 0)
    assert table.moves[1:] == ["guess 0"]


@pytest.mark.parametrize("rule", votes.TOUCH_RULES)
def test_a_single_operative_decides_alone(table_of, bob, rule):
    table = table_of(rule, [bob])
    mark(table, bob, 5)
    page = page_of(table, bob)
    assert "Reveal the chosen card" in page
    assert counts(page) == []
    assert "marked-by" in page
    touch(table, bob, 0)
    assert table.moves[1:] == ["guess 0"]


def test_a_touch_on_a_table_that_has_moved_on_is_no_mark(table_of, side):
    table = table_of("majority")
    answer = touch(table, side[0], 0, seen=0)
    assert answer.status_code == 409
    assert "The table changed" in answer.text
    assert counts(page_of(table, side[0])) == []


def test_what_the_rules_refuse_is_no_mark(table_of, side):
    bob, zed, _ = side
    table = table_of("majority")
    mark(table, bob, 0)
    touch(table, zed, 0)
    assert touch(table, zed, 0).status_code == 422
    assert touch(table, zed, 99).status_code == 422
    assert table.moves[1:] == ["guess 0"]
    with table.app.app_context():
        assert {(row.user_id, row.card) for row in db.session.query(Mark)} == {(bob.user.id, 0)}


def test_two_touches_at_once_are_a_mark_and_a_move(table_of, side):
    """Whoever comes second finds the mark of the first, however close they are."""
    table = table_of("majority")
    answers = at_once([lambda who=who: touch(table, who, 0, seen=1) for who in side[:2]])
    assert [answer.status_code for answer in answers] == [303, 303]
    assert table.moves[1:] == ["guess 0"]


def test_three_touches_at_once_are_one_move(table_of, side):
    table = table_of("majority")
    answers = at_once([lambda who=who: touch(table, who, 0, seen=1) for who in side])
    assert Counter(answer.status_code for answer in answers) == {303: 2, 409: 1}
    assert table.moves[1:] == ["guess 0"]


def test_two_who_want_different_cards_play_nothing(table_of, side):
    table = table_of("majority")
    at_once([lambda who=who, card=card: touch(table, who, card, seen=1) for card, who in enumerate(side)])
    assert table.moves[1:] == []
    assert counts(page_of(table, side[0])) == ["1/3"] * 3


def test_stopping_is_anyones(table_of, side):
    """The house rule is about touching."""
    table = table_of("all")
    for who in side:
        touch(table, who, 0)
    assert side[1].post(f"/games/{table.code}/moves", move="stop", seen=2).status_code == 303
    assert table.moves[1:] == ["guess 0", "stop"]


def test_within_a_side_of_duet(ann, bob, zed, cat):
    """D31: each side decides for itself; in sudden death too (D15)."""
    table = lay(
        "duet", {"a": [ann, cat], "b": [bob, zed]}, {"keys": DUET_KEYS, "tokens": 1, "mistakes": 1}, touching="all"
    )
    table.must("a", f"clue {CLUE} 2")
    assert "Reveal when 2 of 2 agree" in page_of(table, bob)
    touch(table, bob, 0)
    assert counts(page_of(table, zed)) == ["1/2"]
    assert counts(page_of(table, ann)) == []
    touch(table, zed, 0)
    table.must("b", "stop")
    assert table.game.phase == "sudden-death"
    touch(table, ann, 9)
    assert wanted(page_of(table, cat)) == [f"1 of 2 wants {word(table, 9)}: Cat has not marked it yet."]
    touch(table, cat, 9)
    assert table.moves[1:] == ["guess 0", "stop", "guess 9"]


def test_a_spymaster_sees_how_the_side_decides_and_has_no_vote(table_of, ann, side):
    table = table_of("all")
    touch(table, side[0], 0)
    page = page_of(table, ann)
    assert counts(page) == ["1/3"]
    assert touch(table, ann, 0).status_code == 422


def test_marks_end_with_their_turn(app, table_of, side, dan):
    """V13: what was wanted for one clue does not count as wanted for the next; the other team goes on planning."""
    bob, zed, _eve = side
    table = table_of("majority")
    mark(table, dan, 3)
    for who in (bob, zed):
        mark(table, who, 5)
    mark(table, bob, 20)
    touch(table, zed, 20)
    assert table.game.turn == ["blue-spymaster"]
    with app.app_context():
        assert [(left.user_id, left.card) for left in db.session.query(Mark)] == [(dan.user.id, 3)]


def test_marks_end_with_a_turn_that_ran_out_of_time(app, table_of, side, dan):
    """T2, V13."""
    table = table_of("majority", clock="own 86400")
    mark(table, side[0], 5)
    mark(table, dan, 3)
    pass_time(app, timedelta(days=1))
    page_of(table, side[0])
    assert table.moves[-1] == "timeout"
    with app.app_context():
        assert [left.user_id for left in db.session.query(Mark)] == [dan.user.id]
