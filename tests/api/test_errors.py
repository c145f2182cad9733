"""Every error below /api is problem details, whoever finds it: routing, the size of the body, its form, a fault."""

import pytest

from app.games.web import game_list
from tests.api.program import check_answer


def test_an_address_that_is_none(program):
    assert program.get("/nowhere").json["status"] == 404
    assert program.get("/games/UPPERCASE").status_code == 404


def test_a_method_that_is_none(app, program):
    answer = app.test_client().delete("/api/games", headers=program.headers)
    check_answer(app, "DELETE", "/api/games", answer)
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_a_body_that_is_too_large(app, program):
    body = b'{"text": "' + b"x" * 300_000 + b'"}'
    path, sent = "/api/games/abcdefgh/talk", program.headers | {"Content-Type": "application/json"}
    answer = app.test_client().post(path, headers=sent, data=body)
    check_answer(app, "POST", path, answer)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b'{"variant": "duet"', "application/json", 400, "bad-json"),
        (b"\xff", "application/json", 400, "bad-json"),
        (b"", "application/json", 400, "bad-json"),
        (b"variant=duet", "application/x-www-form-urlencoded", 415, "not-json"),
        (b'{"variant": "chess"}', "application/json", 422, "bad-body"),
        (b'{"variant": "duet", "zqx": 1}', "application/json", 422, "bad-body"),
        (b'{"variant": "duet", "tokens": "9"}', "application/json", 422, "bad-body"),
        (b"[]", "application/json", 422, "bad-body"),
        (b'{"variant": "duet", "tokens": 9, "mistakes": 10}', "application/json", 422, "bad-body"),
        (b'{"variant": "duet", "decks": ["nothing"]}', "application/json", 422, "bad-body"),
        (b'{"variant": "duet", "house": ["unlimited"]}', "application/json", 422, "bad-body"),
        (b'{"variant": "duet", "clock": "live 7"}', "application/json", 422, "bad-body"),
        (b'{"variant": "duet", "bank": false}', "application/json", 422, "bad-body"),
        (b'{"variant": "duet", "bank": 2}', "application/json", 422, "bad-body"),
        (b'{"variant": "duet", "tokens": 9.5}', "application/json", 422, "bad-body"),
        (b'{"variant": "duet", "seat": "red-spymaster"}', "application/json", 422, "refused"),
    ],
)
def test_a_body_that_is_wrong(app, program, body, kind, status, code):
    answer = app.test_client().post("/api/lobbies", headers=program.headers | {"Content-Type": kind}, data=body)
    check_answer(app, "POST", "/api/lobbies", answer)
    assert (answer.status_code, answer.json["code"]) == (status, code), answer.text


def test_an_integer_may_have_a_point(program):
    """JSON Schema: 9.0 is an integer."""
    assert program.post("/lobbies", variant="duet", tokens=8.0).json["tokens"] == 8


def test_a_fault_of_the_site(program, monkeypatch):
    monkeypatch.setattr(game_list, "load_games", lambda _: 1 / 0)
    monkeypatch.setitem(program.app.config, "PROPAGATE_EXCEPTIONS", False)
    answer = program.get("/games")
    assert (answer.status_code, answer.json["code"]) == (500, "fault")
    assert "ZeroDivision" not in answer.text


def test_another_host(app, program):
    answer = app.test_client().get("/api/account", headers=program.headers, base_url="http://elsewhere.example")
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")


def test_sentences_are_in_the_language_of_the_account(program, ann):
    ann.post("/account/language", language="fr")
    assert program.get("/games/abcdefgh").json["detail"].startswith("Il n’y a rien ici")
