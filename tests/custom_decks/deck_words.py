"""Words for decks under test, and the short way to send them."""

import io
import re
from html import unescape

from werkzeug.test import TestResponse

from tests.visitor import Visitor

GREEK = "αβγδεζηθικλμνξοπρστυφχψω"


def numbered(count: int, start: int = 0) -> list[str]:
    """Return words that have nothing in common but a letter."""
    return [f"w{number}" for number in range(start, start + count)]


def greek(count: int) -> list[str]:
    """Return words of ten Greek letters or so."""
    return [f"{GREEK[i % 24]}{GREEK[i // 24 % 24]}{GREEK[i // 576 % 24]}αλεπούδα" for i in range(count)]


def save(person: Visitor, words: list[str] | str, url: str = "/decks", **fields: str) -> TestResponse:
    """Send the form of a deck."""
    text = words if isinstance(words, str) else "\r\n".join(words)
    return person.post(url, **{"name": "Mine", "language": "en", "words": text} | fields)


def upload(person: Visitor, data: bytes, url: str = "/decks", **fields: str) -> TestResponse:
    """Send the form of a deck with a file."""
    return person.post(url, **{"name": "Mine", "words": ""} | fields, file=(io.BytesIO(data), "words.txt"))


def made(person: Visitor, words: list[str] | str, **fields: str) -> str:
    """Make a deck, which must succeed; return its code."""
    answer = save(person, words, **fields)
    assert answer.status_code == 303, answer.text
    return answer.location.rpartition("/")[2]


def report(person: Visitor, answer: TestResponse) -> str:
    """Return what is said of the words: on the deck's page, or in the refusal."""
    page = person.get(answer.location).text if answer.status_code == 303 else answer.text
    notes = re.findall(r"<li>((?:Dropped|Kept|\d+ words? kept without).*?)</li>", page, re.DOTALL)
    return unescape(" ".join(notes))


def refusal(answer: TestResponse) -> str:
    """Return what a refusal says."""
    found = re.search(r'role="alert">\s*<p>(.*?)</p>', answer.text, re.DOTALL)
    return unescape(found[1]) if found else ""


def kept(answer: TestResponse) -> str:
    """Return what the form's field of words holds."""
    found = re.search(r"<textarea[^>]*>\r?\n?(.*?)</textarea>", answer.text, re.DOTALL)
    return unescape(found[1]).replace("\r\n", "\n") if found else ""
