"""Passkeys: added on the account page after the password, good for signing in alone, refused where anything is off."""

import json
from datetime import timedelta
from time import time

import pytest

from app.accounts.passkeys import service
from app.accounts.passkeys.challenges import LIFETIME
from app.config.secret_keys import LenientSigner
from tests.accounts.passkeys.authenticator import PRESENT, VERIFIED, Authenticator, decoded, encoded
from tests.accounts.passkeys.using import added, begin, enter, finish, kept, options_of, send
from tests.accounts.people import PASSWORD, is_in, new_browser, registered, row, seated


@pytest.fixture
def ann(app):
    return registered(app, "Ann")


@pytest.fixture
def browser(app):
    """A browser in which nobody is signed in."""
    return new_browser(app)


def test_a_passkey_alone_signs_in(app, ann, browser):
    device = added(ann)
    page = ann.get("/account").text
    assert "my phone" in page
    assert "never used" in page
    assert "Passkey added." in page
    answer = enter(browser, device, next="/rules")
    assert (answer.status_code, answer.location) == (303, "/rules")
    assert is_in(browser)
    page = browser.get("/account").text
    assert "last used" in page
    assert "Signed in with a passkey." in page


def test_the_options_demand_a_verified_user_and_name_nobody(app, ann, browser):
    made = options_of(begin(ann))
    selection = made["authenticatorSelection"]
    assert (selection["userVerification"], selection["residentKey"]) == ("required", "required")
    assert made["rp"] == {"name": "Dead Drop", "id": "localhost"}
    assert len(decoded(made["user"]["id"])) == service.HANDLE_BYTES
    asked = options_of(browser.get("/login"))
    assert (asked["userVerification"], asked["rpId"], asked.get("allowCredentials", [])) == (
        "required",
        "localhost",
        [],
    )
    assert asked["challenge"] != options_of(browser.get("/login"))["challenge"]


def test_all_passkeys_of_an_account_have_one_handle_and_others_another(app, ann, zed):
    added(ann)
    second = options_of(begin(ann))
    assert [each["id"] for each in second["excludeCredentials"]] == [encoded(kept(app)[0].credential_id)]
    finish(ann, Authenticator().create(second))
    bob = registered(app, "Bob")
    added(bob)
    handles = [each.handle for each in kept(app)]
    assert handles[0] == handles[1] != handles[2]


def test_without_the_password_none_is_added(app, ann):
    for password, sentence in (("", "Enter your password."), ("not that one", "That password is incorrect.")):
        answer = begin(ann, password=password)
        assert answer.status_code == 422
        assert sentence in answer.text
        assert "data-options" not in answer.text


def test_a_proof_counts_once(app, ann, browser):
    """Not even in the session that asked for it, which signing in has ended, and which somebody may have kept."""
    device = added(ann)
    proof = device.get(options_of(browser.get("/login")))
    kept_cookie = browser.client.get_cookie("session").value
    assert send(browser, proof).status_code == 303
    browser.client.delete_cookie("remember")
    browser.client.set_cookie("session", kept_cookie)
    again = send(browser, proof)
    assert again.status_code == 422
    assert "That took too long, or was sent twice." in again.text


def test_a_proof_counts_in_its_own_browser_only(app, ann, browser):
    device = added(ann)
    proof = device.get(options_of(browser.get("/login")))
    other = new_browser(app)
    other.get("/login")
    assert send(other, proof).status_code == 422
    assert not is_in(other)


def test_a_challenge_is_for_one_purpose(app, ann, browser):
    """What was asked for to add a passkey signs nobody in, and the other way round."""
    device = added(ann)
    made = options_of(begin(ann))
    assert send(ann, device.get({"rpId": "localhost", "challenge": made["challenge"]})).status_code == 422
    ann.post("/logout")
    asked = options_of(ann.get("/login"))
    ann.post("/login", name="Ann", password=PASSWORD)
    assert finish(ann, Authenticator().create(made | {"challenge": asked["challenge"]})).status_code == 422
    assert len(kept(app)) == 1


def test_a_challenge_grows_old(app, ann, browser, monkeypatch):
    device = added(ann)
    proof = device.get(options_of(browser.get("/login")))
    later = time() + LIFETIME.total_seconds() + 1
    monkeypatch.setattr(LenientSigner, "get_timestamp", lambda signer: int(later))
    assert send(browser, proof).status_code == 422
    assert not is_in(browser)


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("origin", "http://zqx.example"),
        ("origin", "http://localhost:8001"),
        ("flags", PRESENT),
        ("flags", VERIFIED),
        ("handle", b"somebody else"),
        ("handle", b""),
        ("key", Authenticator().key),
    ],
)
def test_what_is_off_is_refused(app, ann, browser, what, value):
    device = added(ann)
    setattr(device, what, value)
    answer = enter(browser, device)
    assert answer.status_code == 422
    assert not is_in(browser)
    (passkey,) = kept(app)
    assert passkey.used_at is None


def test_nor_is_one_added_that_did_not_verify_its_user(app, ann):
    for what, value in (("flags", PRESENT), ("origin", "https://localhost")):
        device = Authenticator()
        setattr(device, what, value)
        answer = finish(ann, device.create(options_of(begin(ann))))
        assert answer.status_code == 422
        assert "could not be verified" in answer.text
    assert kept(app) == []


def test_a_copy_that_has_signed_less_is_refused_and_its_owner_sees_it(app, ann, browser):
    device = added(ann)
    device.count = 7
    assert enter(browser, device).status_code == 303
    browser.post("/logout")
    device.count = 7  # so many has the device signed, and one more; a copy of it signs the eighth again
    assert enter(browser, device).status_code == 422
    assert not is_in(browser)
    assert "passkey refused" in ann.get("/account").text


def test_another_site_s_challenge_and_party_are_refused(app, ann, browser):
    device = added(ann)
    asked = options_of(browser.get("/login"))
    for changed in ({"rpId": "zqx.example"}, {"challenge": encoded(b"made up")}, {"challenge": ""}):
        assert send(browser, device.get(asked | changed)).status_code == 422
    assert not is_in(browser)


@pytest.mark.parametrize(
    "sent",
    ["", "{", "[]", "7", '"x"', "{}", '{"response": 1}', '{"response": {"clientDataJSON": "%%"}}', "[" * 1900, "\0"],
)
def test_nonsense_is_refused(app, ann, browser, sent):
    assert send(browser, sent).status_code == 422
    assert finish(ann, sent).status_code == 422


def test_pieces_of_nonsense_in_a_proof_are_refused(app, ann, browser):
    device = added(ann)
    for part in ("clientDataJSON", "authenticatorData", "signature", "userHandle"):
        for value in ("", "AAAA", "é", 7, None, ["x"]):
            proof = json.loads(device.get(options_of(browser.get("/login"))))
            proof["response"][part] = value
            assert send(browser, json.dumps(proof)).status_code == 422, (part, value)
    assert not is_in(browser)


def test_a_passkey_is_removed_by_its_owner_after_the_password(app, ann, browser):
    device = added(ann)
    (passkey,) = kept(app)
    bob = registered(app, "Bob")
    bob.post("/account/passkeys/removals", passkey=passkey.id, password=PASSWORD)
    assert ann.post("/account/passkeys/removals", passkey=passkey.id, password="not that one").status_code == 422
    assert len(kept(app)) == 1
    assert ann.post("/account/passkeys/removals", passkey=passkey.id, password=PASSWORD).status_code == 303
    page = ann.get("/account").text
    assert "The passkey has been removed here." in page
    assert "Passkey removed." in page
    assert ann.post("/account/passkeys/removals", passkey="x", password=PASSWORD).status_code == 303
    answer = enter(browser, device)
    assert answer.status_code == 422
    assert "No account here has this passkey." in answer.text


def test_nobody_takes_the_passkey_of_another(app, ann):
    device = added(ann)
    bob = registered(app, "Bob")
    made = options_of(begin(bob))
    assert finish(bob, device.create(made)).status_code == 422
    assert [each.user_id for each in kept(app)] == [row(app, "Ann").id]


def test_there_is_a_limit(app, ann, monkeypatch):
    monkeypatch.setattr(service, "MAX_PASSKEYS", 1)
    added(ann)
    answer = begin(ann)
    assert answer.status_code == 422
    assert "You already have 1 passkeys." in answer.text


def test_a_name_is_cut_and_never_empty(app, ann):
    added(ann, "x" * 200)
    added(ann, "\u200b")
    assert [each.name for each in kept(app)] == ["x" * 60, "Browser"]


def test_guests_have_none(app, nobody):
    guest = seated(app, "Gus")
    assert begin(guest).status_code == 403
    assert finish(guest, "{}").status_code == 403
    assert begin(nobody).location.startswith("/login")


def test_adding_one_gives_the_browser_a_new_session(app, ann):
    with ann.client.session_transaction() as session:
        before = session["_user_id"]
    added(ann)
    with ann.client.session_transaction() as session:
        assert session["_user_id"] != before
    assert is_in(ann)


def test_the_password_stays_another_way_in(app, ann, browser):
    added(ann)
    assert browser.post("/login", name="Ann", password=PASSWORD).location == "/"
    assert is_in(browser)


def test_proofs_are_counted_with_sign_ins(app, ann, browser, monkeypatch):
    monkeypatch.setitem(service.rate_limits.LIMITS, "signin", (1, timedelta(minutes=15)))
    send(browser, "{}")
    answer = send(browser, "{}")
    assert (answer.status_code, "Retry-After" in answer.headers) == (429, True)
