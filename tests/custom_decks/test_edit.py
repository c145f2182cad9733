"""POST /decks/<code>: a deck that is edited gets another version, and the old one stays as it was (K5)."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from app import decks
from app.custom_decks.models import DeckVersion
from app.db import db
from tests.custom_decks.deck_words import kept, made, numbered, refusal, report, save, upload


@pytest.fixture
def deck(ann) -> str:
    return made(ann, numbered(50))


def versions(app) -> list[tuple[int, str, int]]:
    with app.app_context():
        rows = db.session.query(DeckVersion).order_by(DeckVersion.number)
        return [(row.number, row.name, row.size) for row in rows]


def edit(person, deck: str, words=None, **fields):
    return save(person, words or numbered(50), f"/decks/{deck}", **fields)


def test_other_words_are_another_version(app, ann, deck):
    assert edit(ann, deck, numbered(60)).status_code == 303
    assert versions(app) == [(1, "Mine", 50), (2, "Mine", 60)]
    with app.app_context():
        assert list(decks.load(f"{deck}.1")) == numbered(50)
        assert list(decks.load(f"{deck}.2")) == numbered(60)


@pytest.mark.parametrize("fields", [{"name": "Ours"}, {"language": "nl"}])
def test_so_is_another_name_or_language(app, ann, deck, fields):
    edit(ann, deck, **fields)
    assert len(versions(app)) == 2


@pytest.mark.parametrize("fields", [{}, {"sharing": "listed"}])
def test_nothing_new_is_none(app, ann, deck, fields):
    edit(ann, deck, **fields)
    assert len(versions(app)) == 1


def test_a_field_that_is_not_sent_stays_as_it_is(app, ann, deck, bob):
    ann.post(f"/decks/{deck}", sharing="link")
    assert versions(app) == [(1, "Mine", 50)]
    assert bob.get(f"/decks/{deck}").status_code == 200


def test_by_a_file(app, ann, deck):
    upload(ann, "\n".join(numbered(70)).encode(), f"/decks/{deck}")
    assert versions(app)[-1] == (2, "Mine", 70)


def test_the_form_holds_the_words_as_they_were_typed(ann):
    words = [*numbered(50), "day / night", "dusk"]
    code = made(ann, words, name="Times", language="nl", sharing="listed")
    page = ann.get(f"/decks/{code}")
    assert kept(page).split("\n") == words
    assert 'value="Times"' in page.text
    assert '<option selected value="nl">' in page.text
    assert 'checked id="sharing-2"' in page.text


def test_the_report_is_that_of_the_latest_save(ann, deck):
    answer = edit(ann, deck, [*numbered(50), "W1"])
    assert "1 duplicate" in report(ann, answer)
    assert report(ann, edit(ann, deck, numbered(51))) == ""


def test_what_is_refused_changes_nothing_and_keeps_what_was_typed(app, ann, deck):
    answer = edit(ann, deck, numbered(49), name="Ours", sharing="listed")
    assert (answer.status_code, "That is only 49 words" in refusal(answer)) == (422, True)
    assert kept(answer).split("\n") == numbered(49)
    assert "<h1><bdi>Mine</bdi></h1>" in answer.text
    assert versions(app) == [(1, "Mine", 50)]
    assert "<p>Private: only you" in ann.get(f"/decks/{deck}").text


def test_older_versions_can_be_seen(ann, deck):
    edit(ann, deck, numbered(50, 100), name="Ours")
    page = ann.get(f"/decks/{deck}?version=1").text
    assert "This is an old version of the deck (version 1)" in page
    assert "<bdi>w0</bdi>" in page
    assert "<bdi>w100</bdi>" not in page


@pytest.mark.parametrize("version", ["0", "3", "-1", "x", "9" * 30, "1\x00"])
def test_versions_that_there_are_not_are_the_latest(ann, deck, version):
    edit(ann, deck, numbered(50, 100))
    assert "<bdi>w100</bdi>" in ann.client.get(f"/decks/{deck}", query_string={"version": version}).text


def test_others_cannot(app, ann, bob, nobody):
    code = made(ann, numbered(50), sharing="listed")
    assert edit(bob, code, numbered(60)).status_code == 404
    assert edit(nobody, code, numbered(60)).location.startswith("/login")
    assert ann.client.post(f"/decks/{code}").status_code == 400, "without token"
    assert len(versions(app)) == 1
    assert "<textarea" not in bob.get(f"/decks/{code}").text


def test_two_saves_at_one_moment_are_two_versions(app, ann, deck):
    token, clients = ann.csrf_token(), [app.test_client() for _ in range(2)]
    for client in clients:
        client._cookies.update(ann.client._cookies)

    def send(number: int) -> int:
        words = "\n".join(numbered(50 + number, 100))
        return clients[number].post(f"/decks/{deck}", data={"csrf_token": token, "words": words}).status_code

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(send, range(2))) == [303, 303]
    assert [number for number, _, _ in versions(app)] == [1, 2, 3]


def test_the_second_of_two_windows_does_not_undo_the_first(app, ann, deck):
    """Both began from version 1: who saves second is told, and keeps what was typed."""
    assert edit(ann, deck, numbered(60), number=1).status_code == 303
    answer = edit(ann, deck, numbered(70), number=1)
    assert answer.status_code == 409
    assert "changed in the meantime" in refusal(answer)
    assert "w169" in answer.text or "w69" in answer.text
    assert len(versions(app)) == 2
    assert edit(ann, deck, numbered(70), number=2).status_code == 303


def test_earlier_versions_are_the_owner_s_alone(ann, zed, nobody, deck):
    """What was taken out before a deck was shared stays taken out."""
    edit(ann, deck, [*numbered(50, 500), "secretword"], name="Secret")
    edit(ann, deck, numbered(50, 900), name="Clean", sharing="listed")
    for reader in (zed, nobody):
        page = reader.client.get(f"/decks/{deck}", query_string={"version": 2}).text
        assert "Clean" in page
        assert "secretword" not in page
        assert "Secret" not in page
    assert "secretword" in ann.client.get(f"/decks/{deck}", query_string={"version": 2}).text
