"""People who use a site over the wire, without a real browser."""

import re
from collections.abc import Sequence
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener


class Browser:
    """Somebody's cookies, and the forms that go with them; answers are (status, address, text)."""

    def __init__(self, url: str, name: str, email: str = "") -> None:
        self.url = url
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.post("/signup", page="/signup", name=name, password="a long enough password", email=email)

    def get(self, path: str) -> tuple[int, str, str]:
        """Ask for a page."""
        return self._open(Request(self.url + path))

    def post(self, path: str, page: str = "/", **fields: str | Sequence[str]) -> tuple[int, str, str]:
        """Send a form with the token of a page of ours."""
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.get(page)[2])
        assert token
        return self.send(path, token[1], **fields)

    def send(self, path: str, token: str, /, **fields: str | Sequence[str]) -> tuple[int, str, str]:
        """Send a form with a token that is already known."""
        return self._open(Request(self.url + path, urlencode({"csrf_token": token, **fields}, doseq=True).encode()))

    def _open(self, request: Request) -> tuple[int, str, str]:
        try:
            with self.opener.open(request, timeout=30) as answer:
                return answer.status, answer.url, answer.read().decode()
        except HTTPError as error:
            return error.code, request.full_url, error.read().decode()
