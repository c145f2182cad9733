"""Caddy before webs of which one is gone, or all: who asks is answered soon, and nothing is done twice."""

import http.client
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from app.http.responses import RETRY_SECONDS
from tests.growth.front import Front
from tests.processes import free_port, until

ONE, OTHER = "127.0.0.1", "127.0.0.2"
SOON = 3.0  # seconds in which somebody answers
FORMS = 8
SECONDS, PAUSE = 6, 0.15  # for which each asks, and between what they ask
Heard = tuple[http.client.HTTPResponse, float]  # an answer, and how many seconds it took
PEOPLE = 8  # who wait for news
LANGUAGES = {  # what browsers ask for, the language of the answer, and its title
    "fr-CA,fr;q=0.9,en;q=0.8": ("fr", "Cela n’a pas marché"),
    "it": ("it", "Non ha funzionato"),
    "de, fr;q=0.5": ("en", "That did not work"),
}


class Web(ThreadingHTTPServer):
    """A web that counts the forms it gets; one that `dies` gives no answer to them."""

    daemon_threads = True

    def __init__(self, address: str, port: int, dies: bool = False) -> None:
        super().__init__((address, port), _Handler)
        self.dies = dies
        self.forms: Counter[bytes] = Counter()
        self.waiting = 0
        self.news = threading.Event()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Web

    def do_GET(self) -> None:
        if self.path == "/news":
            self.server.waiting += 1
            self.server.news.wait(60)
        self._answer()

    def do_POST(self) -> None:
        self.server.forms[self.rfile.read(int(self.headers["Content-Length"]))] += 1
        if self.server.dies:
            self.close_connection = True
        else:
            self._answer()

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _answer(self) -> None:
        self.send_response(204)
        self.end_headers()


@contextmanager
def running(*webs: Web) -> Iterator[None]:
    """Keep them answering."""
    for web in webs:
        threading.Thread(target=web.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        for web in webs:
            web.shutdown()
            web.server_close()


@contextmanager
def silence(address: str, port: int) -> Iterator[None]:
    """Let nobody connect there, and be refused neither: as many wait already as may."""
    with socket.socket() as server, socket.socket() as first, socket.socket() as second:
        server.bind((address, port))
        server.listen(0)
        for waiting in (first, second):
            waiting.setblocking(False)
            waiting.connect_ex((address, port))
        yield


@pytest.fixture
def front(tmp_path: Path) -> Front:
    """Caddy, which does not run yet."""
    return Front(tmp_path)


def ask(front: Front, path: str = "/", form: str = "", **headers: str) -> Heard:
    """Ask for a page, or send a form; return what was heard."""
    connection = http.client.HTTPSConnection("localhost", front.port, timeout=30, context=front.trust)
    begun = time.monotonic()
    connection.request("POST" if form else "GET", path, form or None, headers)
    answer = connection.getresponse()
    answer.page = answer.read().decode()  # type: ignore[attr-defined]
    connection.close()
    return answer, time.monotonic() - begun


def alternate(front: Front) -> list[tuple[Heard, Heard]]:
    """Send forms and ask for pages in turn, for some seconds; return what was heard of each."""
    heard, end = [], time.monotonic() + SECONDS
    while time.monotonic() < end:
        heard.append((ask(front, form="a move"), ask(front)))
        time.sleep(PAUSE)
    return heard


@pytest.mark.parametrize("silent", [False, True], ids=["refuses", "is silent"])
def test_who_asks_for_a_page_hears_soon_from_the_web_that_is_left(front: Front, silent: bool) -> None:
    """Although others wait there for news, and send forms, for which Caddy may not find another web."""
    port = free_port()
    gone, web = silence(OTHER, port) if silent else nullcontext(), Web(ONE, port)
    with running(web), gone, front.runs([ONE, OTHER], port), ThreadPoolExecutor(2 * PEOPLE) as pool:
        waiting = [pool.submit(ask, front, path="/news") for _ in range(PEOPLE)]
        until(lambda: web.waiting == PEOPLE)
        asked = [pool.submit(alternate, front) for _ in range(PEOPLE)]
        forms, pages = zip(*(pair for each in asked for pair in each.result()), strict=True)
        web.news.set()
        assert {each.result()[0].status for each in waiting} == {204}
    assert {answer.status for answer, _ in pages} == {204}
    assert sum(seconds > SOON for _, seconds in pages) <= 1  # it is chance how often one meets who is gone
    assert {answer.status for answer, _ in forms} <= {204, 502}  # 502: before Caddy 2.11.2


def test_a_form_that_one_web_has_got_is_sent_to_no_other(front: Front) -> None:
    port = free_port()
    webs = [Web(address, port, dies=True) for address in (ONE, OTHER)]
    with running(*webs), front.runs([ONE, OTHER], port):
        answers = [ask(front, form=f"{number}")[0] for number in range(FORMS)]
    assert {answer.status for answer in answers} == {502}
    assert set((webs[0].forms + webs[1].forms).values()) == {1}
    assert all(web.forms for web in webs)


def test_where_no_web_is_left_people_are_told_when_to_try_again(front: Front) -> None:
    """In their browser's language, as far as the site speaks it."""
    with front.runs([OTHER], free_port()):
        answer, seconds = ask(front)
        told = {asked: ask(front, **{"Accept-Language": asked})[0].page for asked in LANGUAGES}
    assert answer.status in {502, 503}
    assert seconds < 2 * SOON
    assert answer.headers["Retry-After"] == str(RETRY_SECONDS)
    for asked, (language, title) in LANGUAGES.items():
        assert f'<html lang="{language}">' in told[asked]
        assert f"<h1>{title}</h1>" in told[asked]
