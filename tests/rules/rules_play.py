"""Deals with everything in order, and games told in short lines such as `rs clue tree 2` or `b guess 7`."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from app.rules import DUET_COUNTS, IllegalMove, Table, parse, start

SHORT = {"rs": "red-spymaster", "ro": "red-operative", "bs": "blue-spymaster", "bo": "blue-operative"}
CLASSIC_KEY = "r" * 9 + "b" * 8 + "." * 7 + "x"
"""Red 0-8, blue 9-16, bystanders 17-23, assassin 24."""
PICTURES_KEY = "r" * 8 + "b" * 7 + "." * 4 + "x"
"""Red 0-7, blue 8-14, bystanders 15-18, assassin 19."""
_PAIRS = [pair for pair, count in DUET_COUNTS.items() for _ in range(count)]
DUET_KEYS = {"a": "".join(pair[0] for pair in _PAIRS), "b": "".join(pair[1] for pair in _PAIRS)}
"""agent/agent 0-2, agent/bystander 3-7, bystander/agent 8-12, g/x 13, x/g 14, x/x 15, x/. 16, ./x 17, ./. 18-24."""

_parse = cache(parse)


def versus(*, house: Iterable[str] = (), first: str = "red", key: str = CLASSIC_KEY) -> dict[str, Any]:
    return {"variant": "classic", "first": first, "key": key, "house": [*house]}


def pictures(*, house: Iterable[str] = ()) -> dict[str, Any]:
    return {"variant": "pictures", "first": "red", "key": PICTURES_KEY, "house": [*house]}


def duet(*, house: Iterable[str] = (), tokens: int = 9, mistakes: int = 9, **keys: str) -> dict[str, Any]:
    return {
        "variant": "duet",
        "keys": DUET_KEYS | keys,
        "tokens": tokens,
        "mistakes": mistakes,
        "house": [*house],
    }


def play(deal: dict[str, Any], *lines: str) -> Table:
    """The table after these lines."""
    return go(start(deal), *lines)


def go(table: Table, *lines: str) -> Table:
    """The table after these lines more."""
    for line in lines:
        seat, move = line.split(" ", 1)
        table = table.play(SHORT.get(seat, seat), parse(move))
    return table


def refused(table: Table, line: str) -> str:
    """The code with which a table refuses a line; the table stays as it was."""
    before = table
    with pytest.raises(IllegalMove) as caught:
        go(table, line)
    assert table == before
    return caught.value.code


def guesses(seat: str, *cards: int) -> list[str]:
    return [f"{seat} guess {card}" for card in cards]


def legal(table: Table, seat: str, text: str) -> bool:
    """Whether a table takes a move of a seat."""
    try:
        table.play(seat, _parse(text))
    except IllegalMove:
        return False
    return True
