"""POST /games/<code>/clock: another clock, when all at the table agree (T1)."""

from collections import Counter

import pytest

from app.accounts.models import User
from app.db import db, now
from tests.concurrency import at_once
from tests.games.clock.clocked_games import LIVE, OWN, classic_at, do, duet_at, open_notices, stall, text_of
from tests.games.tables import CLUE, lay


def ask(table, person, clock, **fields):
    return do(table, person, "clock", clock=clock, **fields)


def answer(table, person, answer, clock=LIVE):
    return do(table, person, "clock", clock=clock, answer=answer)


def test_t1_the_last_one_who_agrees_changes_the_clock(ann, bob, cat, dan):
    table = classic_at(OWN, (ann, bob, cat, dan))
    assert ask(table, ann, LIVE).status_code == 303
    for person in (bob, cat):
        assert answer(table, person, "agree").status_code == 303
        assert table.game.clock == OWN
    before = now()
    assert answer(table, dan, "agree").status_code == 303
    game = table.game
    assert (game.clock, game.proposal, game.banks) == (LIVE, None, {"red": 0, "blue": 0})
    assert game.phase_began_at >= before
    assert (game.deadline - game.phase_began_at).total_seconds() == 240, "the first clue has double"
    assert "Everyone agreed" in table.see("red-operative")


@pytest.mark.parametrize("clock", ["", LIVE, OWN, "own 86400+86400"])
def test_t1_any_clock_becomes_any_other(ann, bob, clock):
    for before in {"", LIVE, OWN, "own 86400+86400"} - {clock}:
        table = duet_at(before, ann, bob)
        ask(table, ann, clock)
        answer(table, bob, "agree", clock)
        assert table.game.clock == clock
        assert (table.game.deadline is None) == (clock == "")


def test_what_is_in_store_is_chosen_beside_it(duet, ann, bob):
    ask(duet, ann, "own 86400", bank="3")
    answer(duet, bob, "agree", "own 86400+259200")
    assert (duet.game.clock, duet.game.banks) == ("own 86400+259200", {"a": 259200, "b": 259200})


@pytest.mark.parametrize(
    "fields",
    [
        {"clock": "own 5"},
        {"clock": "blitz"},
        {"clock": "own 86400", "bank": "2"},
        {"clock": "own 86400", "bank": "²"},
        {"clock": "own 86400+5"},
        {"clock": "own ８６４００"},
        {"clock": "own 86400\0"},
    ],
)
def test_t1_no_table_can_have_such_a_clock(duet, ann, fields):
    answer = do(duet, ann, "clock", **fields)
    assert answer.status_code == 422
    assert "That clock is not available." in answer.text
    assert duet.game.proposal is None


def test_the_others_see_what_is_asked_and_watchers_nothing(ann, bob, zed):
    table = duet_at(OWN, ann, bob)
    ask(table, ann, LIVE)
    page = text_of(table.see("b"))
    assert "Ann proposes a different clock: Live: 2 minutes per move." in page
    assert "Agreed: Ann. Still to answer: Bob." in page
    assert 'value="agree"' in table.see("b")
    own = table.see("a")
    assert "Withdraw the proposal" in own
    assert 'value="agree"' not in own
    assert "would like" not in zed.get(f"/games/{table.code}").text
    answer(table, bob, "agree")
    assert "Everyone agreed" not in zed.get(f"/games/{table.code}").text


def test_one_who_declines_ends_it_and_is_named(ann, bob):
    table = duet_at(OWN, ann, bob)
    ask(table, ann, LIVE)
    assert answer(table, bob, "decline").status_code == 303
    assert (table.game.clock, table.game.proposal) == (OWN, None)
    assert "Bob would rather keep the clock as it is." in table.see("a")
    table.must("a", f"clue {CLUE} 1")
    assert "would rather" not in table.see("a"), "it is news until the next move"


def test_who_asked_takes_it_back_without_a_word(ann, bob):
    table = duet_at(OWN, ann, bob)
    ask(table, ann, LIVE)
    answer(table, ann, "decline")
    assert table.game.proposal is None
    assert "would rather" not in table.see("b")


def test_an_answer_is_for_what_was_asked_when_it_was_given(ann, bob):
    """Bob's page still asks for one clock while another is asked for."""
    table = duet_at("", ann, bob)
    ask(table, ann, LIVE)
    answer(table, ann, "decline")
    assert answer(table, bob, "agree").status_code == 409
    ask(table, ann, OWN)
    refused = answer(table, bob, "agree")
    assert refused.status_code == 409
    assert "no longer open" in refused.text
    assert answer(table, bob, "decline").status_code == 409
    assert table.game.proposal["clock"] == OWN


def test_one_thing_is_asked_at_a_time(ann, bob):
    table = duet_at("", ann, bob)
    ask(table, ann, LIVE)
    assert ask(table, bob, OWN).status_code == 409
    answer(table, bob, "decline")
    assert ask(table, bob, OWN).status_code == 303


def test_two_ask_at_once(ann, bob):
    table = duet_at("", ann, bob)
    answers = at_once([lambda: ask(table, ann, LIVE), lambda: ask(table, bob, OWN)])
    assert Counter(each.status_code for each in answers) == {303: 1, 409: 1}


def test_the_last_two_agree_at_once(ann, bob, cat, dan):
    table = classic_at(OWN, (ann, bob, cat, dan))
    ask(table, ann, LIVE)
    answer(table, bob, "agree")
    answers = at_once([lambda who=who: answer(table, who, "agree") for who in (cat, dan)])
    assert {each.status_code for each in answers} == {303}
    assert (table.game.clock, table.game.proposal) == (LIVE, None)


def test_the_clock_that_the_table_has_is_not_asked_for(ann, bob):
    refused = ask(duet_at(OWN, ann, bob), ann, OWN)
    assert refused.status_code == 422
    assert "already has that clock" in refused.text


def test_who_leaves_no_longer_counts(ann, bob, cat, dan, new_visitor):
    eve = new_visitor("Eve")
    table = classic_at(OWN, (ann, [bob, eve], cat, dan))
    ask(table, ann, LIVE)
    for person in (eve, cat, dan):
        answer(table, person, "agree")
    assert table.game.clock == OWN
    table.must("red-operative", "resign")
    assert (table.game.clock, table.game.proposal) == (LIVE, None)


def test_whose_account_is_gone_no_longer_counts(ann, bob):
    table = duet_at(OWN, ann, bob)
    ask(table, ann, LIVE)
    with table.app.app_context():
        db.session.get(User, bob.user.id).deleted_at = now()
        db.session.commit()
    assert "Everyone agrees: change the clock" in table.see("a")
    answer(table, ann, "agree")
    assert table.game.clock == LIVE


def test_who_sits_alone_has_the_clock_at_once(ann, bob):
    table = duet_at("", ann, bob)
    with table.app.app_context():
        db.session.get(User, bob.user.id).deleted_at = now()
        db.session.commit()
    ask(table, ann, OWN)
    assert (table.game.clock, table.game.proposal) == (OWN, None)


def test_the_others_get_a_notice_which_their_answer_closes(ann, bob, cat, dan):
    table = classic_at(OWN, (ann, bob, cat, dan))
    ask(table, ann, LIVE)
    notices = open_notices(table, "clock")
    assert notices.keys() == {who.user.id for who in (bob, cat, dan)}
    assert notices[bob.user.id].params["by"] == ann.user.id
    answer(table, bob, "agree")
    assert open_notices(table, "clock").keys() == {cat.user.id, dan.user.id}
    answer(table, cat, "decline")
    assert open_notices(table, "clock") == {}


def test_where_all_sit_together_the_page_is_enough(ann, bob):
    table = duet_at(LIVE, ann, bob)
    ask(table, ann, OWN)
    assert open_notices(table, "clock") == {}


def test_nobody_is_asked_anything_after_the_end(ann, bob):
    table = duet_at(OWN, ann, bob)
    ask(table, ann, LIVE)
    table.must("b", "resign")
    assert open_notices(table, "clock") == {}


def test_strangers_and_ended_games(duet, ann, bob, zed, nobody):
    assert ask(duet, zed, LIVE).status_code == 404
    assert ask(duet, nobody, LIVE).status_code == 303
    assert "/login" in ask(duet, nobody, LIVE).location
    ask(duet, ann, LIVE)
    duet.must("a", "resign")
    assert ask(duet, ann, OWN).status_code == 422
    assert answer(duet, bob, "agree").status_code == 409
    assert 'id="clock"' not in duet.see("a")


def test_all_agree_at_a_stalled_table(ann, bob):
    """T4: to agree on a clock is to go on."""
    table = stall(duet_at(OWN, ann, bob))
    do(table, ann, "substitute", seat="b")
    ask(table, ann, LIVE)
    assert table.game.stalled_at is not None
    answer(table, bob, "agree")
    game = table.game
    assert (game.clock, game.stalled_at, game.substitute, game.substitute_seat) == (LIVE, None, None, None)
    assert open_notices(table, "stalled") == {}


def test_too_many_proposals(ann, bob):
    table = duet_at("", ann, bob)
    for _ in range(20):
        assert ask(table, ann, "blitz").status_code == 422
    assert ask(table, ann, LIVE).status_code == 429


def test_the_form_offers_what_the_lobby_does(ann, bob):
    page = lay("duet", {"a": ann, "b": bob}).see("a")
    for option in ("", "live 30", "own 604800"):
        assert f'<option value="{option}"' in page
    assert "No clock: take as long as you like." in page
