"""How many bytes a browser fetches."""

import gzip
import re
from dataclasses import dataclass
from statistics import mean
from urllib.parse import urljoin

from tests.bench import requests
from tests.bench.bench import Bench
from tests.bench.crowd import Crowd
from tests.bench.playing import Match
from tests.bench.report import Row, at_most
from tests.bench.wire import Answer, Connection

LINKED = re.compile(
    r'<link rel="(?:stylesheet|icon)"\s+href="([^"]+)"|<(?:script|img)\b[^>]*?\bsrc="([^"]+)"|<use href="([^"#]+)'
)
FONT = re.compile(r'url\("([^"]+\.woff2)"\)')
MOVES = 6
FIRST, REPEAT, MOVE = 80, 12, 4  # kB
LEVEL = 6  # of gzip, as a reverse proxy in front of the site does it


@dataclass(frozen=True)
class Visit:
    """What was fetched: bytes, requests, and files that the browser still had."""

    size: int
    fetched: int
    kept: int

    @property
    def note(self) -> str:
        """The requests, in words."""
        return f" ({self.fetched} requests, {self.kept} files kept from before)"


async def measure(bench: Bench) -> list[Row]:
    """Visit a game twice, and look at what the others are sent after moves."""
    words, pictures = (Crowd([table]) for table in bench.shown[:2])
    connection = await Connection.open(bench.server.port)
    first, again = await _visits(connection, words)
    seen, _ = await _visits(connection, pictures)
    fragments = await _fragments(connection, words, Match(words, bench.shown[:1]), bench.times(MOVES))
    connection.close()
    return [
        at_most("Bytes of the first visit to a game, with everything", first.size / 1e3, FIRST, "kB", first.note),
        at_most("… to a game of pictures", seen.size / 1e3, FIRST, "kB", seen.note),
        at_most("… of a repeated visit", again.size / 1e3, REPEAT, "kB", again.note),
        at_most("… of a move, to each of the others", mean(fragments) / 1e3, MOVE, "kB"),
    ]


async def _visits(connection: Connection, crowd: Crowd) -> tuple[Visit, Visit]:
    """Fetch a page and what it needs, twice; the second time only what the browser may not keep unasked."""
    player = crowd.players[0]
    page = await connection.ask(player.page())
    files = list(dict.fromkeys("".join(found).replace("&amp;", "&") for found in LINKED.findall(page.text)))
    first = {url: await connection.ask(_file(url, player.path)) for url in files}
    sheets = [(url, answer) for url, answer in first.items() if answer.header("content-type").startswith("text/css")]
    fonts = {urljoin(url, font) for url, answer in sheets for font in FONT.findall(answer.text)}
    first |= {url: await connection.ask(_file(url, player.path)) for url in sorted(fonts)}
    asked = [url for url, answer in first.items() if "immutable" not in answer.header("cache-control")]
    page_again = await connection.ask(player.page())
    again = [page_again, *[await connection.ask(_file(url, player.path, first[url].header("etag"))) for url in asked]]
    return _visit([page, *first.values()], 0), _visit(again, len(first) - len(asked))


def _file(url: str, page: str, etag: str = "") -> bytes:
    return requests.page(urljoin(page, url), **({"If-None-Match": etag} if etag else {}))


def _visit(answers: list[Answer], kept: int) -> Visit:
    assert all(answer.status in (200, 304) for answer in answers)
    return Visit(sum(map(packed, answers)), len(answers), kept)


def packed(answer: Answer) -> int:
    """Return the size of an answer as it reaches a browser: what the site does not compress, its proxy does."""
    body = (
        answer.body
        if answer.header("content-encoding")
        else min(answer.body, gzip.compress(answer.body, LEVEL), key=len)
    )
    return len(answer.head) + len(body)


async def _fragments(connection: Connection, crowd: Crowd, match: Match, moves: int) -> list[int]:
    """Return the sizes of what the others get after some moves at one table."""
    code, sizes = match.free[0], []
    for player in crowd.tables[code]:
        player.saw(await connection.ask(player.page()))
    for _ in range(moves):
        mover, request = match.next_move(code)
        mover.saw(await connection.ask(request))
        match.moved(code)
        for player in crowd.tables[code]:
            if player is not mover:
                answer = await connection.ask(player.poll())
                player.saw(answer)
                sizes.append(packed(answer))
    return sizes
