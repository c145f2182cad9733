"""Nothing that is sent to a reader depends on what they may not know: equal bytes for deals that differ only there.

At many positions of random games the hidden part of the deal is dealt anew in the database, the cards that clues were
meant for and the words that were shown to the other spymaster are exchanged, and every page, fragment and header is
compared byte by byte with what it was before (V3, V20, D1, D18).
"""

import base64
import random
import re
import zlib
from collections import Counter, defaultdict
from types import MappingProxyType

import pytest
from sqlalchemy import delete, update

from app import rules
from app.accounts.models import Attempt
from app.db import db
from app.games.moves import service
from app.games.store.models import Move
from app.games.store.settings import GameSettings
from app.games.table.loading import load_game
from tests.games.clock.clocked_games import OWN, duet_at, stall
from tests.games.tables import lay

LOOK = re.compile(r'data-look="([^"]*)"')
TOKEN = re.compile(r'name="csrf_token" value="[^"]*"|challenge&#34;: &#34;[^&]*')  # random in each answer
SIGNED = re.compile(r"session=(\.?)([^.;]*)\.[^.;]+\.[^;]+")
MARK = re.compile(r'"passkeys":"[^"]*"')  # a session's random mark, to which challenges are bound
ITS_OWN = {"X-Request-ID", "Date"}  # of each answer, whatever it says
ENOUGH = 24  # positions compared, over all readers
REFUSALS = 3  # at one in so many positions of each reader, from the first on, what is refused is compared too
WORDS = ["zyzzyva", "quokka", "xylem", "yurt"]


def random_move(rng, table, seat):
    """One legal move of the seat, by what the rules say it may do."""
    view = table.view(seat)
    verb = rng.choice(sorted(view.may))
    if verb in ("clue", "ask"):
        intend = [card.index for card in view.cards if "intend" in card.verbs]
        chosen = sorted(rng.sample(intend, min(2, len(intend))))
        return f"{verb} {rng.choice(WORDS)} {rng.randint(1, 3)} for {','.join(map(str, chosen))}"
    if verb in ("guess", "cover"):
        return f"{verb} {rng.choice([card.index for card in view.cards if verb in card.verbs])}"
    return verb


def advance(rng, table):
    """Let somebody who may move play at random."""
    now = table.now()
    if now.outcome:
        return
    seats = [seat for seat in rules.VARIANTS[table.game.variant].seats if now.may(seat)]
    seat = rng.choice([seat for seat in seats if seat in now.turn] or seats)
    move = rules.parse(random_move(rng, now, seat))
    with table.app.app_context():
        service.play_move(table.code, table.people[seat].user.id, move, now.version, sure=getattr(move, "word", ""))


def other_truth(rng, deal, moves, seat):
    """A deal and moves that this seat cannot tell from the real ones, with something hidden changed, if any."""
    real = rules.replay(deal, moves).view(seat)
    for _ in range(40):
        changed = {**deal, **other_keys(rng, deal, seat)}
        told = [(who, exchanged(rng, who, text, seat)) for who, text in moves]
        if (changed != deal or told != moves) and looks(changed, told, seat) == real:
            return changed, told
    return None


def looks(deal, moves, seat):
    """What a seat would see, None where these moves could not have been played."""
    try:
        return rules.replay(deal, moves).view(seat)
    except rules.IllegalMove:
        return None


def other_keys(rng, deal, seat):
    if "key" in deal:
        return {"key": shuffled(rng, deal["key"])}
    return {"keys": {side: key if side == seat else shuffled(rng, key) for side, key in deal["keys"].items()}}


def shuffled(rng, key):
    """The key with a few of its letters exchanged among each other."""
    letters = list(key)
    places = rng.sample(range(len(letters)), rng.choice((2, 3)))
    for place, letter in zip(places, rng.sample([letters[place] for place in places], len(places)), strict=True):
        letters[place] = letter
    return "".join(letters)


def exchanged(rng, who, text, seat):
    """A move as it could have been played with other secrets: other cards in mind, other words asked."""
    if who == seat or rng.random() < 0.5:
        return text
    public = text.split(" for ")[0]
    return public.replace(public.split()[1], "ytterbium") if public.startswith("ask") else public


def sent(table, reader, look="", with_refusals=True):
    """All that a reader gets: page and fragment, also with what happened since, with their headers.

    `look` is what the reader's page has shown before.
    """
    forget_counts(table.app)
    answers = [
        reader.post(f"/games/{table.code}/notes", note="mine alone"),
        reader.get(f"/games/{table.code}"),
        reader.fragment(f"/games/{table.code}"),
        reader.fragment(f"/games/{table.code}?since=0"),
        reader.fragment(f"/games/{table.code}?since=0&until=2"),
        *(refusals(table, reader) if with_refusals else ()),
        reader.get(f"/substitutes/{table.game.substitute or 'zzzzzzzz'}"),
        reader.get("/"),
        reader.get(f"/games/{table.code}", hx_request="true", sec_fetch_site="same-origin", hx_look=look),
    ]
    return [(answer.status_code, headers(answer), TOKEN.sub("", answer.text)) for answer in answers]


def refusals(table, reader):
    """The answers to what a reader may not do now."""
    stale = {"move": "stop", "seen": "999"}
    return [
        reader.post(f"/games/{table.code}/moves", **stale),
        reader.post(f"/games/{table.code}/marks", card="-1"),
        reader.post(f"/games/{table.code}/days", **stale),
        reader.post(f"/games/{table.code}/nudges"),
        reader.post(f"/games/{table.code}/choice", choice="end", **stale),
        reader.post(f"/games/{table.code}/clock", clock="live 30", answer="decline"),
    ]


def forget_counts(app):
    """Let nobody have tried anything before, here or in the database: neither is a secret, and both go on counting."""
    app.extensions["pace"].counts.clear()
    with app.app_context():
        db.session.execute(delete(Attempt))
        db.session.commit()


def headers(answer):
    """An answer's headers but those of any answer; of a session's cookie what it holds, not when it was signed."""
    return sorted((name, SIGNED.sub(contents, value)) for name, value in answer.headers if name not in ITS_OWN)


def contents(cookie):
    """What a session's cookie holds, without its random mark."""
    held = base64.urlsafe_b64decode(cookie[2] + "===")
    return MARK.sub("", (zlib.decompress(held) if cookie[1] else held).decode())


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_equal_bytes_for_deals_that_differ_in_the_hidden_part(ann, bob, cat, dan, zed, variant):
    rng = random.Random(variant)
    seats = rules.VARIANTS[variant].seats
    people = dict(zip(seats, (ann, bob, cat, dan), strict=False))
    compared = Counter()
    for _ in range(20):  # random games are short: many touch the assassin
        table = lay(variant, people, clock=OWN)
        while compared.total() < ENOUGH and table.game.finished_at is None:
            readers = {**people, None: zed}
            looks = {seat: look_of(table, reader) for seat, reader in readers.items()}
            advance(rng, table)
            advance(rng, table)
            compare(rng, table, readers, looks, compared)
    assert compared.total() >= ENOUGH


def test_equal_bytes_where_a_substitute_is_called(ann, bob, cat, zed, nobody):
    """L2: the link and its page tell nothing of the key, nor does what those who stayed are offered (T4)."""
    rng = random.Random(1)
    table = stall(duet_at(OWN, ann, [bob, cat]))
    ann.post(f"/games/{table.code}/clock", clock="live 120")
    ann.post(f"/games/{table.code}/substitute", seat="b")
    assert table.game.substitute
    for _ in range(3):
        assert compare(rng, table, {"a": ann, "b": bob, None: zed}) == 3
        assert compare(rng, table, {"b": cat, None: nobody}) == 2
    zed.post(f"/substitutes/{table.game.substitute}")
    assert compare(rng, table, {"b": zed, None: bob}) == 2, "who was replaced sees what watchers see"


def look_of(table, reader):
    """What a reader's page is told that it shows."""
    (look,) = LOOK.findall(reader.fragment(f"/games/{table.code}").text)
    return look


def compare(rng, table, readers, looks=MappingProxyType({}), compared=None):
    """Compare what each reader gets for the real deal and for one they cannot tell from it; return how many did.

    `compared` counts how often each reader did so far.
    """
    compared = Counter() if compared is None else compared
    if table.game.finished_at is not None:
        return 0
    real, moves = table.game.deal, [(row.seat, row.text) for row in table.rows]
    for seat, reader in readers.items():
        reader.get("/")  # the session begins here, with its cookie
        other = other_truth(rng, real, moves, seat)
        if other is None:
            continue
        asked = {"look": looks.get(seat, ""), "with_refusals": compared[seat] % REFUSALS == 0}
        before = sent(table, reader, **asked)
        store(table, *other)
        after = sent(table, reader, **asked)
        assert ("data-same" in before[-1][-1]) == (seat in looks)
        store(table, real, moves)
        assert before == after, f"{seat} can tell {real} from {other}"
        compared[seat] += 1
    return compared.total()


def store(table, deal, moves):
    """Put a deal and moves in the place of those in the database."""
    with table.app.app_context():
        game = load_game(table.code)
        game.deal = deal
        told = enumerate((text for _, text in moves), start=1)
        db.session.execute(update(Move), [{"game_id": game.id, "seq": seq, "text": text} for seq, text in told])
        db.session.commit()


def test_the_comparison_would_see_a_leak(classic):
    """The key does reach who may see it: a spymaster's bytes differ for another key."""
    before = sent(classic, classic.people["red-spymaster"])
    classic.change(deal={**classic.game.deal, "key": classic.game.deal["key"][::-1]})
    assert sent(classic, classic.people["red-spymaster"]) != before


@pytest.mark.parametrize("variant", ["pictures", "duet-pictures"])
def test_which_pictures_lie_where_tells_nothing_of_the_key(app, variant):
    """V2, D2: a picture's number, its side and its place are drawn apart from what is behind it.

    Of each identity, the numbers' sum and the count of front sides stay within five deviations of chance.
    """
    numbers, fronts = defaultdict(list), defaultdict(list)
    with app.app_context():
        for _ in range(120):
            game = service.create_game(GameSettings(variant, "pictures"), [])
            keys = game.deal.get("keys", {"": game.deal.get("key")}).values()
            for letters, word, (_, side) in zip(zip(*keys, strict=True), game.words, game.drawn, strict=True):
                numbers[letters].append((int(word) - 140.5) / 280)
                fronts[letters].append(side - 0.5)
        db.session.rollback()
    assert len(numbers) == (9 if variant == "duet-pictures" else 4)
    for letters, values in numbers.items():
        assert abs(sum(values)) < 5 * (len(values) / 12) ** 0.5, letters
        assert abs(sum(fronts[letters])) < 5 * (len(values) / 4) ** 0.5, letters


@pytest.mark.parametrize("seat", ["red-operative", "blue-operative", None])
def test_no_key_on_the_page_of_who_may_not_see_it(classic, zed, seat):
    """V3: only spymasters see the key."""
    page = classic.see(seat) if seat else zed.get(f"/games/{classic.code}").text
    assert "data-key" not in page
    assert "key-" not in page
    assert 'class="note key"' not in page


@pytest.mark.parametrize("seat", ["red-spymaster", "blue-spymaster"])
def test_spymasters_see_the_whole_key(classic, seat):
    """V3"""
    page = classic.see(seat)
    assert [page.count(f'data-key="{letter}"') for letter in "rb.x"] == [9, 8, 7, 1]


def test_each_side_of_a_duet_sees_its_own_key(duet):
    """D1"""
    for side in "ab":
        keys = re.findall(r'data-key="(.)"', duet.see(side))
        assert "".join(keys) == duet.game.deal["keys"][side]


def test_the_whole_key_is_shown_after_the_end(duet, zed):
    """D18"""
    duet.must("a", "resign")
    keys = re.findall(r'data-key="(..)"', zed.get(f"/games/{duet.code}").text)
    assert keys == [a + b for a, b in zip(duet.game.deal["keys"]["a"], duet.game.deal["keys"]["b"], strict=True)]
