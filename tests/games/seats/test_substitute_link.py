"""The link by which a substitute comes: who makes it, that it works once, and when it ends (L2)."""

from collections import Counter

from tests.clock import pass_time
from tests.concurrency import at_once
from tests.games.clock.clocked_games import DAY, classic_at, do, miss, seats_of
from tests.games.seats.substitutes import call, delete


def test_the_link_works_once(stalled, ann, cat, zed):
    link = call(stalled, ann)
    assert zed.post(link).status_code == 303
    for answer in (cat.get(link), cat.post(link), zed.get(link), cat.get("/substitutes/abcdefgh")):
        assert answer.status_code == 410
        assert "This link no longer works" in answer.text
    assert cat.get("/substitutes/nonsense!").status_code == 404


def test_two_substitutes_at_once(stalled, ann, cat, zed, app):
    link = call(stalled, ann)
    answers = at_once([lambda who=who: who.post(link) for who in (cat, zed)])
    assert Counter(each.status_code for each in answers) == {303: 1, 410: 1}
    assert len(seats_of(stalled.game)) == 2


def test_a_substitute_comes_while_who_was_missed_plays(stalled, ann, bob, zed):
    link, seen = call(stalled, ann), stalled.game.version
    answers = at_once([lambda: zed.post(link), lambda: stalled.play("b", "guess 0", seen=seen)])
    assert [each.status_code for each in answers] in ([303, 409], [410, 303])
    assert ("Zed" in seats_of(stalled.game)) == (answers[0].status_code == 303)


def test_a_substitute_comes_while_the_game_is_ended(stalled, ann, zed):
    link, seen = call(stalled, ann), stalled.game.version
    answers = at_once([lambda: zed.post(link), lambda: do(stalled, ann, "choice", choice="end", seen=seen)])
    assert [each.status_code for each in answers] in ([303, 409], [410, 303])
    assert ("Zed" in seats_of(stalled.game)) == (answers[0].status_code == 303)


def test_the_link_ends_with_what_it_was_for(stalled, ann, zed):
    link = call(stalled, ann)
    do(stalled, ann, "choice", choice="wait")
    assert zed.post(link).status_code == 410
    miss(stalled)
    assert stalled.game.stalled_at is not None
    assert zed.post(link).status_code == 410, "another stall has another link"
    assert call(stalled, ann) != link


def test_the_link_ends_with_the_table(stalled, ann, zed):
    """T5: nobody had looked until the link was followed."""
    link = call(stalled, ann)
    pass_time(stalled.app, 8 * DAY)
    assert zed.get(link).status_code == 410
    assert stalled.game.reason == "abandoned"


def test_a_link_is_taken_back(stalled, ann, bob, zed):
    link = call(stalled, ann)
    assert call(stalled, ann) == link, "a second press makes no second link"
    assert do(stalled, bob, "substitute", withdraw=1).status_code == 409, "it is not his to take back"
    assert do(stalled, ann, "substitute", withdraw=1).status_code == 303
    assert zed.post(link).status_code == 410
    assert do(stalled, ann, "substitute", withdraw=1).status_code == 409


def test_who_may_call_and_for_which_seat(stalled, ann, bob, zed):
    for person, seat, status in ((bob, "b", 409), (bob, "a", 409), (ann, "a", 409), (ann, "x", 409), (zed, "b", 404)):
        assert do(stalled, person, "substitute", seat=seat).status_code == status
    assert stalled.game.substitute is None


def test_no_substitute_where_nobody_was_missed(duet, ann, bob):
    answer = do(duet, ann, "substitute", seat="b")
    assert answer.status_code == 409
    assert "does not need a substitute" in answer.text
    delete(duet, bob)
    duet.must("a", "resign")
    assert do(duet, ann, "substitute", seat="b").status_code == 409, "nor after the end"


def test_l1_the_link_ends_where_a_volunteer_comes(ann, bob, cat, dan, zed):
    """V1: the only operative may become spymaster, or go on guessing for somebody who comes."""
    table = classic_at("", (ann, bob, cat, dan))
    delete(table, ann)
    link = call(table, bob, "red-spymaster")
    assert "Become the spymaster" in table.see("red-operative")
    bob.post(f"/games/{table.code}/seats")
    assert zed.post(link).status_code == 410
    assert zed.post(call(table, bob, "red-operative")).status_code == 303


def test_too_many_links(stalled, ann):
    for _ in range(20):
        do(stalled, ann, "substitute", seat="b")
    assert do(stalled, ann, "substitute", seat="b").status_code == 429
    assert do(stalled, ann, "substitute", withdraw=1).status_code == 303
