"""Many messages, several deliverers."""

import threading
from collections import Counter

from sqlalchemy import func, select

from app.db import db
from app.delivery.models import Delivery
from app.delivery.outbox import enqueue
from tests.delivery.outbox import run

MAILS, POSTS = 300, 1000


def queue_many(app, many, channel, target):
    """Put many notes into the post, `target` being given each one's number."""
    with app.app_context():
        db.session.connection().exec_driver_sql("SET LOCAL session_replication_role = replica")
        for number in range(many):
            enqueue("test-note", 1, channel, target(number), {"says": [f"Number {number}."]})
        db.session.commit()


def states(app):
    """Count the states of all deliveries."""
    with app.app_context():
        how = Delivery.state, Delivery.attempts
        rows = db.session.execute(select(*how, func.count()).group_by(*how))
        return {(state, attempts): count for state, attempts, count in rows}


def together(app, count):
    """Let several deliver until nothing is due; return how many they took in hand."""
    taken = []

    def work():
        while taken.append(run(app)) or taken[-1]:
            pass

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(taken)


def test_hundreds_of_mails_and_two_deliverers(app, mailbox):
    queue_many(app, MAILS, "mail", lambda number: f"{number}@example.org")
    assert together(app, 2) == MAILS
    assert states(app) == {("done", 1): MAILS}
    assert Counter(mail.recipients[0] for mail in mailbox.mails) == {f"{i}@example.org": 1 for i in range(MAILS)}


def test_a_thousand_posts_and_two_deliverers(app, server):
    queue_many(app, POSTS, "webhook", lambda number: server.url(f"/{number}"))
    assert together(app, 2) == POSTS
    assert states(app) == {("done", 1): POSTS}
    assert Counter(request.path for request in server.requests) == {f"/{i}": 1 for i in range(POSTS)}
