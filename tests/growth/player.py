"""Somebody who plays over the wire at whichever server answers, always with the same cookies."""

import http.client
import re
import ssl
import time
from dataclasses import dataclass
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from flask import Flask
from sqlalchemy import select

from app.accounts.models import User
from app.db import db
from app.live.topic_versions import TAG_HEADER

HOST = "dead-drop.test"
PATIENCE = 30  # seconds for one thing to succeed, whatever happens meanwhile
PAUSE = 0.1  # seconds before the next try
LOST = (OSError, http.client.HTTPException)


@dataclass
class Answer:
    """What a server said."""

    status: int
    headers: http.client.HTTPMessage
    text: str


class Player:
    """A person with an account; `servers` are (address, port), of which the first is asked first.

    `trust` lets the connection be one of HTTPS, `told` are headers that go with every request.
    """

    def __init__(
        self,
        app: Flask,
        name: str,
        servers: list[tuple[str, int]],
        trust: ssl.SSLContext | None = None,
        **told: str,
    ) -> None:
        self.app, self.name, self.servers = app, name, list(servers)
        self.trust, self.told = trust, told or {"Host": HOST}
        self.cookies: dict[str, str] = {}
        self.polls = self.switches = 0
        self.token = self._token("/signup")
        assert self.post("/signup", name=name, password=f"the long password of {name}").status == 303
        self.token = self._token("/account")
        with app.app_context():
            self.user = db.session.scalar(select(User).where(User.name == name))

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page."""
        return self._ask("GET", path, None, headers)

    def post(self, path: str, **fields: object) -> Answer:
        """Send a form."""
        body = urlencode({"csrf_token": self.token, **fields})
        return self._ask("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})

    def play(self, code: str, move: str, seen: int) -> None:
        """Play a move until a server says that it is in the log, or that it was there when it was sent once more."""
        unsure, deadline = False, time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                answer = self.post(f"/games/{code}/moves", move=move, seen=seen)
            except LOST:
                self._switch()
            else:
                if answer.status == 303 or (answer.status == 409 and unsure):
                    return
                assert answer.status in (502, 503), f"{answer.status}: {answer.text}"
                time.sleep(PAUSE)
            unsure = True
        raise AssertionError(f"{self.name} could not play {move}")

    def until(self, code: str, version: int) -> None:
        """Poll as the page does until that many moves are on the table."""
        tag, shown, deadline = "", -1, time.monotonic() + PATIENCE
        while shown < version and time.monotonic() < deadline:
            try:
                self.polls += 1
                answer = self.get(f"/games/{code}", **{"HX-Request": "true", TAG_HEADER: tag})
            except LOST:
                self._switch()
                continue
            if answer.status == 200:
                tag, found = answer.headers[TAG_HEADER], re.search(r'data-version="(\d+)"', answer.text)
                shown = int(found[1]) if found else shown
            else:
                assert answer.status in (204, 503), answer.text
                time.sleep(PAUSE if answer.status == 503 else 0)
        assert shown >= version, f"{self.name} never saw move {version}"

    def _switch(self) -> None:
        """Turn to the next server."""
        self.switches += 1
        self.servers.append(self.servers.pop(0))
        time.sleep(PAUSE)

    def _token(self, path: str) -> str:
        found = re.search(r'name="csrf_token" value="([^"]+)"', self.get(path).text)
        assert found
        return found[1]

    def _connection(self, address: str, port: int) -> http.client.HTTPConnection:
        if self.trust:
            return http.client.HTTPSConnection(address, port, timeout=PATIENCE, context=self.trust)
        return http.client.HTTPConnection(address, port, timeout=PATIENCE)

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        connection = self._connection(*self.servers[0])
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        try:
            connection.request(method, path, body, {**self.told, **cookie, **headers})
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return Answer(answer.status, answer.headers, text)
