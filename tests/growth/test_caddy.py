"""The site behind Caddy, as docker-compose.yml has it: two webs in production, and HTTPS by an authority of its own."""

import gzip
import http.client
import re
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass

import psycopg
import pytest
from flask import Flask

from app import create_app
from app.config import Settings
from app.db import db
from tests.games.tables import DUET_KEYS, WINNING, lay
from tests.growth.front import Front
from tests.growth.player import Player
from tests.processes import Site, free_port, until

ADDRESSES = ["127.0.0.1", "127.0.0.2"]
HOLD = 3  # seconds
KEPT = ("Cache-Control", "Referrer-Policy", "X-Content-Type-Options", "Cross-Origin-Resource-Policy")
KEPT += ("Content-Security-Policy", "Strict-Transport-Security")
FILES = re.compile(r'(?:href|src)="(/static/[^"#]+)')


@dataclass
class ProxiedSite:
    """Two webs on one port, with Caddy before them; `app` is a further site for looking."""

    front: Front
    webs: list[Site]
    app: Flask
    database: str

    def get(self, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
        """Ask Caddy, without cookies."""
        connection = http.client.HTTPSConnection("localhost", self.front.port, timeout=20, context=self.front.trust)
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body


@pytest.fixture(scope="module")
def proxied(
    migrated_database: Callable[[str], str], worker: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ProxiedSite]:
    """Start all of it."""
    url, folder, front = migrated_database(f"front_{worker}"), tmp_path_factory.mktemp("proxied"), None
    with ExitStack() as stack:
        front, port = Front(tmp_path_factory.mktemp("caddy")), free_port()
        settings = {"APP_ENV": "production", "DATABASE_URL": url, "SECRET_KEY": "s" * 32, "SITE_URL": front.url}
        settings |= {"PORT": str(port), "WORKER": "0", "TRUSTED_PROXIES": "1", "HOLD_SECONDS": str(HOLD)}
        webs = [Site(folder / address, HOST=address, **settings) for address in ADDRESSES]
        for web in webs:
            stack.callback(web.end, 9, group=True)
        for address in ADDRESSES:
            until(lambda address=address: _listens(address, port))
        stack.enter_context(front.runs(ADDRESSES, port))
        app = create_app(Settings(database_url=url, secret_key="s" * 32))
        yield ProxiedSite(front, webs, app, url)
        with app.app_context():
            db.engine.dispose()


def _listens(address: str, port: int) -> bool:
    connection = http.client.HTTPConnection(address, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def new_pair(proxied: ProxiedSite, *names: str, **told: str) -> dict[str, Player]:
    """Let two people sign up by way of Caddy."""
    where = [("localhost", proxied.front.port)]
    told = {"Host": f"localhost:{proxied.front.port}"} | told
    return {
        seat: Player(proxied.app, name, where, proxied.front.trust, **told)
        for seat, name in zip("ab", names, strict=True)
    }


def test_all_files_of_a_page_come_as_the_site_sends_them(proxied: ProxiedSite) -> None:
    """Also the bundles, which are no files; a browser keeps them, but not what is of another release."""
    theirs = proxied.webs[0]
    connection = http.client.HTTPConnection(ADDRESSES[0], int(theirs.settings["PORT"]))
    addresses = FILES.findall(proxied.get("/")[1].decode())
    assert {"site.css", "site.js"} <= {address.split("?")[0].removeprefix("/static/") for address in addresses}
    for address in addresses:
        answer, body = proxied.get(address)
        connection.request("GET", address, headers={"Host": "localhost", "X-Forwarded-Proto": "https"})
        same = connection.getresponse()
        assert (answer.status, body) == (200, same.read()), address
        assert {name: answer.headers[name] for name in KEPT} == {name: same.headers[name] for name in KEPT}
        assert answer.headers["Content-Type"] == same.headers["Content-Type"]
        assert "immutable" in answer.headers["Cache-Control"]
    connection.close()
    other, _ = proxied.get(re.sub(r"v=\w+", "v=0", addresses[0]))
    assert (other.status, other.headers["Cache-Control"]) == (200, "no-cache")


@pytest.mark.parametrize("path", ["/", "/static/site/app.css"])
def test_what_is_text_is_compressed(proxied: ProxiedSite, path: str) -> None:
    plain, whole = proxied.get(path)
    packed, less = proxied.get(path, accept_encoding="gzip")
    best, _ = proxied.get(path, accept_encoding="gzip, zstd")
    assert plain.headers["Content-Encoding"] is None
    assert packed.headers["Content-Encoding"] == "gzip"
    assert best.headers["Content-Encoding"] == "zstd"
    assert len(less) < len(whole) / 2
    if path != "/":  # a page has a token of its own each time
        assert gzip.decompress(less) == whole


def test_browsers_get_http_2_and_nobody_plain_http(proxied: ProxiedSite) -> None:
    trust = proxied.front.trust
    trust.set_alpn_protocols(["h2", "http/1.1"])
    plain = socket.create_connection(("127.0.0.1", proxied.front.port))
    with trust.wrap_socket(plain, server_hostname="localhost") as secured:
        assert secured.selected_alpn_protocol() == "h2"
        assert secured.version() == "TLSv1.3"
    connection = http.client.HTTPConnection("localhost", proxied.front.plain_port)
    connection.request("GET", "/rules", headers={"Host": "localhost"})
    answer = connection.getresponse()
    connection.close()
    assert (answer.status, answer.headers["Location"]) == (308, "https://localhost/rules")


def test_the_site_knows_who_asks_and_how(proxied: ProxiedSite) -> None:
    """Whatever they say of themselves; the cookie that needs HTTPS is the proof of the scheme."""
    told = {"Host": f"localhost:{proxied.front.port}", "X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1"}
    Player(proxied.app, "Ina", [(ADDRESSES[0], int(proxied.webs[0].settings["PORT"]))], **told)
    pair = new_pair(proxied, "Eve", "Eli", **{"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "http"})
    assert "__Host-session" in pair["a"].cookies
    with psycopg.connect(proxied.database) as connection:
        tries = connection.execute("SELECT count FROM attempts WHERE key LIKE 'signup %'").fetchall()
    assert len(tries) == 1, "they are known by different addresses"


def test_a_question_for_news_waits_behind_it(proxied: ProxiedSite) -> None:
    pair = new_pair(proxied, "Ann", "Bob")
    table = lay("duet", dict(pair), {"keys": DUET_KEYS})
    first = pair["b"].get(f"/games/{table.code}", **{"HX-Request": "true"})
    asked = time.monotonic()
    nothing = pair["b"].get(f"/games/{table.code}", **{"HX-Request": "true", "HX-PTag": first.headers["HX-PTag"]})
    assert (nothing.status, nothing.headers["Poll-After"]) == (204, "0")
    assert time.monotonic() - asked > HOLD / 2
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(pair["b"].until, table.code, 1)
        pair["a"].play(table.code, WINNING[0][1], seen=0)
        waiting.result()


def test_players_do_not_notice_that_a_web_dies(proxied: ProxiedSite) -> None:
    """Who waits there is asked again at the other one; a move that was on its way may have to be sent once more."""
    pair = new_pair(proxied, "Cat", "Dan")
    table = lay("duet", dict(pair), {"keys": DUET_KEYS})
    for number, (seat, move) in enumerate(WINNING):
        if number == 5:
            proxied.webs[0].end(9, group=True)
        pair[seat].play(table.code, move, seen=number)
        pair["b" if seat == "a" else "a"].until(table.code, number + 1)
    assert table.moves == [move for _, move in WINNING]
    assert pair["a"].switches == pair["b"].switches == 0


def test_a_request_is_numbered_here_and_the_numbers_of_the_site_are_for_nobody(proxied: ProxiedSite) -> None:
    answer, _ = proxied.get("/rules", X_Request_ID="the-clients-own-number")
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", answer.headers["X-Request-ID"])
    for said in ({}, {"X_Forwarded_For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}):
        assert proxied.get("/metrics", **said)[0].status == 404
