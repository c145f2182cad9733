"""A page that takes in an answer without what it shows already, as the browser does."""

import re
from typing import Final

SAME: Final = re.compile(r'<[a-z]+ id="([a-z0-9-]+)" data-same></[a-z]+>')
VERSION: Final = re.compile(r'data-version="(\d+)"')
SEEN: Final = re.compile(r'(name="seen" value=")\d+')
TAG: Final = re.compile(r"""<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
ID: Final = re.compile(r'\sid="([^"]*)"')
EMPTY: Final = {"input", "link", "meta", "br", "img"}


def _elements(text: str) -> dict[str, tuple[int, int]]:
    """Return where the elements with an id begin and end in a text, by id; a parser would take ten times as long."""
    found: dict[str, tuple[int, int]] = {}
    opened: list[tuple[str, re.Match[str] | None, int]] = []
    for tag in TAG.finditer(text):
        ends, name, attributes = tag.groups()
        if ends:
            expected, own, begun = opened.pop()
            assert expected == name, (expected, name, begun)
            if own:
                assert own[1] not in found, own[1]
                found[own[1]] = begun, tag.end()
        elif name not in EMPTY and not attributes.endswith("/"):
            opened.append((name, ID.search(attributes), tag.start()))
    assert not opened, opened
    return found


def take_in(shown: str, answer: str) -> str:
    """Return the table that a page shows after an answer, if it has shown this one."""
    elements = _elements(shown)
    (version,) = VERSION.findall(answer)

    def kept(same: re.Match[str]) -> str:
        begin, end = elements[same[1]]
        return SEEN.sub(rf"\g<1>{version}", shown[begin:end])

    return SAME.sub(kept, answer)
