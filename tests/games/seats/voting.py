"""Tables at which a side decides together, for tests: marking, touching, and what the pages say of it."""

import re
from datetime import timedelta
from html import unescape

from app.accounts.models import User
from app.db import db, now
from tests.games.tables import CLASSIC_KEY, CLUE, lay

OWN = "own 86400"


def at_guess(touching, operatives, red, blue, **options):
    """Lay a table of teams with this house rule, at which red guesses; `blue` are spymaster and operative."""
    people = {
        "red-spymaster": red,
        "red-operative": [*operatives],
        "blue-spymaster": blue[0],
        "blue-operative": blue[1],
    }
    deal = {"first": "red", "key": CLASSIC_KEY}
    table = lay("classic", people, deal, touching=touching, **options)
    table.must("red-spymaster", f"clue {CLUE} 3")
    return table


def touch(table, who, card, seen=None, headers=None):
    version = table.game.version if seen is None else seen
    return who.post(f"/games/{table.code}/moves", headers, move=f"guess {card}", seen=version)


def mark(table, who, card):
    assert who.post(f"/games/{table.code}/marks", card=card).status_code == 303


def page_of(table, who):
    return who.get(f"/games/{table.code}").text


def wanted(page):
    """What the page says of the cards that are wanted."""
    if 'id="wanted"' not in page:
        return []
    lines = page.split('id="wanted"')[1].split("</div>")[0]
    found = [*re.findall("<p>(.*?)</p>", lines), *re.findall('<p class="help also">(.*?)</p>', page)]
    return [unescape(line).strip() for line in found]


def counts(page):
    """The counts of marks on the cards, with a check where they are enough."""
    return [
        f"{count} ✓" if sign else count for count, sign in re.findall(r'aria-hidden="true">(\d/\d)</span>(<svg)?', page)
    ]


def word(table, card):
    return table.game.words[card].upper()


def away(table, who, days=3):
    with table.app.app_context():
        user = db.session.get(User, who.user.id)
        user.away_from, user.away_until = now() - timedelta(days=1), now() + timedelta(days=days)
        db.session.commit()
