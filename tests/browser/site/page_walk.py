"""Walking through every page of the URL map, each as somebody who may see it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Page

from tests.browser.site.served_page import Reader
from tests.security.route_probe import RouteProbe
from tests.security.table import PAGES, Row

SEATS: Final = ("spymaster", "operative", "a", "b", "nobody")  # who see a table differently
OTHERS: Final = ("host", "admin", "member", "a", "nobody")


def shown(probe: RouteProbe) -> Iterator[tuple[str, str]]:
    """Every page, each with a kind of visitor who may see it: of tables each seat, else the first and the last kind."""
    for row in PAGES:
        if row.pattern.startswith("/games/<"):
            yield from ((row.pattern, kind) for kind in SEATS if _is_page(probe, row, kind))
        elif first := _first(probe, row, OTHERS):
            last = _first(probe, row, OTHERS[::-1]) or first
            yield from ((row.pattern, kind) for kind in dict.fromkeys((first, last)))


def _first(probe: RouteProbe, row: Row, kinds: Iterable[str]) -> str | None:
    return next((kind for kind in kinds if _is_page(probe, row, kind)), None)


def _is_page(probe: RouteProbe, row: Row, kind: str) -> bool:
    answer = probe.send(row, kind)
    return answer.status_code == 200 and answer.mimetype == "text/html" and b"<html" in answer.data


@contextmanager
def opened(reader: Reader, probe: RouteProbe, pattern: str, kind: str, language: str) -> Iterator[Page]:
    """Open a page in a language, and undo what that wrote; an account has a language of its own."""
    reader.visitor = visitor = probe.sample.visitor(kind)
    with probe.undone():
        visitor.post("/language", language=language)
        answer = reader.page.goto(probe.sample.address(pattern))
        assert answer
        assert not answer.from_service_worker, f"{pattern} is not the site's own"
        yield reader.page
        reader.leave()


def walk(
    reader: Reader, probe: RouteProbe, pages: Iterable[tuple[str, str]], language: str
) -> Iterator[tuple[str, Page]]:
    """Open one page after the other; each is told by its name and its visitor."""
    for pattern, kind in pages:
        with opened(reader, probe, pattern, kind, language) as page:
            yield f"{pattern} for {kind}", page
