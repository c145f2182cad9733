"""Coming back to a table, for tests: opening it, polling it, and what its strip tells."""

import re
from datetime import timedelta
from html import unescape

from app.db import db
from app.games.moves import service
from app.games.store.models import Player
from app.rules import parse
from tests.games.tables import CLUE

LATER = timedelta(minutes=6)


def told(page):
    """The sentences of a page's strip, None where it has none."""
    if 'id="news"' not in page:
        return None
    lines = re.findall("<li.*?>(.*?)</li>", page.split('id="news"')[1].split("</section>")[0], re.DOTALL)
    return [" ".join(unescape(re.sub("<.*?>", "", line)).split()) for line in lines]


def new_cards(page):
    """The cards that a page marks as touched meanwhile."""
    return [int(card) for card in re.findall(r'data-card="(\d+)"[^>]*data-new', page)]


def open_page(table, who):
    return who.get(f"/games/{table.code}").text


def poll(table, who, **asked):
    return who.client.get(f"/games/{table.code}", query_string=asked, headers={"HX-Request": "true"}).text


def state(table, who):
    """What is kept of a player's looking: the moves on the last table sent, and up to where all is known."""
    with table.app.app_context():
        row = db.session.get(Player, (table.game.id, who.user.id))
        return row.looked, row.since


def silently(table, *moves):
    """Play moves of seats without sending anybody a table."""
    for seat, move in moves:
        with table.app.app_context():
            service.play_move(table.code, table.people[seat].user.id, parse(move), table.game.version)


FIRST = (("red-spymaster", f"clue {CLUE} 3"), ("red-operative", "guess 0"), ("red-operative", "guess 17"))
SECOND = (("blue-spymaster", f"clue {CLUE} 2"), ("blue-operative", "guess 9"), ("blue-operative", "stop"))


def words(table, *cards):
    return [table.game.words[card].upper() for card in cards]
