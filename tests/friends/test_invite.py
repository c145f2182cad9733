"""POST /people/invitations: a lobby that is open, or a new one like the last game, and a word to who is invited."""

import pytest
from sqlalchemy import select, update

from app.db import db, now
from app.delivery.models import Delivery
from app.lobbies.models import Lobby
from app.notifications.models import Notice
from app.notifications.reminders import dispatch
from app.notifications.settings import preferences
from tests.games.clock.clocked_games import OWN, text_of
from tests.games.tables import lay


def invite(host, guest):
    """Invite; return the answer."""
    return host.post("/people/invitations", user=guest.user.id)


def lobby_of(app, answer) -> Lobby:
    """The lobby that an answer leads to."""
    assert answer.status_code == 303, answer.text
    with app.app_context():
        return db.session.scalars(select(Lobby).where(Lobby.code == answer.location.rpartition("/")[2])).one()


def invited(app, guest) -> list[Notice]:
    """The invitations that are open for somebody."""
    query = select(Notice).where(Notice.user_id == guest.user.id, Notice.kind == "invited", Notice.closed_at.is_(None))
    with app.app_context():
        return list(db.session.scalars(query.order_by(Notice.id)))


def calls(app) -> int:
    """How many messages there are once all who are to be called are."""
    with app.app_context():
        dispatch.send_due_reminders()
        return len(db.session.scalars(select(Delivery).where(Delivery.channel == "webhook")).all())


@pytest.fixture
def friends(app, ann, bob):
    """Ann and Bob, who have played a Duet at their own pace, by the rule of zero; a webhook reaches Bob."""
    lay("duet", {"a": ann, "b": bob}, clock=OWN, house={"zero"})
    with app.app_context():
        preferences.save_preference(bob.user.id, webhook="https://hooks.example.org/bob")
        db.session.execute(update(Notice).values(closed_at=now(), why="seen"))
        db.session.commit()


def test_it_opens_a_lobby_like_the_last_game_and_tells_who_is_invited(app, ann, bob, friends):
    lobby = lobby_of(app, invite(ann, bob))
    assert (lobby.variant, lobby.clock, lobby.house, lobby.public) == ("duet", OWN, ["zero"], False)
    assert lobby.host_id == ann.user.id
    [notice] = invited(app, bob)
    assert notice.path == f"/lobbies/{lobby.code}"
    assert "Ann invites you to play." in text_of(bob.get("/notices"))
    assert invited(app, ann) == []
    assert calls(app) == 1


def test_it_adds_to_the_lobby_that_is_open(app, ann, bob, cat, friends):
    lay("duet-pictures", {"a": ann, "b": cat})
    first, second = lobby_of(app, invite(ann, bob)), lobby_of(app, invite(ann, cat))
    assert first.code == second.code
    assert len(invited(app, bob)) == len(invited(app, cat)) == 1


def test_who_comes_or_finds_it_closed_is_told_no_more(app, ann, bob, cat, friends):
    lay("duet", {"a": ann, "b": cat})
    code = lobby_of(app, invite(ann, bob)).code
    invite(ann, cat)
    bob.post(f"/lobbies/{code}/seats", seat="b")
    assert (invited(app, bob), len(invited(app, cat))) == ([], 1)
    ann.post(f"/lobbies/{code}/close")
    assert invited(app, cat) == []


def test_who_is_invited_over_and_over_is_called_three_times_an_hour(app, ann, bob, friends):
    for _ in range(5):
        assert invite(ann, bob).status_code == 303
        with app.app_context():
            dispatch.send_due_reminders()
    with app.app_context():
        due = db.session.scalars(select(Notice).where(Notice.kind == "invited").order_by(Notice.id)).all()
        assert [notice.called_at is not None for notice in due] == [True, True, True, False, False]


def test_invitations_have_a_limit(app, ann, bob, friends):
    answers = [invite(ann, bob).status_code for _ in range(61)]
    assert set(answers[:60]) == {303}
    assert answers[60] == 429


def test_who_mutes_them_finds_them_at_the_bell_and_is_not_called(app, ann, bob, friends):
    assert bob.post("/people/mutes", user=ann.user.id, muted="1").status_code == 303
    assert "Invitations from Ann" in bob.get("/notices/settings").text
    invite(ann, bob)
    assert len(invited(app, bob)) == 1
    assert calls(app) == 0
    bob.post("/people/mutes", user=ann.user.id)
    invite(ann, bob)
    assert calls(app) == 1


@pytest.mark.parametrize("user", ["", "x", "0", "9" * 30, "me", "stranger"])
def test_only_those_one_has_played_with(app, ann, zed, friends, user):
    known = {"me": ann.user.id, "stranger": zed.user.id}
    answer = ann.post("/people/invitations", user=known.get(user, user))
    assert answer.status_code == 422
    assert "Choose someone you have played with." in answer.text
    with app.app_context():
        assert db.session.scalars(select(Lobby)).all() == []
