"""Who gets in: a token that is valid and allows it; no cookie, no form, no other version."""

import pytest
from sqlalchemy import select

from app.accounts import rate_limits
from app.accounts.models import ApiToken, User
from app.accounts.tokens import service
from app.api.blueprint import ANY_REQUEST
from app.db import db
from app.moderation.sanctions import enforcement
from tests.api.program import Program


def test_the_account_of_the_token(program):
    told = program.get("/account").json
    assert (told["name"], told["token"]["scopes"]) == ("Ann", ["lobby", "play", "read"])


def test_without_a_token_it_says_how(app):
    answer = Program(app).get("/account")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="api"'
    assert answer.json["code"] == "token-invalid"


@pytest.mark.parametrize("sent", ["Bearer dd_x", "Bearer", "Bearer ", "Basic YTpi", "Token x", "Bearer \xff"])
def test_any_other_header_is_no_token(app, sent):
    nobody = Program(app)
    nobody.headers = {"Authorization": sent}
    assert nobody.get("/account").status_code == 401


def test_a_cookie_counts_for_nothing(ann):
    assert ann.get("/account").status_code == 200
    assert ann.get("/api/account").status_code == 401


def test_a_token_opens_no_page(app, program):
    answer = app.test_client().get("/account", headers=program.headers)
    assert answer.status_code == 303
    assert answer.location.startswith("/login")


@pytest.mark.parametrize(("scope", "path"), [("play", "/games"), ("lobby", "/account")])
def test_a_scope_that_is_missing(new_program, ann, scope, path):
    answer = new_program(ann, scope).get(path)
    assert (answer.status_code, answer.json["code"]) == (403, "scope-missing")
    assert "insufficient_scope" in answer.headers["WWW-Authenticate"]


def test_reading_allows_no_change(new_program, ann):
    reader = new_program(ann, "read")
    assert reader.post("/lobbies", variant="duet").status_code == 403
    assert reader.post("/games/abcdefgh/moves", move="stop", seen=0).status_code == 403


def test_a_suspension_ends_it_at_once_and_its_end_brings_it_back(app, program, ann, zed):
    with app.app_context():
        user = db.session.get_one(User, ann.user.id)
        enforcement.suspend(zed.user.id, user, "1", "Enough.")
        db.session.commit()
    assert program.get("/account").status_code == 401
    with app.app_context():
        enforcement.lift(zed.user.id, db.session.get_one(User, ann.user.id), "Well.")
        db.session.commit()
    assert program.get("/account").status_code == 200


def test_revoking_ends_it_at_once(app, program, ann):
    with app.app_context():
        token = db.session.scalars(select(ApiToken)).one()
        service.revoke_token(db.session.get_one(User, ann.user.id), token.id)
    assert program.get("/account").status_code == 401


def test_only_this_version_is_served(program):
    answer = program.get("/account", **{"API-Version": "1"})
    assert (answer.status_code, answer.headers["API-Version"]) == (200, "1")
    assert program.get("/account", **{"API-Version": "2"}).status_code == 400


def test_a_form_from_elsewhere_needs_no_token_of_a_page(app, program):
    """No browser adds the token by itself, so there is nothing to forge."""
    sent = program.headers | {"Origin": "https://elsewhere.example"}
    assert app.test_client().post("/api/lobbies", headers=sent, json={"variant": "duet"}).status_code == 201


def test_too_many_requests(app, program, monkeypatch):
    monkeypatch.setattr("app.api.blueprint.ANY_REQUEST", type(ANY_REQUEST)("api", 3, 1))
    statuses = [program.get("/account").status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    answer = program.get("/account")
    assert 0 < int(answer.headers["Retry-After"]) <= rate_limits.HOUR.total_seconds()
    assert answer.json["code"] == "rate-limited"
