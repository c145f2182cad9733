"""Writing a shape as SVG path data: relative, in whole numbers, as short as possible."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

Point = tuple[float, float]
_LETTERS: Final = {0: "m", 1: "l", 2: "q", 4: "c", 5: "z"}  # by Skia's verbs; 3, conics, is not supported


def path_data(segments: Iterable[tuple[int, Sequence[Point]]]) -> str:
    """Return the `d` attribute of an SVG path for segments, pairs of a Skia verb and its points.

    Raises KeyError for a verb that is not supported.
    """
    text, last, here, start = "", "", (0, 0), (0, 0)
    for verb, points in segments:
        letter = _LETTERS[verb]
        ends = [(round(x), round(y)) for x, y in points]
        if letter == "l" and ends == [here]:
            continue
        text += "" if letter == last and letter not in "mz" else letter
        text += "".join(f" {x - here[0]} {y - here[1]}" for x, y in ends)
        here = ends[-1] if ends else start
        start = ends[0] if letter == "m" else start
        last = letter
    return _without_spaces(text)


def _without_spaces(text: str) -> str:
    """Return path data without spaces before a minus sign or after a letter."""
    return re.sub(r" (?=-)|(?<=[a-z]) ", "", text)
