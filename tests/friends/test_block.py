"""POST /people/blocks: neither is offered to the other, no invitation arrives, and nobody is told."""

from app.accounts.models import Block
from app.db import db
from tests.friends.test_invite import invite, invited
from tests.friends.test_people import names
from tests.visitor import without_tokens


def block(who, whom, blocked="1"):
    """Block somebody, or no more."""
    assert who.post("/people/blocks", user=whom.user.id, blocked=blocked or None).status_code == 303


def test_neither_is_offered_to_the_other(ann, bob, duet):
    block(bob, ann)
    assert names(ann.get("/people"), "Bob") == names(bob.get("/people"), "Ann") == []
    assert "Unblock: Ann" in bob.get("/people").text
    assert "Bob" not in without_tokens(ann.get("/people"))


def test_no_invitation_arrives_and_who_sends_one_is_told_nothing(app, ann, bob, duet):
    """Whichever of the two has blocked the other."""
    free = invite(ann, bob)
    for who, whom in ((bob, ann), (ann, bob)):
        block(who, whom)
        before = len(invited(app, bob))
        answer = invite(ann, bob)
        assert (answer.status_code, answer.location) == (free.status_code, free.location)
        assert len(invited(app, bob)) == before
        block(who, whom, "")


def test_a_game_that_both_share_goes_on(ann, bob, duet):
    block(bob, ann)
    duet.must("a", "clue zyzzyva 1")
    duet.must("b", "guess 0")


def test_it_can_be_taken_back(app, ann, bob, duet):
    for _ in range(2):
        block(bob, ann)
    block(bob, ann, "")
    assert names(bob.get("/people"), "Ann") == ["Ann"]
    invite(ann, bob)
    assert len(invited(app, bob)) == 1
    with app.app_context():
        assert db.session.query(Block).count() == 0
