"""T4: a side has missed three phases in a row; those who stayed wait, call a substitute, or end the game."""

from collections import Counter
from datetime import timedelta

import pytest

from app import rules
from app.campaigns import log, statistics
from app.db import db
from app.games.wording import abandoned
from app.teams.models import Sheet
from tests.clock import pass_time
from tests.concurrency import at_once
from tests.games.clock.clocked_games import DAY, LIVE, OWN, classic_at, do, duet_at, miss, open_notices, stall, text_of
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, lay

DEALS = {
    "classic": {"variant": "classic", "first": "red", "key": CLASSIC_KEY},
    "duet": {"variant": "duet", "keys": DUET_KEYS, "tokens": 9, "mistakes": 9},
}


def again(turn, card):
    """The same turn at another card."""
    return [(seat, text if not text.startswith("guess") else f"guess {card}") for seat, text in turn]


def choose(table, person, choice, **fields):
    return do(table, person, "choice", choice=choice, **fields)


def test_t4_those_who_stayed_are_offered_a_choice(stalled, ann, bob, zed):
    page = text_of(stalled.see("a"))
    assert "Bob missed three turns in a row." in page
    for offer in ("Wait: give the turn its full time again", "Find a substitute: Side B", "End the game as abandoned"):
        assert offer in page
    watched = zed.get(f"/games/{stalled.code}").text
    assert "The players who stayed choose how to continue." in watched
    assert 'name="choice"' not in watched
    assert 'id="stalled"' in watched


def test_t4_a_team_and_not_its_spymaster_alone_is_named(ann, bob, cat, dan):
    """The first of the three turns may have been the operative's."""
    table = classic_at(OWN, [ann, bob, cat, dan])
    table.must("red-spymaster", f"clue {CLUE} 1")
    miss(table)
    for card in (17, 18):  # bystanders
        table.must("blue-spymaster", f"clue {CLUE} 1")
        table.must("blue-operative", f"guess {card}")
        miss(table)
    page = text_of(table.see("blue-spymaster"))
    assert "Red missed three turns in a row." in page
    assert "Ann missed" not in page
    choose(table, cat, "end")
    assert "Blue wins: Red stopped playing." in text_of(table.see("blue-spymaster"))


def test_t4_who_was_missed_is_told_kindly(stalled):
    page = text_of(stalled.see("b"))
    assert "Good to see you! The others were waiting for you." in page
    assert "Just make your move, and the game goes on." in page
    assert 'name="choice"' not in stalled.see("b")
    assert "Find a substitute: " not in page


def test_t4_who_was_missed_simply_plays(stalled, ann):
    do(stalled, ann, "substitute", seat="b")
    stalled.must("b", "guess 0")
    game = stalled.game
    assert (game.stalled_at, game.substitute, game.substitute_seat) == (None, None, None)
    assert timedelta(days=1, hours=23) < game.deadline - game.moved_at <= 2 * DAY, "it has time of its own"
    assert 'id="stalled"' not in stalled.see("a")
    assert stalled.now().missed == ()


def test_t4_wait(stalled, ann, bob):
    assert choose(stalled, ann, "wait").status_code == 303
    game = stalled.game
    assert (game.stalled_at, game.deadline - game.phase_began_at) == (None, 2 * DAY)
    assert "Ann chose to wait" in stalled.see("b")
    assert open_notices(stalled, "turn")[bob.user.id].deadline == game.deadline
    assert open_notices(stalled, "stalled") == {}
    moves = stalled.moves
    miss(stalled)
    assert stalled.moves == moves, "the next miss is played no more than this one"
    assert stalled.game.stalled_at is not None


def test_t4_waiting_brings_no_store_back(ann, bob):
    table = stall(duet_at("own 86400+86400", ann, bob))
    choose(table, ann, "wait")
    game = table.game
    assert (game.banks["b"], game.deadline - game.phase_began_at) == (0, DAY)


def test_t4_end(stalled, ann, bob):
    assert choose(stalled, ann, "end").status_code == 303
    game = stalled.game
    assert (game.winner, game.reason, stalled.moves[-1]) == (None, "abandoned", "timeout")
    for seat in "ab":
        page = text_of(stalled.see(seat))
        assert "The game was abandoned: Bob stopped playing." in page
        assert "It does not count against the players who stayed." in page
    assert open_notices(stalled, "over").keys() == {bob.user.id}, "who ends it knows"
    assert open_notices(stalled, "stalled") == {}


def test_t4_it_ends_by_itself_in_the_end(stalled):
    pass_time(stalled.app, 8 * DAY)
    assert "The game was abandoned: Bob stopped playing." in stalled.see("a")


def test_t4_a_live_table_has_an_hour(ann, bob):
    table = stall(duet_at(LIVE, ann, bob))
    assert "If nothing happens, the game will end in 59 minutes" in text_of(table.see("a"))
    assert open_notices(table, "stalled") == {}
    assert choose(table, ann, "wait").status_code == 303
    assert (table.game.deadline - table.game.phase_began_at).total_seconds() == 120


def test_t4_who_was_missed_does_not_choose(stalled, bob, zed):
    for choice in ("wait", "end"):
        refused = choose(stalled, bob, choice)
        assert refused.status_code == 422
        assert "The players who stayed choose what happens." in refused.text
        assert choose(stalled, zed, choice).status_code == 404
    assert stalled.game.stalled_at is not None


def test_t4_own_team_and_other_team_choose(ann, bob, cat, dan):
    table = classic_at(OWN, (ann, bob, cat, dan))
    for card in (17, 18):
        miss(table)
        table.must("blue-spymaster", f"clue {CLUE} 1")
        table.must("blue-operative", f"guess {card}")
    miss(table)
    assert 'name="choice"' not in table.see("red-spymaster")
    for seat in ("red-operative", "blue-spymaster", "blue-operative"):
        assert 'name="choice"' in table.see(seat)
    assert choose(table, bob, "end").status_code == 303
    assert (table.game.winner, table.game.reason) == ("blue", "abandoned")
    assert "Blue wins: Ann (Red) stopped playing." in table.see("red-operative"), "not a word of Bob"


def test_t4_where_all_were_missed_anybody_there_chooses(ann, bob):
    """D5: neither side has opened the game."""
    table = duet_at(OWN, ann, bob)
    for _ in range(3):
        miss(table)
    for seat in "ab":
        page = text_of(table.see(seat))
        assert "Whoever’s turn it is can still make a move." in page
        assert "Find a substitute: Side " + {"a": "B", "b": "A"}[seat] in page
    assert choose(table, bob, "wait").status_code == 303
    miss(table)
    choose(table, ann, "end")
    assert "The game was abandoned: neither side gave the first clue." in table.see("a")


def test_there_is_nothing_to_choose_before(duet, ann):
    for choice in ("wait", "end"):
        assert choose(duet, ann, choice).status_code == 409
    assert choose(duet, ann, "dance").status_code == 422
    assert duet.moves == []


def test_a_choice_that_came_too_late(stalled, ann):
    seen = stalled.game.version
    stalled.must("b", "guess 0")
    answer = choose(stalled, ann, "end", seen=seen)
    assert answer.status_code == 409
    assert "That has already been settled" in answer.text
    assert stalled.game.finished_at is None


def test_a_choice_for_another_stall(stalled, ann):
    """The page was opened when fewer moves had been played."""
    for choice in ("wait", "end"):
        assert choose(stalled, ann, choice, seen=3).status_code == 409
    assert stalled.game.stalled_at is not None


def test_wait_and_end_at_once(ann, bob, cat, dan, new_visitor):
    eve = new_visitor("Eve")
    table = stall(duet_at(OWN, [ann, eve], bob))
    answers = at_once([lambda: choose(table, ann, "wait"), lambda: choose(table, eve, "end")])
    assert Counter(each.status_code for each in answers) == {303: 1, 409: 1}
    assert (table.game.finished_at is None) == (answers[0].status_code == 303)


def test_who_was_missed_plays_while_the_game_is_ended(stalled, ann, bob):
    seen = stalled.game.version
    actions = [lambda: choose(stalled, ann, "end", seen=seen), lambda: stalled.play("b", "guess 0", seen=seen)]
    answers = at_once(actions)
    assert sorted(each.status_code for each in answers) in ([303, 409], [303, 422])
    assert (stalled.moves[-1] == "timeout") == (answers[0].status_code == 303)


TIME = ("clock", "timeout")
RED = (("red-spymaster", f"clue {CLUE} 1"), ("red-operative", "guess 0"), ("red-operative", "stop"))
BLUE = (("blue-spymaster", f"clue {CLUE} 1"), ("blue-operative", "guess 9"), ("blue-operative", "stop"))
A = ("a", f"clue {CLUE} 1")
ENDS = [
    ("classic", [TIME, *BLUE, TIME, *again(BLUE, 10), TIME], ["red-spymaster"]),
    ("classic", [*RED, TIME, *again(RED, 1), TIME, ("red-spymaster", f"ask {CLUE} 1"), TIME], ["blue-spymaster"]),
    ("duet", [TIME, TIME, TIME], ["a", "b"]),
    ("duet", [A, TIME, TIME, A, TIME], ["b"]),
    ("duet", [A, ("b", "guess 20"), TIME, A, TIME, TIME], ["b"]),
]


@pytest.mark.parametrize(("variant", "moves", "seats"), ENDS)
def test_t4_who_was_missed_is_known_after_the_end(variant, moves, seats):
    table = rules.replay(DEALS[variant], moves)
    assert table.outcome.reason == "abandoned"
    for seat in (None, *rules.VARIANTS[variant].seats):
        assert list(abandoned.absent_seats(table.view(seat))) == seats


def test_m6_an_attempt_that_was_abandoned_counts_as_lost_and_blames_nobody(team, ann, bob):
    """Ann's clue that Bob never answered is no clue of hers that found nothing."""
    people = {"a": ann, "b": bob}
    table = lay("duet", people, {"keys": DUET_KEYS}, clock=OWN, sheet_id=team.current_sheet.id, city="prague")
    table.must("a", f"clue {CLUE} 2")
    table.must("b", "guess 0", "stop", f"clue {CLUE} 1")
    table.must("a", "guess 20")
    for _ in range(2):
        table.must("a", f"clue {CLUE} 1")
        miss(table)
        if table.game.stalled_at is None:
            miss(table)
    assert "On the map, the attempt counts as lost" in table.see("a")
    choose(table, ann, "end")
    assert "On the map, the attempt counts as lost; the log says that it was abandoned." in text_of(table.see("a"))
    assert "lost: abandoned" in ann.get(f"/teams/{team.code}/log").text
    with table.app.app_context():
        sheet = db.session.get(Sheet, team.current_sheet.id)
        found = statistics.team_statistics(log.load_attempts([sheet]))
    assert (found.overall.attempts, found.overall.wins) == (1, 0)
    assert {giver.name: (giver.clues, giver.agents) for giver in found.givers} == {"Ann": (1, 1), "Bob": (1, 0)}
