"""GET /people: whom one has played with, those of the latest games first."""

from app.accounts import erasure
from app.accounts.models import User
from app.db import db
from tests.accounts.people import seated
from tests.games.bulk_games import counted
from tests.games.clock.clocked_games import text_of
from tests.games.tables import lay


def names(page, *people):
    """Those of these people who stand on a page, in its order."""
    places = {name: page.text.find(f"Invite again: {name}") for name in people}
    return sorted((name for name in people if places[name] >= 0), key=places.__getitem__)


def test_nobody_at_first(ann):
    assert "Nobody yet." in ann.get("/people").text


def test_those_of_the_latest_games_come_first(ann, bob, cat, zed):
    for other in (bob, cat, bob):
        lay("duet", {"a": ann, "b": other})
    lay("duet-pictures", {"a": zed, "b": cat})
    page = ann.get("/people")
    assert names(page, "Bob", "Cat", "Zed") == ["Bob", "Cat"]
    assert "2 games together, most recently Duet on" in text_of(page)
    assert names(cat.get("/people"), "Ann", "Zed") == ["Zed", "Ann"]


def test_guests_have_the_page_and_stand_on_it(app, ann):
    guest = seated(app, "Gus")
    lay("duet", {"a": ann, "b": guest})
    assert names(guest.get("/people"), "Ann") == ["Ann"]
    assert names(ann.get("/people"), "Gus") == ["Gus"]


def test_whoever_deletes_the_account_is_gone(app, ann, bob, duet):
    bob.post("/people/blocks", user=ann.user.id, blocked="1")
    with app.app_context():
        erasure.erase_user(db.session.get_one(User, bob.user.id))
        db.session.commit()
    assert "Nobody yet." in ann.get("/people").text
    assert ann.post("/people/invitations", user=bob.user.id).status_code == 422


def test_a_name_leads_to_a_profile_that_is_public(ann, bob, duet):
    address = f'href="/people/{bob.user.id}"'
    assert address not in ann.get("/people").text
    bob.post("/account/profile", public="1")
    assert address in ann.get("/people").text


def test_its_statements_do_not_grow_with_the_people(app, ann, bob, cat, dan):
    costs = []
    for others in ([bob], [cat, dan]):
        for other in others:
            lay("duet", {"a": ann, "b": other})
        ann.get("/people")
        with app.app_context(), counted() as sent:
            assert ann.get("/people").status_code == 200
        costs.append(len(sent))
    assert costs[0] == costs[1]
