"""Reading the page of the rules: its text, its anchors and its tables."""

import re
from html import unescape

import pytest


def plain(markup: str) -> str:
    """The text of some markup, on one line; spaces that do not break stay what they are."""
    return re.sub(r"[ \t\n]+", " ", unescape(re.sub(r"<[^>]+>", " ", markup))).strip()


def table(page: str, anchor: str) -> list[list[str]]:
    """The rows of the table with that id, as text; its caption is left out."""
    found = re.search(rf'<table id="{anchor}">.*?</table>', page, re.DOTALL)
    if found is None:
        pytest.fail(f"there is no table {anchor}")
    rows = re.findall(r"<tr>.*?</tr>", found[0], re.DOTALL)
    return [[plain(cell) for cell in re.findall(r"<(?:th|td)\b.*?</(?:th|td)>", row, re.DOTALL)] for row in rows]


def ids(page: str) -> list[str]:
    """Every id on the page, in order."""
    return re.findall(r'\bid="([^"]+)"', page)
