"""GET /notices and POST /notices/seen: what is open, and dismissing news."""

import re

import pytest

from app.db import db
from app.notifications import notices
from app.notifications.models import Notice
from tests.notifications.turn_notices import DAY, HOUR, SAYS, align, opened, wait


def tells(*people, topic="game:news", path="/games/news", kind="over"):
    """Tell these people some news."""
    with people[0].app.app_context():
        notices.create_news([who.user.id for who in people], topic, kind, path, SAYS)
        db.session.commit()


def awaited(who, topic, **when):
    with who.app.app_context():
        align(wait(who, **when), topic=topic)


def paths(page):
    """Where the entries lead, in their order."""
    return re.findall(r'<li id="notice-\d+"[^>]*>\s*<a href="([^"]+)"', page)


def open_for(who):
    with who.app.app_context():
        return [notice.topic for notice in opened(who)]


def test_the_most_pressing_comes_first_and_news_last(app, ann, bob):
    tells(ann)
    awaited(ann, "game:none", ago=HOUR)
    awaited(ann, "game:late", ago=2 * HOUR, within=2 * DAY)
    awaited(ann, "game:soon", within=DAY, beside=bob)
    with app.app_context():
        for notice in db.session.query(Notice):
            notice.path = "/" + notice.topic
        db.session.commit()
    page = ann.get("/notices").text
    assert paths(page) == ["/game:soon", "/game:late", "/game:none", "/game:news"]
    assert len(re.findall(r"until (?:\d\d:\d\d (?:UTC )?(?:today|tomorrow)|[A-Z])", page)) == 2
    assert "It is your turn to guess in your game with Bob." in page
    assert "The game is over." in page


def test_an_empty_page_says_so(ann):
    page = ann.get("/notices").text
    assert "Nothing new" in page
    assert 'href="/notices/settings"' in page


def test_it_is_one_s_own(ann, bob):
    awaited(ann, "game:a")
    assert "Nothing new" in bob.get("/notices").text


@pytest.mark.parametrize("path", ["/notices", "/notices/settings"])
def test_a_visitor_is_asked_to_sign_in(nobody, path):
    assert nobody.get(path).location.startswith("/login?next=/notices")


class TestDismissing:
    def test_one(self, ann):
        tells(ann, topic="game:a")
        tells(ann, topic="game:b")
        number = re.findall(r'name="notice"\s+value="(\d+)"', ann.get("/notices").text)[0]
        answer = ann.post("/notices/seen", notice=number)
        assert (answer.status_code, answer.location) == (303, "/notices")
        assert open_for(ann) == ["game:a"]

    def test_all_news_but_no_turns(self, ann):
        tells(ann, topic="game:a")
        tells(ann, topic="game:b")
        awaited(ann, "game:c")
        ann.post("/notices/seen")
        assert open_for(ann) == ["game:c"]

    def test_a_turn_cannot_be_dismissed(self, app, ann):
        awaited(ann, "game:c")
        with app.app_context():
            number = opened(ann)[0].id
        ann.post("/notices/seen", notice=str(number))
        assert open_for(ann) == ["game:c"]

    def test_nor_can_others_news(self, app, ann, bob):
        tells(ann)
        with app.app_context():
            number = opened(ann)[0].id
        bob.post("/notices/seen", notice=str(number))
        bob.post("/notices/seen")
        assert open_for(ann) == ["game:news"]

    @pytest.mark.parametrize("number", ["x", "-1", "1.5", "9" * 30, "\x00", "٣", "0"])
    def test_what_is_no_number_dismisses_nothing(self, ann, number):
        tells(ann)
        assert ann.post("/notices/seen", notice=number).status_code == 303
        assert open_for(ann) == ["game:news"]

    def test_by_htmx_the_list_comes_back_with_the_bell(self, ann):
        tells(ann)
        answer = ann.post("/notices/seen", headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert "Nothing new" in answer.text
        assert "<html" not in answer.text
        assert 'data-open="0"' in answer.text


class TestPolling:
    def test_what_has_been_seen_is_not_sent_again(self, ann):
        tag = ann.get("/notices").headers["HX-PTag"]
        assert ann.fragment("/notices", tag).status_code == 204
        awaited(ann, "game:a")
        answer = ann.fragment("/notices", tag)
        assert answer.status_code == 200
        assert paths(answer.text) == ["/games/abcdefgh"]
        assert ann.fragment("/notices", answer.headers["HX-PTag"]).status_code == 204

    def test_a_deadline_that_moves_is_seen(self, ann):
        awaited(ann, "game:a", within=DAY)
        tag = ann.get("/notices").headers["HX-PTag"]
        awaited(ann, "game:a", within=2 * DAY)
        assert ann.fragment("/notices", tag).status_code == 200
