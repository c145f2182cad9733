"""What the others see without reloading."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from app.live.topic_versions import TAG_HEADER
from app.lobbies.loading import find_open_lobby, lobby_for_update
from tests.lobbies.sample_lobby import tag_in
from tests.visitor import without_tokens


def test_a_poll_that_has_seen_it_all_gets_nothing(classic, zed):
    seen = zed.get(classic.url())
    answer = zed.fragment(classic.url(), tag_in(seen))
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers[TAG_HEADER] == tag_in(seen)


def test_a_poll_is_the_part_of_the_page_that_changes(classic, zed):
    answer = zed.fragment(classic.url())
    assert answer.text.lstrip().startswith('<section id="lobby"')
    assert answer.headers[TAG_HEADER] == tag_in(answer)
    for attribute in ('hx-trigger="every 300ms, wake"', 'hx-swap="outerMorph"', f'hx-get="{classic.url()}"'):
        assert attribute in answer.text


def test_somebody_elses_tag_is_not_mine(classic, zed, bob):
    assert zed.fragment(classic.url(), tag_in(bob.get(classic.url()))).status_code == 200


@pytest.mark.parametrize("tag", ["", "-", "nonsense", "x" * 5000])
def test_a_strange_tag_gets_the_fragment(classic, zed, tag):
    assert zed.fragment(classic.url(), tag).status_code == 200


@pytest.mark.parametrize(
    ("who", "what", "fields", "sight"),
    [
        ("bob", "seats", {"seat": "blue-operative"}, 'id="sits-{bob}"'),
        ("cat", "seats", {"seat": ""}, 'id="stands-{cat}"'),
        ("cat", "volunteer", {}, "would like to be spymaster"),
        ("ann", "members", {"user": "{cat}", "seat": "blue-spymaster"}, 'id="sits-{cat}"'),
        ("ann", "shuffle", {}, 'id="sits-{ann}"'),
        ("ann", "host", {"user": "{cat}"}, 'class="host"'),
    ],
)
def test_every_change_reaches_the_others(classic, ann, bob, cat, zed, request, who, what, fields, sight):
    classic.sit(cat, "red-operative")
    seen = tag_in(zed.get(classic.url()))
    ids = {person.name.lower(): person.user.id for person in (ann, bob, cat)}
    sent = {name: value.format(**ids) for name, value in fields.items()}
    assert classic.do(request.getfixturevalue(who), what, **sent).status_code == 200
    fresh = zed.fragment(classic.url(), seen)
    assert fresh.status_code == 200
    assert sight.format(**ids) in fresh.text
    assert zed.fragment(classic.url(), tag_in(fresh)).status_code == 204


def test_who_left_and_who_was_removed_are_gone_for_the_others(classic, ann, bob, cat, zed):
    classic.sit(bob, "red-operative")
    classic.sit(cat, "blue-operative")
    seen = tag_in(zed.get(classic.url()))
    classic.do(bob, "leave")
    fresh = zed.fragment(classic.url(), seen)
    assert "Bob" not in without_tokens(fresh)
    classic.do(ann, "members", user=cat.user.id, remove="1")
    assert "Cat" not in without_tokens(zed.fragment(classic.url(), tag_in(fresh)))


def test_a_refusal_beats_nothing(classic, bob, zed):
    seen = tag_in(zed.get(classic.url()))
    classic.do(bob, "seats", seat="nonsense")
    assert zed.fragment(classic.url(), seen).status_code == 204


def test_my_own_deed_is_not_fetched_a_second_time(classic, bob):
    answer = classic.sit(bob, "red-operative")
    assert bob.fragment(classic.url(), tag_in(answer)).status_code == 204


def test_the_start_leads_everybodys_poll_to_the_game(ready, ann, bob, zed):
    seen = {person: tag_in(person.get(ready.url())) for person in (bob, zed)}
    ready.do(ann, "start")
    for person, tag in seen.items():
        answer = person.fragment(ready.url(), tag)
        assert answer.headers["HX-Redirect"] == f"/games/{ready.games[0]}"


def test_the_end_stops_everybodys_poll(classic, ann, zed):
    """And from then on the bell asks for itself."""
    seen = tag_in(zed.get(classic.url()))
    classic.do(ann, "close")
    answer = zed.fragment(classic.url(), seen)
    assert answer.status_code == 410
    assert answer.text.lstrip().startswith('<section id="lobby"')
    assert "This lobby was closed." in answer.text
    lobby, bell = answer.text.split("</section>")
    assert "hx-trigger" not in lobby
    assert 'hx-get="/bell"' in bell


def test_what_changed_during_a_request_is_seen_before_it_is_answered(app, classic, bob):
    """Else a fragment could carry a tag that is newer than what it shows, and its reader would miss the change."""
    with app.app_context(), ThreadPoolExecutor(1) as elsewhere:
        before = find_open_lobby(classic.code)  # kept: the session knows its rows as long as somebody does
        assert before.member(bob.user.id) is None
        elsewhere.submit(classic.sit, bob, "red-operative").result()
        assert find_open_lobby(classic.code).member(bob.user.id).seat == "red-operative"
        elsewhere.submit(classic.sit, bob, "blue-operative").result()
        with lobby_for_update(classic.code) as lobby:
            assert lobby.member(bob.user.id).seat == "blue-operative"
