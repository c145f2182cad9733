"""Whatever a table says to who comes back, keeps notes or decides with others is looked up."""

from datetime import timedelta

from app.games.table import deadlines
from tests.clock import pass_time
from tests.games.page.return_visits import FIRST, silently
from tests.games.page.test_translations import _brackets, pages, plain
from tests.games.seats.voting import OWN, at_guess, mark, touch
from tests.games.tables import CLUE, DUET_KEYS, lay

__all__ = ["_brackets"]


def test_what_happened_meanwhile(classic):
    silently(classic, *FIRST)
    for seat in ("blue-spymaster", "blue-operative"):
        page = classic.see(seat)
        assert 'id="news"' in page
        assert plain(page, classic) == set()


def test_earlier_moves_and_time_that_ran_out(ann, bob, zed):
    table = lay("duet", {"a": [ann, zed], "b": bob}, {"keys": DUET_KEYS}, clock=OWN)
    pass_time(table.app, timedelta(days=1, minutes=1))
    with table.app.app_context():
        deadlines.sweep()
    silently(table, ("a", f"clue {CLUE} 9"), *[("b", f"guess {card}") for card in range(8)], ("b", "stop"))
    silently(table, ("b", f"clue {CLUE} 6"), ("a", "guess 9"), ("a", "stop"))
    for page in pages(table, zed):
        assert plain(page, table) == set()


def test_notes_and_dots(classic, bob):
    bob.post(f"/games/{classic.code}/notes", note=CLUE)
    bob.post(f"/games/{classic.code}/dots", card=3, colour="teal")
    too_long = bob.post(f"/games/{classic.code}/notes", note=f"{CLUE} " * 400)
    for page in (*pages(classic), too_long.text, bob.post(f"/games/{classic.code}/dots", card=99).text):
        assert plain(page, classic) == set()


def test_deciding_together(ann, bob, cat, dan, zed, new_visitor):
    side = (bob, zed, new_visitor("Eve"))
    table = at_guess("all", side, ann, (cat, dan), clock=OWN, late_touch=True)
    for who in side[:2]:
        touch(table, who, 0)
        for page in pages(table, *side):
            assert plain(page, table) == set()
    mark(table, side[2], 0)
    assert plain(pages(table)[1], table) == set()
    pass_time(table.app, timedelta(days=1, minutes=1))
    for page in pages(table, *side):
        assert "at the deadline" in page
        assert plain(page, table) == set()


def test_the_way_to_the_next_game(classic, ann, bob):
    for _ in range(2):
        lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})
        page = classic.see("red-operative")
        assert 'id="next"' in page
        assert plain(page, classic) == set()
