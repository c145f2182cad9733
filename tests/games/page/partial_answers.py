"""A page that takes in an answer without what it shows already, as the browser does."""

import re
from html.parser import HTMLParser
from typing import Final

SAME: Final = re.compile(r'<[a-z]+ id="([a-z0-9-]+)" data-same></[a-z]+>')
VERSION: Final = re.compile(r'data-version="(\d+)"')
SEEN: Final = re.compile(r'(name="seen" value=")\d+')
EMPTY: Final = {"input", "link", "meta", "br", "img"}


class _Elements(HTMLParser):
    """Where the elements with an id are in a text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lines = [0]
        for line in text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.open: list[tuple[str, str | None, int]] = []
        self.found: dict[str, tuple[int, int]] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in EMPTY:
            self.open.append((tag, dict(attrs).get("id"), self._place()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing is in it."""

    def handle_endtag(self, tag: str) -> None:
        opened, name, begun = self.open.pop()
        assert opened == tag, (opened, tag, begun)
        if name:
            assert name not in self.found, name
            self.found[name] = begun, self._place() + len(f"</{tag}>")

    def _place(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column


def take_in(shown: str, answer: str) -> str:
    """Return the table that a page shows after an answer, if it has shown this one."""
    elements = _Elements(shown).found
    (version,) = VERSION.findall(answer)

    def kept(same: re.Match[str]) -> str:
        begin, end = elements[same[1]]
        return SEEN.sub(rf"\g<1>{version}", shown[begin:end])

    return SAME.sub(kept, answer)
