"""Whatever is sent, the site answers: no error of its own, in time, with its guards, and without growing."""

import os
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable

import pytest
from flask.sessions import SecureCookieSessionInterface
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app import create_app
from app.config import Settings
from app.custom_decks.word_list import NotUtf8, check_words, decode_file
from app.live import tags
from tests.security import fuzz
from tests.security.corpus import CORPUS
from tests.security.sample_site import KINDS

SEED = 7  # `make fuzz` takes another one each time
QUICK = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
COOKIES = ("session", "remember", "push", "browser", "language", "timezone")
SIGNED_IN = re.compile("Sign out")


def _cut(share: float) -> Callable[[str], str]:
    """Cut a cookie short. Cookies differ in length from one second to the next, so a share of it is drawn."""
    return lambda whole: whole[: int(share * (len(whole) - 1))]


def _flip(share: float) -> Callable[[str], str]:
    """Flip a bit of a cookie, but for its last character: not all of its bits are part of the signature."""

    def flip(whole: str) -> str:
        at = int(share * (len(whole) - 2))
        return whole[:at] + chr(ord(whole[at]) ^ 1) + whole[at + 1 :]

    return flip


SHARES = st.floats(0, 1)
SPOILS: st.SearchStrategy[str | Callable[[str], str]] = st.one_of(
    st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters=';,"\\'), max_size=200),
    SHARES.map(_cut),
    SHARES.map(_flip),
    st.sampled_from([text for text in CORPUS if text.isascii() and ";" not in text]),
)


def test_anything_over_the_wire(migrated_database, worker, tmp_path):
    """Odd requests to the served site, by several, always the same ones; `make fuzz` sends others for minutes."""
    url = migrated_database(f"fuzz_{worker}")
    ledger = fuzz.with_site(tmp_path, url, lambda site: fuzz.run(site, SEED, rounds=1))
    print(f"\nseed {SEED}: {ledger}")  # noqa: T201
    assert ledger.faults == [], f"seed {SEED}"
    assert ledger.sent == fuzz.ROUND
    assert {200, 303, 404} <= ledger.statuses.keys()


@QUICK
@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-16", "surrogatepass")))
@example(b"\xff\xfe\x00\xd8")
def test_any_file_is_words_or_no_text(data):
    try:
        text = decode_file(data)
    except NotUtf8:
        return
    checked = check_words(text, "en")
    assert checked.size == sum(len(line) for line in checked.lines)
    assert all(0 < len(word) <= 40 and word.isprintable() for line in checked.lines for word in line)


@pytest.mark.parametrize("heap", ["a\u0301" * 60_000, "\n" * 200_000, "x / " * 50_000, "\u0f71\u0f72" * 60_000])
def test_no_deck_takes_long(heap):
    """What fits into one request is read in seconds, however it is made."""
    began = os.times().user
    check_words(heap, "it")
    assert os.times().user - began < 5


@QUICK
@given(st.sampled_from(COOKIES), st.sampled_from([kind for kind in KINDS if kind != "nobody"]), SPOILS)
def test_a_cookie_that_was_tampered_with_is_none(probe, name, kind, spoil):
    """Bits flipped, cut short, or made up: who brings it is nobody, or who they were by the cookies that are whole."""
    visitor = probe.sample.visitor(kind)
    whole = visitor.client.get_cookie("session").value
    value = spoil(whole) if callable(spoil) else spoil
    if name != "session":
        visitor.client.delete_cookie("session")
    visitor.client.set_cookie(name, value)
    answer = visitor.client.get("/rules")
    assert answer.status_code == 200
    assert not SIGNED_IN.search(answer.text)


@pytest.mark.parametrize("secret", ["", "test", "tests ", "fuzz"])
def test_a_session_signed_by_somebody_else_is_none(probe, secret):
    stranger = probe.sample.people["stranger"]
    other = create_app(Settings(database_url="postgresql://nowhere/", secret_key=secret or "x"))
    signer = SecureCookieSessionInterface().get_signing_serializer(other)
    content = {"_user_id": stranger.get_id(), "_fresh": True}
    forged = urlsafe_b64encode(str(content).encode()).decode() + ".x.y" if not secret else signer.dumps(content)
    visitor = probe.sample.visitor("nobody")
    visitor.client.set_cookie("session", forged)
    assert not SIGNED_IN.search(visitor.client.get("/rules").text)


@QUICK
@given(st.binary(max_size=200) | st.lists(st.from_regex(rb"\A[^ ]{0,80}:[0-9]{0,25}\Z"), max_size=9).map(b" ".join))
@example(b"7 " + b"x:1 " * tags.MAX_TAG_BYTES)
@example("7 x:٣".encode())
def test_any_tag_is_read_or_tells_nothing(tag):
    key = tags.derive_key("tests")
    assert tags.read(key, tag) is None
    read = tags.read(key, tags.sign(key, tag.decode("latin-1")).encode())
    assert read is None or all(0 <= version < 10**18 and 0 < len(topic) <= 64 for topic, version in read.seen.items())
