"""The bell on every page, and how it hears of what is open."""

import re

import pytest

from app.db import db
from app.live.topic_versions import user_topic
from app.notifications import bell, notices
from tests.accounts.people import seated
from tests.games.tables import lay
from tests.lobbies.sample_lobby import open_lobby
from tests.notifications.turn_notices import OTHER, TOPIC, align, wait
from tests.statements import recorded_statements

BELL = re.compile(r'<a id="bell".*?</a>', re.DOTALL)


@pytest.fixture(autouse=True)
def _mails() -> None:
    """No context around the test: whoever asks in one is taken for whoever asked before."""


def awaited(who, topic=TOPIC):
    """Let somebody be awaited in a place."""
    with who.app.app_context():
        align(wait(who), topic=topic)


def acted(who):
    with who.app.app_context():
        align(actors=[who])


def bell_of(answer):
    """The bell in an answer, None where there is none."""
    found = BELL.search(answer.text)
    return found and found[0]


def asks(shown):
    return 'hx-get="/bell"' in shown


def tag_of(shown):
    return re.search(r'hx-ptag="([^"]*)"', shown)[1]


def test_it_tells_how_much_is_open_in_words_too(ann):
    shown = ann.get("/account")
    assert 'aria-label="No notifications"' in bell_of(shown)
    assert 'data-open="0"' in bell_of(shown)
    assert "<span>" not in bell_of(shown)
    awaited(ann)
    awaited(ann, OTHER)
    shown = ann.get("/account")
    assert 'aria-label="2 notifications"' in bell_of(shown)
    assert "<span>2</span>" in bell_of(shown)
    assert 'href="/notices"' in bell_of(shown)


def test_one_is_one(ann):
    awaited(ann)
    assert 'aria-label="1 notification"' in bell_of(ann.get("/account"))


def test_news_count_too(ann):
    with ann.app.app_context():
        notices.create_news([ann.user.id], TOPIC, "over", "/games/abcdefgh", {"variant": "duet", "city": None})
        db.session.commit()
    assert 'data-open="1"' in bell_of(ann.get("/account"))


def test_what_is_closed_counts_no_more(ann):
    awaited(ann)
    acted(ann)
    assert 'data-open="0"' in bell_of(ann.get("/account"))


def test_guests_have_one_and_visitors_none(app, nobody):
    gus = seated(app, "Gus")
    assert bell_of(gus.get("/")) is not None
    for page in ("/", "/login", "/rules"):
        assert bell_of(nobody.get(page)) is None


def test_it_costs_one_statement_and_visitors_none(app, ann, nobody):
    with recorded_statements(app) as sent:
        ann.get("/credits")
    assert len(sent) == 2  # who reads, and how much is open
    with recorded_statements(app) as sent:
        nobody.get("/credits")
    assert sent == []


class TestAsking:
    """GET /bell: on pages where nothing else asks."""

    def test_nothing_new(self, app, ann):
        tag = tag_of(bell_of(ann.get("/account")))
        with recorded_statements(app) as sent:
            answer = ann.fragment("/bell", tag)
        assert (answer.status_code, answer.data) == (204, b"")
        assert len(sent) == 2

    def test_news(self, ann):
        tag = tag_of(bell_of(ann.get("/account")))
        awaited(ann)
        answer = ann.fragment("/bell", tag)
        assert 'data-open="1"' in answer.text
        assert answer.headers["HX-PTag"] == tag_of(answer.text) != tag
        assert answer.headers["Cache-Control"] == "no-store"
        assert asks(answer.text)
        assert "hx-swap-oob" not in answer.text

    def test_somebody_elses_news_are_none(self, ann, bob):
        tag = tag_of(bell_of(ann.get("/account")))
        awaited(bob)
        assert ann.fragment("/bell", tag).status_code == 204

    def test_who_signed_out_in_another_tab_loses_the_bell(self, ann):
        ann.post("/logout")
        answer = ann.fragment("/bell")
        assert answer.headers["HX-Reswap"] == "delete"
        assert answer.text == ""

    def test_another_person_is_another_tag(self, ann, bob):
        tag = tag_of(bell_of(ann.get("/account")))
        assert bob.fragment("/bell", tag).status_code == 200


class TestComingAlong:
    """On pages that ask for something else already: one poll a page."""

    @pytest.fixture(params=["front", "lobby", "map", "table"])
    def page(self, request, ann, bob) -> str:
        """The address of a page of Ann's that polls by itself."""
        if request.param == "front":
            return "/"
        if request.param == "lobby":
            return open_lobby(ann).url()
        if request.param == "map":
            return ann.post("/teams", name="Owls").location
        return f"/games/{lay('duet', {'a': ann, 'b': bob}).code}"

    def test_the_page_alone_asks(self, ann, page):
        answer = ann.get(page)
        assert not asks(bell_of(answer))
        assert answer.text.count('hx-trigger="every') == answer.text.count(f'hx-get="{page}"') == 1

    def test_its_tag_changes_with_the_bell(self, ann, page):
        tag = ann.fragment(page).headers["HX-PTag"]
        awaited(ann, OTHER)
        answer = ann.fragment(page, tag)
        assert answer.status_code == 200
        assert 'hx-swap-oob="outerMorph"' in bell_of(answer)
        assert not asks(bell_of(answer))
        assert ann.fragment(page, answer.headers["HX-PTag"]).status_code == 204

    def test_whoever_else_reads_it_learns_nothing(self, ann, bob, page):
        seen = bob.fragment(page)
        awaited(ann, OTHER)
        assert bob.fragment(page, seen.headers.get("HX-PTag")).status_code == (204 if seen.status_code == 200 else 404)

    def test_a_visitor_hears_of_nobody(self, nobody, page):
        answer = nobody.fragment(page)
        assert bell_of(answer) is None
        assert "user:" not in answer.headers.get("HX-PTag", "")


def test_the_bell_asks_where_a_game_is_over(ann, bob, zed):
    """For those who played, what follows the game asks, and the bell comes along."""
    table = lay("duet", {"a": ann, "b": bob})
    table.must("a", "resign")
    for person in (ann, zed):
        for answer in (person.get(f"/games/{table.code}"), person.fragment(f"/games/{table.code}")):
            assert asks(bell_of(answer)) == (person is zed)
            assert answer.text.count('hx-trigger="every') == 1
    awaited(ann, OTHER)
    assert 'data-open="1"' in bell_of(ann.fragment(f"/games/{table.code}/rematch"))


def test_the_bell_asks_where_a_lobby_has_ended(ann, bob):
    lobby = open_lobby(ann)
    lobby.do(ann, "close")
    for answer in (bob.get(lobby.url()), bob.fragment(lobby.url())):
        assert answer.status_code == 410
        assert asks(bell_of(answer))


def test_a_topic_tells_nobody_whose_it_is(context, app, ann, bob, monkeypatch):
    before = user_topic(ann.user.id)
    assert before == user_topic(ann.user.id) != user_topic(bob.user.id)
    monkeypatch.setattr(app, "secret_key", "another site's")
    assert user_topic(ann.user.id) != before


def test_a_visitor_adds_nothing_to_a_tag(context):
    assert bell.bell_topics(None) == []


def test_the_page_of_an_error_has_a_bell_too(ann):
    awaited(ann)
    answer = ann.get("/nothing")
    assert answer.status_code == 404
    assert 'data-open="1"' in bell_of(answer)
