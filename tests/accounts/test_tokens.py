"""Personal tokens on the account page: made, shown once, listed, revoked; and what makes them void."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from app.accounts.models import ApiToken, User
from app.accounts.tokens import service
from app.db import db, now
from app.moderation.sanctions import enforcement
from tests.accounts.people import PASSWORD, registered, row, seated

ALL = ["read", "play", "lobby"]


def make(person, name="my bot", scopes=ALL, days=90):
    return person.post("/account/tokens", name=name, scopes=scopes, days=days)


def secret_of(answer):
    return re.search(r'id="new-token" value="(dd_[\w-]{43})"', answer.text)[1]


def is_valid(app, secret):
    with app.app_context():
        return service.find_token(secret) is not None


def kept(app):
    with app.app_context():
        return db.session.scalars(select(ApiToken)).all()


@pytest.fixture
def ann(app):
    return registered(app, "Ann")


def test_a_token_is_shown_once_and_kept_as_a_digest(app, ann):
    answer = make(ann, scopes=["read", "play"])
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    secret = secret_of(answer)
    page = ann.get("/account").text
    assert "my bot" in page
    assert "never used" in page
    assert secret not in page
    (token,) = kept(app)
    assert (token.name, token.scopes) == ("my bot", ["play", "read"])
    assert secret[3:] not in repr(vars(token))
    assert timedelta(days=89) < token.expires_at - now() <= timedelta(days=90)
    assert is_valid(app, secret)
    assert not is_valid(app, secret + "x")
    assert "Token for the API created." in page


def test_the_last_use_is_noted_at_most_once_a_minute(app, ann):
    secret = secret_of(make(ann))
    assert is_valid(app, secret)
    (first,) = kept(app)
    assert is_valid(app, secret)
    (second,) = kept(app)
    assert first.used_at == second.used_at is not None
    with app.app_context():
        db.session.get_one(ApiToken, first.id).used_at = now() - timedelta(seconds=61)
        db.session.commit()
    assert is_valid(app, secret)
    assert kept(app)[0].used_at > first.used_at - timedelta(seconds=1)
    assert now() - kept(app)[0].used_at < timedelta(seconds=30)
    assert "last used" in ann.get("/account").text


def test_revoking_ends_a_token_at_once(app, ann):
    secret = secret_of(make(ann))
    (token,) = kept(app)
    assert ann.post("/account/tokens/revocations", token=token.id).status_code == 303
    assert not is_valid(app, secret)
    page = ann.get("/account").text
    assert "The token has been revoked." in page
    assert "Token for the API revoked." in page
    ann.post("/account/tokens/revocations", token=token.id)
    assert "That token was already revoked." in ann.get("/account").text


def test_nobody_revokes_the_token_of_another(app, ann, zed):
    secret = secret_of(make(ann))
    zed.post("/account/tokens/revocations", token=kept(app)[0].id)
    assert is_valid(app, secret)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "Enter a name."),
        ({"name": "\u200b"}, "Give the token a name"),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"scopes": []}, "Tick at least one."),
        ({"scopes": ["admin"]}, "not a valid choice"),
        ({"days": "7"}, "Not a valid choice"),
    ],
)
def test_a_bad_form_makes_none_and_says_why(app, ann, fields, sentence):
    answer = make(ann, **fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert kept(app) == []


def test_a_second_click_makes_no_second_token(app, ann):
    make(ann)
    answer = make(ann)
    assert answer.status_code == 422
    assert "already have a token with this name" in answer.text
    assert len(kept(app)) == 1


def test_there_is_a_limit(app, ann, monkeypatch):
    monkeypatch.setattr(service, "MAX_TOKENS", 2)
    assert [make(ann, name).status_code for name in "abc"] == [200, 200, 422]


def test_an_expired_token_is_void_and_deleted(app, ann):
    secret, lasting = secret_of(make(ann)), secret_of(make(ann, "lasting", days=0))
    with app.app_context():
        token = db.session.scalars(select(ApiToken).where(ApiToken.name == "my bot")).one()
        token.expires_at = now() - timedelta(seconds=1)
        db.session.commit()
    assert not is_valid(app, secret)
    assert "my bot" not in ann.get("/account").text
    with app.app_context():
        assert service.delete_expired(now()) == 1
    assert is_valid(app, lasting)


def test_signing_out_everywhere_ends_all_tokens(app, ann):
    secret = secret_of(make(ann))
    ann.post("/account/sessions")
    assert not is_valid(app, secret)
    assert kept(app) == []


def test_a_new_password_ends_all_tokens(app, ann):
    secret = secret_of(make(ann))
    assert ann.post("/account/password", current=PASSWORD, password="five words in a row").status_code == 303
    assert not is_valid(app, secret)


def test_signing_out_of_one_browser_ends_none(app, ann):
    secret = secret_of(make(ann))
    ann.post("/logout")
    assert is_valid(app, secret)


def test_deleting_the_account_deletes_its_tokens(app, ann):
    secret = secret_of(make(ann))
    ann.post("/account/deletion", password=PASSWORD)
    assert not is_valid(app, secret)
    assert kept(app) == []


def test_a_token_is_void_while_its_owner_is_suspended(app, ann, zed):
    secret = secret_of(make(ann))
    with app.app_context():
        user = row(app, "Ann")
        enforcement.suspend(zed.user.id, db.session.get_one(User, user.id), "1", "Enough.")
        db.session.commit()
    assert not is_valid(app, secret)
    ann.post("/account/tokens/revocations", token=kept(app)[0].id)
    assert kept(app) == [], "who is suspended can still revoke"


def test_a_guest_has_none(app):
    assert make(seated(app, "Gus")).status_code == 403
