"""Playing a puzzle on its page: to the end, in two tabs, on stale pages, by visitors, guests and accounts."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from app.accounts import erasure, rate_limits
from app.accounts.models import User
from app.accounts.settings import data_export
from app.db import db
from app.puzzles.boards.puzzle import write_days
from app.puzzles.calendar import today
from app.puzzles.models import PuzzlePlay, PuzzleTally
from app.worker import cleanup
from tests.clock import pass_time
from tests.visitor import Visitor


def stored(app, model=PuzzlePlay):
    with app.app_context():
        return db.session.scalars(select(model)).all()


def test_a_visitor_without_a_name_solves_it(app, at_puzzle):
    solver = at_puzzle()
    assert "Which cards does this clue mean?" in solver.page().text
    assert solver.puzzle.clues[0].word in solver.page().text
    assert stored(app) == []  # looking stores nothing
    text = solver.solve().text
    assert 'data-reason="won"' in text
    assert "Your streak: 1 day." in text
    assert "1 player has finished this puzzle, 1 solved it." in text
    assert "🟩A 🟩A" in text
    (play,) = stored(app)
    assert (play.user_id, play.result, play.found, play.in_time) == (None, "won", 9, True)
    (tally,) = stored(app, PuzzleTally)
    assert [count for count, letter in zip(tally.touched, solver.puzzle.key, strict=True) if letter == "g"] == [1] * 9
    assert sum(tally.touched) == 9
    assert 'data-reason="won"' in solver.page().text


def test_the_share_text_has_none_of_the_words(at_puzzle):
    solver = at_puzzle()
    text = solver.solve().text.partition('<textarea id="share-text"')[2].partition("</textarea>")[0]
    assert solver.url in text
    named = {*solver.puzzle.words, *(clue.word for clue in solver.puzzle.clues)}
    assert not [word for word in named if word in text.partition("Dead Drop ·")[2].partition("http")[0].split()]


def test_an_assassin_ends_it_and_shows_the_key(at_puzzle):
    solver = at_puzzle()
    text = solver.touch(solver.puzzle.words_with("x")[0]).text
    assert 'data-reason="assassin"' in text
    assert text.count('data-key="g"') == 9
    assert "You did not see these prepared clues:" in text


def test_without_javascript_it_is_forms_and_redirects(at_puzzle):
    solver = at_puzzle()
    sent = solver.visitor.post(f"{solver.url}/moves", move=f"guess {solver.puzzle.key.index('g')}", seen=1)
    assert (sent.status_code, sent.location) == (303, solver.url)
    assert 'data-face="agent"' in solver.page().text
    again = solver.visitor.get(f"{solver.url}/moves")
    assert (again.status_code, again.location) == (303, solver.url)


def test_a_double_click_touches_once(app, at_puzzle):
    solver = at_puzzle()
    card = solver.puzzle.key.index("g")
    assert [solver.send(f"guess {card}", seen=1).status_code for _ in range(2)] == [200, 200]
    assert stored(app)[0].moves.count(f"guess {card}") == 1


def test_asking_twice_gives_one_clue(app, at_puzzle):
    solver = at_puzzle()
    solver.touch(solver.puzzle.words[solver.puzzle.clues[0].cards[0]])
    seen = solver.seen
    assert [solver.send("stop", seen).status_code for _ in range(2)] == [200, 200]
    assert stored(app)[0].clues == 2


def test_a_second_tab_is_told_that_it_is_out_of_date(app, at_puzzle):
    solver = at_puzzle()
    first, second, *_ = solver.puzzle.clues[0].cards
    solver.send(f"guess {first}", seen=1)
    answer = solver.send(f"guess {second}", seen=1)
    assert answer.status_code == 409
    assert "This page was out of date." in answer.text
    assert stored(app)[0].found == 1
    assert solver.send(f"guess {second}").status_code == 200


def test_an_ended_puzzle_stays_as_it_is(app, at_puzzle):
    solver = at_puzzle()
    solver.touch(solver.puzzle.words_with("x")[0])
    answer = solver.send(f"guess {solver.puzzle.key.index('g')}", seen=1)
    assert (answer.status_code, "Your result" in answer.text) == (200, True)
    assert stored(app, PuzzleTally)[0].players == 1


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("stop", "Reveal at least one card before you ask for the next clue."),
        ("", "Choose a card first."),
        ("guess 25", "You cannot do that in a puzzle."),
        ("clue tree 2", "You cannot do that in a puzzle."),
        ("resign", "You cannot do that in a puzzle."),
    ],
)
def test_what_cannot_be_done_is_refused_and_stores_nothing(app, at_puzzle, move, sentence):
    answer = at_puzzle().send(move)
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert stored(app) == []


def test_a_page_from_before_midnight_plays_its_own_puzzle(app, at_puzzle):
    solver = at_puzzle(days_ago=1)
    assert "Your streak" not in solver.solve().text
    assert [(play.day, play.in_time) for play in stored(app)] == [(today() - timedelta(days=1), False)]


def test_days_to_come_and_odd_addresses_do_not_exist(app, folder, ann):
    tomorrow, yesterday = today() + timedelta(days=1), today() - timedelta(days=1)
    odd = [f"en/{tomorrow}", "en/2000-01-01", "en/today", f"de/{yesterday}", f"en/{yesterday:%Y%m%d}", "de"]
    assert {ann.get(f"/puzzle/{path}").status_code for path in odd} == {404}
    assert ann.post(f"/puzzle/en/{tomorrow}/moves", move="guess 0", seen=1).status_code == 404
    assert ann.get(f"/puzzle/en/{yesterday}").status_code == 200
    assert f"/puzzle/en/{tomorrow}" not in ann.get("/puzzle/en").text
    assert stored(app) == []


def test_the_address_without_a_day_leads_to_today_in_the_readers_language(folder, ann):
    assert ann.get("/puzzle").location == f"/puzzle/en/{today()}"
    assert ann.get("/puzzle", accept_language="fr").location == f"/puzzle/en/{today()}"  # the account's language counts


def test_without_a_puzzle_for_today_the_site_goes_on(folder, ann):
    write_days("en", [])
    assert ann.get("/puzzle").location == "/puzzle/en"
    assert "There are no puzzles in this language yet." in ann.get("/puzzle/en").text
    assert "Puzzle of the day" not in ann.get("/").text


def test_the_home_page_and_the_archive_tell_how_it_stands(at_puzzle, ann):
    solver = at_puzzle(ann)
    assert "not played yet" in ann.get("/").text
    solver.touch(solver.puzzle.words[solver.puzzle.clues[0].cards[0]])
    assert "begun: 1 of 9 agents" in ann.get("/").text
    solver.solve()
    assert "streak: 1 day" in ann.get("/").text
    assert f"solved: {len(solver.puzzle.clues)} clues, 0 mistakes" in ann.get("/puzzle/en").text
    assert "not played yet" in ann.get("/puzzle/fr").text


def test_who_signs_in_keeps_what_was_played_before(app, at_puzzle, ann):
    """The puzzle is shown at once, and belongs to the account with the next move."""
    nobody = at_puzzle()
    nobody.touch(nobody.puzzle.words[nobody.puzzle.clues[0].cards[0]])
    cookie = nobody.visitor.client.get_cookie("puzzle")
    ann.client.set_cookie("puzzle", cookie.value)
    hers = at_puzzle(ann)
    assert 'data-face="agent"' in hers.page().text
    hers.seen = nobody.seen
    hers.solve()
    assert [(play.user_id, play.visitor, play.result) for play in stored(app)] == [(ann.user.id, None, "won")]
    assert ann.client.get_cookie("puzzle") is None


def test_a_puzzle_of_ones_own_is_not_replaced_by_a_visitors(app, at_puzzle, ann):
    hers, nobody = at_puzzle(ann), at_puzzle()
    hers.solve()
    nobody.touch(nobody.puzzle.words_with("x")[0])
    ann.client.set_cookie("puzzle", nobody.visitor.client.get_cookie("puzzle").value)
    hers.send("stop")
    assert [(play.user_id, play.result) for play in stored(app)] == [(ann.user.id, "won")]


def test_nobody_sees_what_others_play(at_puzzle, ann, bob):
    """Neither visitors nor users, with a cookie or without."""
    nobody, hers = at_puzzle(), at_puzzle(ann)
    for solver in (nobody, hers):
        solver.touch(solver.puzzle.words[0])
    others = [at_puzzle(), at_puzzle(bob), at_puzzle(Visitor(nobody.visitor.app, "with a cookie"))]
    others[-1].visitor.client.set_cookie("puzzle", "x" * 22)
    assert [solver.page().text.count('data-face="hidden"') for solver in others] == [25, 25, 25]


def test_a_forged_cookie_is_nobodys(app, at_puzzle):
    solver = at_puzzle()
    solver.visitor.client.set_cookie("puzzle", "' or 1=1 --")
    assert solver.page().status_code == 200
    solver.touch(solver.puzzle.words[0])
    assert len(stored(app)) == 1


def test_so_many_visitors_of_a_network_may_begin(app, at_puzzle, monkeypatch):
    monkeypatch.setitem(rate_limits.LIMITS, "puzzle", (1, rate_limits.HOUR))
    assert at_puzzle().touch(at_puzzle().puzzle.words[0]).status_code == 200
    assert at_puzzle(Visitor(app, "another")).send("guess 1").status_code == 429


def test_a_user_is_erased_and_the_tally_stays(app, at_puzzle, ann):
    at_puzzle(ann).solve()
    with app.app_context():
        erasure.erase_user(db.session.get(User, ann.user.id))
        db.session.commit()
    assert stored(app) == []
    assert len(stored(app, PuzzleTally)) == 1


def test_the_export_has_ones_puzzles_without_clues(app, at_puzzle, ann):
    solver = at_puzzle(ann)
    solver.touch(solver.puzzle.words[solver.puzzle.clues[0].cards[0]])
    with app.app_context():
        (told,) = data_export.sections["puzzles"](ann.user.id)
    assert (told["language"], told["day"], told["found"], told["result"]) == ("en", str(today()), 1, None)
    assert told["moves"] == [f"guess {solver.puzzle.clues[0].cards[0]}"]


def test_what_visitors_left_is_deleted_after_their_cookie_has_expired(app, at_puzzle, ann):
    for who in (None, ann):
        at_puzzle(who).solve()
    pass_time(app, timedelta(days=179))
    with app.app_context():
        cleanup.clean_up_accounts()
        assert db.session.scalar(select(func.count()).select_from(PuzzlePlay)) == 2
    pass_time(app, timedelta(days=2))
    with app.app_context():
        cleanup.clean_up_accounts()
    assert [play.user_id for play in stored(app)] == [ann.user.id]
