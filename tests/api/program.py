"""A program that uses the API, for tests: it has a token, and its answers are checked against the description."""

import json
from collections.abc import Collection
from typing import Any

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from app.accounts.models import User
from app.accounts.tokens import service
from app.api.models.problems import Problem
from app.api.openapi import describe, described_path
from app.api.operations import OPERATIONS, Operation
from app.db import db
from app.http.problems import MEDIA_TYPE

ALL = ("read", "play", "lobby")


class Program:
    """A client with a token of `user`, or with none; it has no cookies."""

    def __init__(self, app: Flask, user: User | None = None, *scopes: str) -> None:
        self.app = app
        self.client = app.test_client(use_cookies=False)
        self.headers = {"Authorization": f"Bearer {make_token(app, user, *scopes)}"} if user else {}

    def get(self, path: str, **headers: str) -> TestResponse:
        """Ask for something below /api."""
        return self._open("GET", path, headers)

    def post(self, path: str, /, **body: Any) -> TestResponse:
        """Send a JSON object, or nothing at all if there is nothing to send."""
        return self._open("POST", path, {}, body)

    def _open(
        self, method: str, path: str, headers: dict[str, str], body: dict[str, Any] | None = None
    ) -> TestResponse:
        sent = {"json": body} if body else {}
        answer = self.client.open(f"/api{path}", method=method, headers=self.headers | headers, **sent)
        check_answer(self.app, method, f"/api{path}", answer)
        return answer


def make_token(app: Flask, user: User | None, *scopes: str) -> str:
    """Make a token for everything, or with these scopes."""
    assert user
    with app.app_context():
        owner = db.session.get_one(User, user.id)
        name = f"token {len(service.load_tokens(owner.id))}"
        return service.create_token(owner, name, scopes or ALL, 30)


def check_answer(app: Flask, method: str, path: str, answer: TestResponse) -> None:
    """Fail unless an answer is as it is described: its status, its media type, and the type of what it holds."""
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"
    given = find_operation(app, method, path)
    assert given is None or str(answer.status_code) in described_statuses(given), (answer.status_code, answer.text)
    if given is None or answer.status_code not in (given.status, *given.refusals):
        kind, media_type = Problem, MEDIA_TYPE
    elif answer.status_code == given.status:
        kind, media_type = given.answer, "application/json"
    else:
        kind, media_type = given.refusals[answer.status_code], MEDIA_TYPE
    if kind is None:
        assert (answer.status_code, answer.data) == (204, b"")
        return
    assert answer.mimetype == media_type, answer.text
    told = json.loads(answer.text)
    checked = kind.model_validate(told)
    assert json.loads(checked.model_dump_json(exclude_unset=True)) == told
    if media_type == MEDIA_TYPE:
        assert told["status"] == answer.status_code


def described_statuses(given: Operation) -> Collection[str]:
    """Return the statuses that the description names for an operation."""
    statuses: Collection[str] = describe("")["paths"][described_path(given)][given.method.lower()]["responses"]
    return statuses


def find_operation(app: Flask, method: str, path: str) -> Operation | None:
    """Return the operation of a request, if there is one."""
    try:
        rule, _ = app.url_map.bind("localhost").match(path.partition("?")[0], method, return_rule=True)
    except HTTPException:
        return None
    return next((each for each in OPERATIONS if (f"/api{each.path}", each.method) == (rule.rule, method)), None)
