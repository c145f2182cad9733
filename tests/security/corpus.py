"""Strings that would be markup, script, style, a template or another's address if a page took them for more than text.

Each has the letters `zqx` in a tag, an attribute, a script or an address, by which a page is searched for it.
"""

import re
from collections.abc import Sequence
from pathlib import Path

MARK = "zqx"
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
_LINES = (Path(__file__).parent / "corpus.txt").read_text().splitlines()

CORPUS = [_ESCAPED.sub(lambda found: chr(int(found[1], 16)), line) for line in _LINES]
KEPT = [text for text in CORPUS if "\0" not in text]  # what a database can hold


def heaps(texts: Sequence[str], count: int) -> list[str]:
    """The texts in so many heaps, each of them one long text."""
    return [" ".join(texts[start::count]) for start in range(count)]
