"""Somebody at a site in production, by plain HTTP from this machine, who notes every secret that is shown to them."""

import re
from http.client import HTTPConnection
from typing import NamedTuple
from urllib.parse import urlencode

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Answer(NamedTuple):
    """What came back."""

    status: int
    location: str
    number: str
    text: str


class Outsider:
    """A browser that sends its cookies in any case; `secrets` are those, and the tokens of forms."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.secrets: set[str] = set()

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Send a request."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, body, {"Cookie": cookie} | named)
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        for line in answer.headers.get_all("Set-Cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
            self.secrets |= {value} if len(value) > 20 else set()
        connection.close()
        return Answer(answer.status, answer.headers.get("Location", ""), answer.headers["X-Request-ID"] or "", text)

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page."""
        return self.ask("GET", path, **headers)

    def post(self, path: str, **fields: str) -> Answer:
        """Send a form with the token of this browser's pages."""
        token = self.token()
        return self.ask("POST", path, urlencode({"csrf_token": token, **fields}).encode(), **FORM)

    def token(self) -> str:
        """Return the token of forms; there is one on every page."""
        found = re.search(r'name="csrf_token" value="([^"]+)"', self.get("/credits").text)
        assert found
        self.secrets.add(found[1])
        return found[1]
