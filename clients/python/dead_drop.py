"""A client of Dead Drop's API, with nothing but the standard library.

>>> client = Client("https://dead-drop.example", "dd_…")
>>> client.account()["name"]
'Ann'
"""

import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

JSON = dict[str, Any]
STREAM_SECONDS = 120  # a stream is dead if not even a blank line has come for so long


class Problem(Exception):
    """A request that was refused: `code` is for programs, `detail` a sentence, `told` all that the site has said."""

    def __init__(self, status: int, told: JSON) -> None:
        super().__init__(f"{status} {told.get('code')}: {told.get('detail')}")
        self.status, self.told = status, told
        self.code, self.detail = str(told.get("code", "")), str(told.get("detail", ""))


class Client:
    """Somebody's account at a site, by a token from the account page."""

    def __init__(self, site: str, token: str, patience: int = 5) -> None:
        self.site, self.token = site.rstrip("/"), token
        self.patience = patience  # how often to try again while the site is busy, or limits requests

    def account(self) -> JSON:
        """Return the account, and what the token allows."""
        return self._send("GET", "/account")

    def become_bot(self) -> JSON:
        """Make the account a bot for good; only possible before its first game."""
        return self._send("POST", "/account/bot")

    def games(self) -> list[JSON]:
        """Return your games, those that wait for you first."""
        return list(self._send("GET", "/games")["games"])

    def game(self, code: str) -> JSON:
        """Return a game as your seat sees it; what the rules show is in `view`."""
        return self._send("GET", f"/games/{code}")

    def move(self, code: str, move: str, seen: int, sure: str = "") -> JSON:
        """Play a move in notation at version `seen`, and return the game after it; raises Problem."""
        return self._send("POST", f"/games/{code}/moves", {"move": move, "seen": seen, "sure": sure})

    def mark(self, code: str, card: int) -> JSON:
        """Point at a card, or stop pointing at it."""
        return self._send("POST", f"/games/{code}/marks", {"card": card})

    def talk(self, code: str, text: str) -> JSON:
        """Send a chat message to your side."""
        return self._send("POST", f"/games/{code}/talk", {"text": text})

    def rematch(self, code: str, flip: bool = False, rotate: bool = False) -> str:
        """Return the code of the game after this one."""
        return str(self._send("POST", f"/games/{code}/rematch", {"flip": flip, "rotate": rotate})["game"])

    def log(self, code: str) -> JSON:
        """Return an ended game with its key and all of its moves."""
        return self._send("GET", f"/games/{code}/log")

    def open_lobby(self, variant: str, **settings: Any) -> JSON:
        """Open a lobby for `classic`, `pictures`, `duet` or `duet-pictures`."""
        return self._send("POST", "/lobbies", {"variant": variant, **settings})

    def sit(self, lobby: str, seat: str = "any") -> JSON:
        """Join a lobby and take a seat."""
        return self._send("POST", f"/lobbies/{lobby}/seats", {"seat": seat})

    def start(self, lobby: str) -> str:
        """Start the game of a lobby, and return its code."""
        return str(self._send("POST", f"/lobbies/{lobby}/start")["game"])

    def events(self) -> Iterator[JSON]:
        """Yield what happens to one, for as long as the stream lasts."""
        return self._stream("/events")

    def follow(self, code: str) -> Iterator[JSON]:
        """Yield a game whenever what one sees of it changes, until its end."""
        return self._stream(f"/games/{code}/events")

    def _send(self, method: str, path: str, body: JSON | None = None) -> JSON:
        """Send a request; where the site says when to try again, do so. Nothing is done before it has said so."""
        for tries_left in reversed(range(self.patience + 1)):
            try:
                with urlopen(self._request(method, path, body), timeout=30) as answer:
                    return dict(json.loads(answer.read() or b"{}"))
            except HTTPError as error:
                problem, wait = _problem(error), error.headers.get("Retry-After")
                if not (tries_left and wait and error.code in (429, 503)):
                    raise problem from None
                time.sleep(float(wait))
        raise AssertionError("the last try answers or raises")

    def _stream(self, path: str) -> Iterator[JSON]:
        try:
            with urlopen(self._request("GET", path), timeout=STREAM_SECONDS) as lines:
                yield from (json.loads(line) for line in lines if line.strip())  # a blank line only keeps alive
        except HTTPError as error:
            raise _problem(error) from None

    def _request(self, method: str, path: str, body: JSON | None = None) -> Request:
        headers = {"Authorization": f"Bearer {self.token}", "API-Version": "1"}
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        return Request(f"{self.site}/api{path}", data, headers, method=method)


def _problem(error: HTTPError) -> Problem:
    text = error.read()
    try:
        return Problem(error.code, json.loads(text))
    except ValueError:  # from a proxy in between
        return Problem(error.code, {"code": "", "detail": text.decode(errors="replace")[:200]})
