"""GET /games/<code>/replay: an ended game again, move by move, as each seat saw it and with everything open."""

import random
import re
from html import unescape

import pytest

from app import rules
from tests.games.clock.clocked_games import OWN, duet_at, miss
from tests.games.secrecy.test_secrets import advance
from tests.games.tables import CLUE, DUET_KEYS, LOSING, Table, lay

ATTRIBUTES = ("card", "face", "key", "marked", "last")  # of a card, as scripts see it
MOST = 14  # moves that are played before somebody gives up


def at(table, who, number, seat="", headers=None):
    """The page of a moment."""
    answer = who.client.get(f"/games/{table.code}/replay?move={number}&seat={seat}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def board(page):
    """What a page tells of each card."""
    found = re.findall(r'<li class="card.*?>', page, re.DOTALL)
    return [{name: re.findall(rf'data-{name}(?:="([^"]*)")?', card) for name in ATTRIBUTES} for card in found]


def log(page):
    """The log of a page, as text."""
    return text(page.split('id="log"')[1].split("</section>")[0])


def text(markup):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def told(page):
    return text(re.search(r'class="told"[^>]*>(.*?)</p>', page, re.DOTALL)[1])


@pytest.fixture
def over(duet) -> Table:
    """A Duet that Ann and Bob lose with the second move."""
    for seat, move in LOSING:
        duet.must(seat, move)
    return duet


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_a_game_watched_by_replay_equals_the_game_played(variant, ann, bob, cat, dan, zed):
    """For a random game: every card and the log, on the page of every seat and of a watcher, after every move."""
    rng, seats = random.Random(variant), rules.VARIANTS[variant].seats
    table = lay(variant, dict(zip(seats, (ann, bob, cat, dan), strict=False)))
    lookers = {**table.people, "watcher": zed}
    seen = [look_at(table, lookers)]
    while not table.game.finished_at:
        if len(seen) < MOST:
            advance(rng, table)
        else:
            table.must(seats[0], "resign")
        seen.append(look_at(table, lookers))
    assert len(seen) > 2
    for number, pages in enumerate(seen):
        for seat, was in pages.items():
            page = at(table, zed, number, seat)
            assert (board(page), log(page)) == was, f"{seat} after move {number} of {table.moves}"


def look_at(table, lookers):
    pages = {seat: who.fragment(f"/games/{table.code}").text for seat, who in lookers.items()}
    return {seat: (board(page), log(page)) for seat, page in pages.items()}


def test_with_everything_open_the_whole_key_is_there_from_the_beginning(over, zed):
    """D18"""
    keys = [a + b for a, b in zip(DUET_KEYS["a"], DUET_KEYS["b"], strict=True)]
    for number in range(3):
        assert [card["key"] for card in board(at(over, zed, number))] == [[key] for key in keys]
    assert [card["face"] for card in board(at(over, zed, 0))] == [["hidden"]] * 25


def test_what_a_clue_was_meant_for_is_told(classic, zed):
    """V15: to who looks at everything, and from the giver's seat."""
    classic.must("red-spymaster", f"clue {CLUE} 2 for 3,4")
    classic.must("red-operative", "guess 24")
    words = classic.game.words
    for seat, knows in (("", True), ("red-spymaster", True), ("red-operative", False), ("watcher", False)):
        page = at(classic, zed, 1, seat)
        assert ('data-meant="3 4"' in page) is knows
        assert (f"meant: {words[3]}, {words[4]}" in text(page)) is knows
    assert "data-meant" not in at(classic, zed, 0)


def test_each_moment_says_what_happened_and_who_did_it(over, zed):
    words = over.game.words
    page = at(over, zed, 0)
    assert "Move 0 of 2" in page
    assert told(page) == "The cards are on the table, and nobody has played yet."
    page = at(over, zed, 1)
    assert told(page) == f"Clue from Ann: {CLUE} 1"
    assert "Played by Ann " in text(page)
    page = at(over, zed, 2)
    assert told(page) == f"Bob touched {words[15].upper()}: assassin. Game lost: an assassin was touched."
    assert f'aria-valuetext="Move 2 of 2: {told(page)}"' in unescape(page)
    assert "Played by Bob " in text(page)


def test_consulting_is_told_to_those_who_knew(classic, zed):
    """V20, V21"""
    classic.must("red-spymaster", f"ask {CLUE} 1")
    classic.must("blue-spymaster", "refuse")
    classic.must("red-spymaster", "clue xylem 1")
    classic.must("blue-spymaster", "challenge", "decline")
    classic.must("red-spymaster", "resign")
    shown = f"Red’s spymaster asks the other spymaster about a clue: {CLUE} 1"
    nothing = "No visible change."
    for seat, sentences in (
        ("", (shown, f"Red’s clue was refused: {CLUE} 1")),
        ("blue-spymaster", (shown, f"Red’s clue was refused: {CLUE} 1")),
        ("red-operative", (nothing, nothing)),
        ("watcher", (nothing, nothing)),
    ):
        assert (told(at(classic, zed, 1, seat)), told(at(classic, zed, 2, seat))) == sentences
    assert told(at(classic, zed, 4)) == "Blue called the clue invalid."
    assert told(at(classic, zed, 5)) == "Blue chose not to cover a card."


def test_cards_of_a_deck_stand_there_as_they_are_written(over, zed):
    over.change(words=["<b>&amp;"] * 25)
    page = at(over, zed, 2)
    assert told(page).startswith("Bob touched <B>&AMP;: assassin.")
    assert "<B>" not in page


def test_the_way_leads_to_every_moment_and_from_every_seat(over, zed):
    page = at(over, zed, 1, "a")
    ways = re.findall(r'<a\s+href="([^"]+)"[^>]*?\sid="([\w-]+)"', page.split('id="replay"')[1], re.DOTALL)
    found = {name: unescape(address).removeprefix(f"/games/{over.code}/replay") for address, name in ways}
    assert {name: found[name] for name in ("first", "back", "forward", "last")} == {
        "first": "?seat=a",
        "back": "?seat=a",
        "forward": "?move=2&seat=a",
        "last": "?move=2&seat=a",
    }
    assert (found["from-everywhere"], found["from-watcher"]) == ("?move=1", "?move=1&seat=watcher")
    assert (found["move-1"], found["move-2"]) == ("?move=1&seat=a", "?move=2&seat=a")
    assert re.search(r'id="move-1"\s+aria-current="step"', page)
    assert re.search(r'id="from-a"\s+aria-current="true"', page)


@pytest.mark.parametrize(("asked", "number"), [("", 0), ("x", 0), ("-1", 0), ("1", 1), ("99", 2), ("1234567", 0)])
def test_whatever_is_asked_for_there_is_a_moment(over, zed, asked, number):
    assert f"Move {number} of 2" in at(over, zed, asked)


def test_a_seat_that_is_not_at_the_table_is_nowhere(over, zed):
    for seat in ("red-operative", "clock", "A", "x"):
        assert zed.get(f"/games/{over.code}/replay?seat={seat}").status_code == 404


@pytest.mark.parametrize("query", ["", "?move=1", "?seat=red-spymaster", "?seat=watcher&move=1"])
def test_a_running_game_has_none(classic, ann, zed, nobody, query):
    classic.must("red-spymaster", f"clue {CLUE} 1")
    for who in (ann, zed, nobody):
        assert who.get(f"/games/{classic.code}/replay{query}").status_code == 404


def test_anyone_with_the_link_may_watch(over, nobody):
    assert "Move 1 of 2" in at(over, nobody, 1)


def test_htmx_gets_the_part_alone(over, zed):
    page = at(over, zed, 1, headers={"HX-Request": "true"})
    assert page.lstrip().startswith("<section")
    assert f'data-address="/games/{over.code}/replay?move=1"' in page
    assert 'hx-trigger="every' not in page


def test_kudos_stand_beside_their_clue(over, bob, zed):
    bob.post(f"/games/{over.code}/kudos", clue=1)
    assert "Kudos from Bob" in text(at(over, zed, 1))
    assert "Kudos" not in text(at(over, zed, 2))


def test_nobody_played_what_the_clock_did(ann, bob, zed):
    """T2"""
    miss(table := duet_at(OWN, ann, bob))
    table.must("a", "resign")
    page = at(table, zed, 1)
    assert told(page) == "Neither side gave a clue in time."
    assert "Played by" not in page


def test_the_end_leads_there(over):
    page = over.see("a")
    assert f'href="/games/{over.code}/replay"' in page
    assert page.index("Play again") < page.index(f'href="/games/{over.code}/replay"')
