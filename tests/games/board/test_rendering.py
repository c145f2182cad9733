"""A table is rendered once for all to whom it looks the same, and never shown to somebody to whom it does not."""

import re
from datetime import timedelta

import pytest

from app.accounts.models import User
from app.db import db
from app.games.clock import nudging
from app.games.web import rendering
from tests.games.moves.test_read_cache import poll
from tests.games.tables import CLASSIC_KEY, CLUE, lay

YEAR = timedelta(days=365)
PEOPLE = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")


@pytest.fixture
def rendered(monkeypatch) -> list[str | None]:
    """The seats for which a table is rendered from now on."""
    seats: list[str | None] = []
    render = rendering._render

    def note(page, *rest):
        seats.append(page.seat)
        return render(page, *rest)

    monkeypatch.setattr(rendering, "_render", note)
    return seats


@pytest.fixture
def crowded(ann, bob, cat, dan, new_visitor):
    """A classic game in which Eve is a red operative too, and all have seen the table."""
    eve = new_visitor("Eve")
    people = dict(zip(PEOPLE, (ann, [bob, eve], cat, dan), strict=True))
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY})
    table.must("red-spymaster", f"clue {CLUE} 2")
    return table, eve


def pressed(fragment: str) -> list[str]:
    """The cards that a fragment shows as marked by its reader."""
    return re.findall(r'value="(\d+)"\s+class="mark"[^>]*aria-pressed="true"', fragment)


def test_a_seat_is_rendered_once(crowded, ann, bob, hearing, rendered):
    table, eve = crowded
    for who in (bob, eve, ann, bob, eve, ann):
        poll(table, who)
    assert rendered == ["red-operative", "red-spymaster"]


def test_a_visitor_is_not_shown_what_a_user_is(crowded, zed, nobody, hearing, rendered):
    table, _ = crowded
    assert "Playing here? Sign in" in poll(table, nobody)
    assert "Playing here? Sign in" not in poll(table, zed)
    assert rendered == [None, None]


def test_ones_own_mark_is_ones_own(crowded, bob, hearing):
    table, eve = crowded
    bob.post(f"/games/{table.code}/marks", card=3)
    first, second = poll(table, bob), poll(table, eve)
    assert pressed(first) == ["3"]
    assert pressed(second) == []
    assert "marked by Bob" in first
    assert "marked by Bob" in second


def test_a_pad_is_ones_own(crowded, bob, hearing, rendered):
    table, eve = crowded
    bob.post(f"/games/{table.code}/notes", note="a <b>\n  c")
    assert "a &lt;b&gt;\n  c</textarea>" in poll(table, bob)
    assert "a &lt;b&gt;" not in poll(table, eve)


def test_a_proposal_is_put_to_each(ann, bob, hearing):
    table = lay("duet", {"a": ann, "b": [bob]})
    ann.post(f"/games/{table.code}/clock", clock="own 86400", bank="0")
    assert 'value="agree"' in poll(table, bob)
    assert 'value="agree"' not in poll(table, ann)


def test_each_gets_a_tag_and_a_token_of_their_own(crowded, bob, hearing):
    table, eve = crowded
    answers = [who.fragment(f"/games/{table.code}") for who in (bob, eve)]
    tags = [answer.headers["HX-PTag"] for answer in answers]
    assert tags[0] != tags[1]
    for answer, tag in zip(answers, tags, strict=True):
        assert f'hx-ptag="{tag}"' in answer.text
    tokens = [re.findall('name="csrf_token" value="([^"]+)"', answer.text) for answer in answers]
    assert all(tokens)
    assert not set(tokens[0]) & set(tokens[1])


def test_a_fragment_has_no_token_where_none_is_needed(duet, ann):
    url = f"/games/{duet.code}"
    page, plain = ann.get(url), ann.fragment(url)
    modern = ann.get(url, hx_request="true", sec_fetch_site="same-origin")
    for answer in (page, plain):
        assert 'name="csrf_token" value=""' not in answer.text
    assert modern.text.count('name="csrf_token" value=""') == modern.text.count("csrf_token") > 0


def test_what_a_clock_shows_is_rendered_anew_each_second(ann, bob, hearing, rendered, monkeypatch):
    table = lay("duet", {"a": ann, "b": bob}, clock="live 60")
    moment = rendering.now().replace(microsecond=0)
    for at in (moment, moment, moment - YEAR):
        monkeypatch.setattr(rendering, "now", lambda at=at: at)
        poll(table, bob)
    assert rendered == ["b"]
    monkeypatch.setattr(rendering, "now", lambda: moment + YEAR)
    poll(table, bob)
    assert rendered == ["b", "b"]


def test_without_a_clock_a_nudge_becomes_possible(crowded, ann, hearing, rendered, monkeypatch):
    table, _ = crowded
    assert 'id="nudge-from"' in poll(table, ann)
    later = rendering.now() + YEAR
    for module in (rendering, nudging):
        monkeypatch.setattr(module, "now", lambda: later)
    assert 'id="nudge-from"' not in poll(table, ann)
    poll(table, ann)
    assert rendered == ["red-spymaster", "red-spymaster"]


def test_times_are_those_of_the_readers_zone(app, crowded, bob, hearing):
    table, eve = crowded
    with app.app_context():
        db.session.get(User, eve.user.id).timezone = "Pacific/Auckland"
        db.session.commit()
    bob.post(f"/games/{table.code}/moves", move="guess 9", seen=1)
    times = [re.findall('id="nudge-from"[^>]*>([^<]+)<', poll(table, who)) for who in (bob, eve)]
    assert len(times[0]) == len(times[1]) == 1
    assert times[0] != times[1]
