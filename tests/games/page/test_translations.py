"""Whatever a game's page says is looked up: in a language of brackets, only names and numbers are without them."""

import re
from datetime import date, timedelta
from html.parser import HTMLParser

import flask_babel
import pytest
from babel.support import NullTranslations

from app.accounts.models import User
from app.accounts.settings import away
from app.db import db, now
from app.games.board.cards import card_names
from app.games.table.loading import load_game
from app.http.fragments import fragment_cache
from tests.games.clock.clocked_games import classic_at, duet_at, stall
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, LOSING, WINNING, Table, lay

READ_ALOUD = {"alt", "aria-label", "placeholder", "title"}
UNITS = {unit + end for unit in ("second", "minute", "hour", "day") for end in ("", "s")}  # which Babel translates
NAMES = UNITS | {"Ann", "Bob", "Cat", "Dan", "Eve", "Zed", "Night", "Owls", "Codenames", "Dead", "Drop", CLUE}
DATES = {date.fromordinal(number).strftime(form) for number in range(1, 400) for form in ("%a", "%b", "%B")} | {
    "UTC"
}  # which Babel writes
CLASSIC = (
    ("red-spymaster", f"ask {CLUE} 2"),
    ("blue-spymaster", "refuse"),
    ("red-spymaster", f"ask {CLUE} 2 for 3,5"),
    ("blue-spymaster", "allow"),
    ("red-operative", "guess 0"),
    ("red-operative", "stop"),
    ("blue-spymaster", f"clue {CLUE} 1"),
    ("red-spymaster", "challenge"),
    ("red-spymaster", "cover 1"),
    ("red-spymaster", f"clue {CLUE} 1"),
    ("red-operative", "guess 17"),
    ("blue-spymaster", f"clue {CLUE} 3"),
    ("blue-operative", "guess 9"),
    ("blue-operative", "guess 24"),
)
DUET = (
    ("a", f"clue {CLUE} 2"),
    ("b", "challenge"),
    ("b", "guess 0"),
    ("b", "stop"),
    ("b", f"clue {CLUE} 2"),
    ("a", "guess 20"),
    ("a", f"clue {CLUE} 2"),
    ("b", "guess 20"),
    ("b", f"clue {CLUE} 2"),
    ("a", "guess 9"),
    ("a", "stop"),
    ("a", "guess 10"),
    ("a", "guess 15"),
)


class Brackets(NullTranslations):
    """A language in which every sentence is the English one in brackets."""

    def gettext(self, message):
        return f"⟦{message}⟧"

    def ngettext(self, singular, plural, num):
        return self.gettext(singular if num == 1 else plural)

    ugettext, ungettext = gettext, ngettext


class Reader(HTMLParser):
    """Gather what people read or hear of a page."""

    def __init__(self):
        super().__init__()
        self.texts, self.heard = [], []

    def handle_starttag(self, tag, attrs):
        self.heard += [value for name, value in attrs if name in READ_ALOUD and value]

    def handle_data(self, data):
        self.texts.append(data)


def plain(page: str, table: Table) -> set[str]:
    """What of a page's main part is not looked up: its words of two letters or more, but for names and cards."""
    reader = Reader()
    reader.feed(page[page.index("<main") : page.index("</main>")])
    text = "\n".join(["".join(reader.texts), *reader.heard])
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = shorter
    with table.app.app_context():
        words = card_names(load_game(table.code))
    for word in words:
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "", text, flags=re.IGNORECASE)
    return set(re.findall(r"[^\W\d_]{2,}", text)) - NAMES


@pytest.fixture(autouse=True)
def _brackets(monkeypatch):
    monkeypatch.setattr(flask_babel.Domain, "get_translations", lambda self: Brackets())
    fragment_cache.clear_cache()
    yield
    fragment_cache.clear_cache()


def pages(table: Table, *watchers) -> list[str]:
    """What everybody at the table sees, and who watches."""
    return [who.get(f"/games/{table.code}").text for who in (*table.people.values(), *watchers)]


def test_a_reader_finds_what_is_not_in_brackets(classic):
    page = '<main title="one"><p>⟦two⟧ three <b>four</b> ⟦five ⟦six⟧ <i>seven</i>⟧ 88 Ann</p></main>eleven'
    assert plain(page, classic) == {"one", "three", "four"}


def test_a_game_of_teams(classic, nobody):
    for step in (None, *CLASSIC):
        if step:
            classic.send(*step)
        for page in pages(classic, nobody):
            assert "⟦" in page
            assert plain(page, classic) == set(), step


def test_a_game_of_sides(ann, bob, nobody):
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS, "tokens": 5, "mistakes": 2})
    for step in (None, *DUET):
        if step:
            table.send(*step)
        for page in pages(table, nobody):
            assert plain(page, table) == set(), step
    assert table.game.reason == "assassin"


def test_a_table_of_pictures(ann, bob):
    table = lay("duet-pictures", {"a": ann, "b": bob}, {"keys": DUET_KEYS})
    table.send("a", f"clue {CLUE} 2")
    for page in pages(table):
        assert plain(page, table) == set()


@pytest.mark.parametrize("moves", [WINNING, LOSING, [("b", "resign")]])
@pytest.mark.parametrize("city", [None, "prague"])
def test_what_comes_after_the_game(team, ann, bob, zed, moves, city):
    attempt = {"sheet_id": team.current_sheet.id, "city": city} if city else {}
    people = {"a": ann, "b": bob if city else zed}
    table = lay("duet", people, {"keys": DUET_KEYS}, house={"zero", "loose"}, **attempt)
    for move in moves:
        table.send(*move)
    for page in pages(table):
        assert plain(page, table) == set()


def test_what_the_giver_of_a_doubtful_clue_is_told(classic, ann):
    classic.change(words=["horseshoe", "row", *classic.game.words[2:]])
    for clue in ("horse", "row", "rowing", "NATO", "two words", ""):
        page = classic.play("red-spymaster", "clue", word=clue, number="2").text
        assert plain(page, classic) <= set(clue.split()), clue


def test_talk_and_marks(classic, bob):
    classic.send("red-spymaster", f"clue {CLUE} 2")
    bob.post(f"/games/{classic.code}/talk", text=CLUE)
    bob.post(f"/games/{classic.code}/marks", card=3)
    for page in (*pages(classic), classic.play("red-operative", "", seen=0).text):
        assert plain(page, classic) == set()


def test_those_who_share_a_seat_and_those_who_left(ann, bob, cat, dan, zed, new_visitor):
    eve = new_visitor("Eve")
    people = {"red-spymaster": ann, "red-operative": [bob, zed], "blue-spymaster": cat, "blue-operative": [dan, eve]}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY})
    for step in ((ann, "resign"), (cat, f"clue {CLUE} 1")):
        for page in pages(table, zed, eve):
            assert plain(page, table) == set()
        who, move = step
        who.post(f"/games/{table.code}/moves", move=move, seen=table.game.version)
    for page in pages(table, zed, eve):
        assert plain(page, table) == set()


def test_the_list_of_ones_games(ann, bob, cat, zed, team):
    lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}).send("a", f"clue {CLUE} 2")
    table = lay(
        "duet", {"a": ann, "b": [bob, cat, zed]}, {"keys": DUET_KEYS}, sheet_id=team.current_sheet.id, city="prague"
    )
    for move in (("a", f"clue {CLUE} 2"), LOSING[1]):
        listed = ann.get("/").text.split('aria-labelledby="mine-title"')[1].split("</section>")[0]
        assert plain(f"<main>{listed}</main>", table) == set()
        table.send(*move)


def test_time_and_absence(ann, bob, cat, dan, nobody):
    """T1, T4, L2: the clock, what is asked and given, who is away, and the way to a seat."""
    table = stall(duet_at("own 86400+86400", ann, bob))
    ann.post(f"/games/{table.code}/clock", clock="live 30")
    ann.post(f"/games/{table.code}/substitute", seat="b")
    link = f"/substitutes/{table.game.substitute}"
    told = [*pages(table, nobody), *(who.get(link).text for who in (ann, cat, nobody))]
    ann.post(f"/games/{table.code}/choice", choice="end", seen=table.game.version)
    for page in (*told, *pages(table, nobody), nobody.get(link).text):
        assert plain(page, table) <= DATES


def test_what_players_do_about_time(ann, bob, cat, dan, nobody):
    table = classic_at("own 172800", (ann, bob, cat, dan))
    with table.app.app_context():
        for person, days in ((ann, 0), (bob, 3), (dan, 5)):
            user, today = db.session.get(User, person.user.id), now().date()
            away.set_absence(user, today + timedelta(days), today + timedelta(days=5))
    for what, fields in (("days", {"seen": 0}), ("nudges", {}), ("clock", {"clock": "x"}), ("clock", {"clock": ""})):
        refused = cat.post(f"/games/{table.code}/{what}", headers={"HX-Request": "true"}, **fields)
        assert plain(f"<main>{refused.text}</main>", table) <= DATES
    dan.post(f"/games/{table.code}/clock", clock="", answer="decline")
    for page in pages(table, nobody):
        assert plain(page, table) <= DATES
