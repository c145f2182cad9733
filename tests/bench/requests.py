"""Requests as Chromium and htmx send them, through a reverse proxy that says who asks."""

import json
from collections.abc import Mapping
from urllib.parse import urlencode

HOST = "play.example.org"
BROWSER = f"""\
Host: {HOST}\r
Connection: keep-alive\r
sec-ch-ua: "Not:A-Brand";v="8", "Chromium";v="156"\r
sec-ch-ua-mobile: ?0\r
sec-ch-ua-platform: "Linux"\r
User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36\r
Accept-Encoding: gzip, deflate, br, zstd\r
Accept-Language: en-US,en;q=0.9\r
X-Forwarded-Proto: https\r
X-Forwarded-Host: {HOST}\r
"""
DOCUMENT = """\
Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8\r
Sec-Fetch-Dest: document\r
Sec-Fetch-Mode: navigate\r
Sec-Fetch-Site: same-origin\r
Sec-Fetch-User: ?1\r
Upgrade-Insecure-Requests: 1\r
"""
HTMX = """\
Accept: text/html\r
Sec-Fetch-Dest: empty\r
Sec-Fetch-Mode: same-origin\r
Sec-Fetch-Site: same-origin\r
HX-Request: true\r
HX-Request-Type: partial\r
"""
PROGRAM = f"""\
User-Agent: Python-urllib/3.14\r
Accept-Encoding: identity\r
API-Version: 1\r
X-Forwarded-Proto: https\r
X-Forwarded-Host: {HOST}\r
"""


def page(path: str, cookies: str = "", address: str = "10.0.0.1", **headers: str) -> bytes:
    """Return the request of a whole page, or of a file."""
    return _request("GET", path, DOCUMENT, cookies, address, headers)


def poll(path: str, cookies: str, tag: str = "", address: str = "10.0.0.1", look: str = "") -> bytes:
    """Return the request by which the table at `path` asks for news."""
    shown = {"HX-PTag": tag, "HX-Look": look}
    sent = {name: value for name, value in shown.items() if value}
    return _request("GET", path, HTMX + _source(path, "section#table"), cookies, address, sent)


def form(path: str, cookies: str, fields: dict[str, str], address: str = "10.0.0.1") -> bytes:
    """Return a form sent plainly."""
    return _posted(path, DOCUMENT, cookies, address, fields)


def move(path: str, cookies: str, fields: dict[str, str], address: str = "10.0.0.1", look: str = "") -> bytes:
    """Return a move sent by htmx from the table at `path`."""
    head = HTMX + _source(path, "form#board") + (f"HX-Look: {look}\r\n" if look else "")
    return _posted(f"{path}/moves", head, cookies, address, fields)


def api(method: str, path: str, token: str, address: str, body: Mapping[str, object] | None = None) -> bytes:
    """Return a request to the API, as a program sends it."""
    sent = b"" if body is None else json.dumps(body).encode()
    kind = f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n" if sent else ""
    head = f"{method} /api{path} HTTP/1.1\r\nHost: {HOST}\r\n{PROGRAM}X-Forwarded-For: {address}\r\n"
    return f"{head}Authorization: Bearer {token}\r\n{kind}\r\n".encode() + sent


def _source(path: str, element: str) -> str:
    page = f"https://{HOST}{path}"
    return f"HX-Source: {element}\r\nHX-Target: section#table\r\nHX-Current-URL: {page}\r\nReferer: {page}\r\n"


def _posted(path: str, headers: str, cookies: str, address: str, fields: dict[str, str]) -> bytes:
    body = urlencode(fields)
    more = {
        "Origin": f"https://{HOST}",
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": str(len(body)),
    }
    return _request("POST", path, headers, cookies, address, more) + body.encode()


def _request(method: str, path: str, headers: str, cookies: str, address: str, more: dict[str, str]) -> bytes:
    cookie = f"Cookie: {cookies}\r\n" if cookies else ""
    others = "".join(f"{name}: {value}\r\n" for name, value in more.items())
    return f"{method} {path} HTTP/1.1\r\n{BROWSER}{headers}X-Forwarded-For: {address}\r\n{cookie}{others}\r\n".encode()
