"""No mail, push or webhook depends on what its reader may not know: equal bytes for games that differ only there.

At many positions of random games a second table is played that a seat cannot tell from the first (see test_secrets),
and all that leaves the site for who sits there is compared byte by byte, on every channel (V3, V20, D1, D18).
"""

import random
import re
from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from app import rules
from app.db import db, now
from app.delivery.channels import email_message, push, webhook
from app.delivery.models import Delivery
from app.delivery.outbox import write_message
from app.games.moves import service
from app.games.store.topics import game_topic
from app.notifications import notices
from app.notifications.models import Notice
from app.notifications.reminders import dispatch
from tests.games.secrecy.test_secrets import advance, other_truth
from tests.games.tables import DUET_KEYS, WINNING, lay
from tests.notifications.turn_notices import browser, writes_to

HIDDEN = "hiddenword"  # too long to stand by chance in a signed link or an encoded mail
ENOUGH = 6  # positions compared, over all channels, for each seat
BYTES = {  # by channel: what the outside gets, before it is encrypted
    "mail": lambda delivery, message: email_message.render_email(delivery, message).content,
    "push": lambda _delivery, message: push.render_payload(message),
    "webhook": lambda _delivery, message: webhook.render_content(message).encode(),
}
OWN = re.compile(  # what differs from mail to mail, whatever is told
    rb"^(?:Date|Message-ID): .*$|={8,}\d+=*", re.MULTILINE
)


@pytest.fixture(autouse=True)
def _mails(app, tmp_path, monkeypatch):
    monkeypatch.setitem(app.config, "MAIL_DIR", tmp_path)


def reach(app, person):
    """Let every channel reach somebody."""
    with app.app_context():
        writes_to(person, webhook="https://hooks.example.org/1", rhythm=15)
        browser(person)


def sent(table, person, nudged=False):
    """All that goes out to a person about a table, by channel, were it sent now; a nudge calls who was called."""
    with table.app.app_context():
        if nudged:
            notices.nudge_users(game_topic(table.code), next(iter(table.people.values())).user.id)
        waiting = update(Notice).where(Notice.closed_at.is_(None), Notice.due_at.is_not(None))
        db.session.execute(waiting.values(due_at=now() + timedelta(days=1)))
        db.session.execute(waiting.where(Notice.topic == game_topic(table.code)).values(due_at=now()))
        db.session.commit()
        dispatch.send_due_reminders()
        gone = {}
        for delivery in db.session.scalars(select(Delivery).where(Delivery.ended_at.is_(None))).all():
            message = write_message(delivery) if delivery.user_id == person.user.id else None
            if message:
                assert f"/games/{table.code}" in str(message)
                plain = BYTES[delivery.channel](delivery, message).replace(table.code.encode(), b"CODE")
                gone.setdefault(delivery.channel, []).append(OWN.sub(b"", plain))
            delivery.state, delivery.ended_at = "done", now()
        db.session.commit()
    return gone


def twin(table, people, deal, moves):
    """Another table with this deal and these moves, played by the same people."""
    other = lay(table.game.variant, people, deal)
    with table.app.app_context():
        for seen, (seat, text) in enumerate(moves):
            move = rules.parse(text)
            service.play_move(other.code, people[seat].user.id, move, seen, sure=getattr(move, "word", ""))
    return other


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_equal_bytes_for_games_that_differ_in_the_hidden_part(app, ann, bob, cat, dan, variant):
    rng = random.Random(variant)
    people = dict(zip(rules.VARIANTS[variant].seats, (ann, bob, cat, dan), strict=False))
    for person in people.values():
        reach(app, person)
    compared, uncalled = dict.fromkeys(people, 0), Counter()
    for _ in range(300):  # a spymaster is called seldom while there is something that they do not know
        if min(compared.values()) > 0 and sum(compared.values()) >= 2 * ENOUGH:
            break
        table = lay(variant, people)
        for _ in range(rng.randint(1, 8)):
            advance(rng, table)
        for seat in people:
            counted = compared if seat in table.game.turn else uncalled
            if counted[seat] < ENOUGH:
                counted[seat] += compare(rng, table, people, seat)
    assert min(compared.values()) > 0, compared
    assert sum(compared.values()) >= 2 * ENOUGH, compared


def compare(rng, table, people, seat):
    """Compare what a seat is told of a game with what it would be told of another; return 1, 0 if there is no other."""
    if table.game.finished_at is not None:
        return 0
    moves = [(row.seat, row.text) for row in table.rows]
    other = other_truth(rng, table.game.deal, moves, seat)
    if other is None:
        return 0
    twins = table, twin(table, people, *other)
    first, second = (sent(each, people[seat], nudged=True) for each in twins)
    assert first == second, f"{seat} can tell {table.game.deal} from {other}"
    assert set(first) == (set(BYTES) if seat in table.game.turn else set())
    return 1


def test_the_end_tells_no_more(app, ann, bob, duet_pair):
    """D18: who touched what, and how it ended, is told at the table alone."""
    won, lost = duet_pair
    assert sent(won, bob) == sent(lost, bob) != {}


@pytest.fixture
def duet_pair(app, ann, bob):
    """Two tables of Duet that Ann has just ended, one by the last agent and one by the assassin."""
    for person in (ann, bob):
        reach(app, person)
    tables = []
    for ending in (WINNING, (*WINNING[:-1], ("a", "guess 15"))):
        table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})
        for seat, move in ending:
            table.must(seat, move)
        tables.append(table)
    return tables


def test_of_the_table_only_the_clue_is_told(app, ann, bob):
    """No word of a card on any channel; the clue, which all at the table see, on each."""
    for person in (ann, bob):
        reach(app, person)
    table = lay("duet", {"a": ann, "b": bob})
    table.change(words=[f"{HIDDEN}{number}" for number in range(25)])
    table.must("a", "clue zyzzyva 2")
    told = sent(table, bob)
    assert set(told) == set(BYTES)
    assert HIDDEN.encode() not in b"".join(each for bodies in told.values() for each in bodies)
    assert all(b"zyzzyva" in b"".join(bodies) for bodies in told.values())


def test_the_comparison_would_see_a_difference(app, ann, bob):
    """The bytes do speak of the game: another phase, other bytes."""
    for person in (ann, bob):
        reach(app, person)
    tables = [lay("duet", {"a": ann, "b": bob}) for _ in range(2)]
    tables[0].must("a", "clue zyzzyva 2")
    assert sent(tables[0], bob) != sent(tables[1], bob)
