"""The banner of an end page: the winner's colour, what it means to the reader, and the ways on before the board."""

import re

import pytest

from tests.games.tables import CLUE, LOSING, WINNING


def banner(page: str) -> str:
    """The banner, with single spaces."""
    return re.sub(r"\s+", " ", page.split('<section class="banner')[1].split("</section>", maxsplit=1)[0])


def title(page: str) -> str:
    return re.search(r'id="banner-title">([^<]+)<', page)[1]


def test_each_side_of_codenames(classic, zed, nobody):
    classic.send("red-spymaster", f"clue {CLUE} 1")
    assert 'id="banner"' not in classic.see("red-spymaster")
    classic.send("red-operative", "guess 24")
    for seat, told in (
        ("red-spymaster", "You lost"),
        ("red-operative", "You lost"),
        ("blue-spymaster", "You won"),
        ("blue-operative", "You won"),
    ):
        page = classic.see(seat)
        assert title(page) == told
        assert banner(page).startswith(" blue won" if told == "You won" else " blue ")
    for watcher in (zed, nobody):
        page = watcher.get(f"/games/{classic.code}").text
        assert title(page) == "The game is over"
        assert "Play again" not in banner(page)


@pytest.mark.parametrize(("moves", "told", "colour"), [(WINNING, "You won", "agent"), (LOSING, "You lost", "nobody")])
def test_both_sides_of_a_duet(duet, moves, told, colour):
    for seat, move in moves:
        duet.send(seat, move)
    for seat in ("a", "b"):
        assert title(duet.see(seat)) == told
        assert banner(duet.see(seat)).startswith(f" {colour}")


def test_nobody_has_lost_a_void_game(duet):
    duet.send("a", f"clue {CLUE} 1", "void")
    duet.send("b", "void")
    assert title(duet.see("a")) == "The game is over"


def test_the_ways_on_stand_above_the_board(duet):
    for seat, move in WINNING:
        duet.send(seat, move)
    page = duet.see("a")
    assert page.index('id="banner"') < page.index('id="board"')
    ways = banner(page)
    for way in ('action="/games/', f'href="/games/{duet.code}/replay"', 'href="#share"', 'data-share="share-end"'):
        assert way in ways
