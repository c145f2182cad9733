"""Walking through every page of the URL map, each as somebody who may see it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Page

from tests.browser.reading import PAGES, Reader
from tests.doors.knocking import Door

SEATS: Final = ("spymaster", "operative", "a", "b", "nobody")  # who see a table differently
OTHERS: Final = ("host", "admin", "member", "a", "nobody")


def shown(door: Door) -> Iterator[tuple[str, str]]:
    """Every page, each with a kind of visitor who may see it: of tables, one for each seat."""
    for row in PAGES:
        kinds = SEATS if row.pattern.startswith("/games/<") else OTHERS
        answers = ((kind, door.knock(row, kind)) for kind in kinds)
        pages = ((kind, answer) for kind, answer in answers if answer.status_code == 200 and b"<html" in answer.data)
        seeing = [kind for kind, answer in pages if answer.mimetype == "text/html"]
        chosen = seeing if kinds is SEATS else {*seeing[:1], *seeing[-1:]}
        yield from ((row.pattern, kind) for kind in chosen)


@contextmanager
def opened(reader: Reader, door: Door, pattern: str, kind: str, language: str) -> Iterator[Page]:
    """Open a page in a language, and undo what that wrote; an account has a language of its own."""
    reader.page.goto("about:blank")  # lest the page from before polls for somebody else, and is led away
    reader.visitor = door.town.visitor(kind)
    with door.undone():
        reader.visitor.post("/language", language=language)
        answer = reader.page.goto(door.town.address(pattern))
        assert answer
        assert not answer.from_service_worker, f"{pattern} is not the site's own"
        yield reader.page


def walk(reader: Reader, door: Door, pages: Iterable[tuple[str, str]], language: str) -> Iterator[tuple[str, Page]]:
    """Open one page after the other; each is told by its name and its visitor."""
    for pattern, kind in pages:
        with opened(reader, door, pattern, kind, language) as page:
            yield f"{pattern} for {kind}", page
