"""The geometry of small line plots; the template draws them as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

WIDTH, HEIGHT = 320, 130  # SVG units
LEFT, RIGHT, TOP, BOTTOM = 40, 312, 12, 118  # bounds of the plotted line


@dataclass(frozen=True)
class Plot:
    """A plot in SVG units: its points, the path through them, and its grid lines as pairs of height and value."""

    points: Sequence[tuple[float, float]]
    path: str
    lines: Sequence[tuple[float, float]]


def plot(values: Sequence[float | None], top: float = 0) -> Plot | None:
    """Return a line plot of `values`, on a scale from 0 to `top`, or None if fewer than two are known.

    Unknown values (None) are skipped. Without `top`, the scale ends at the largest value, rounded up to an even number.
    """
    top = top or max(2, 2 * ceil(max((value for value in values if value is not None), default=0) / 2))
    step = (RIGHT - LEFT) / max(1, len(values) - 1)
    known = [(LEFT + number * step, _height(value, top)) for number, value in enumerate(values) if value is not None]
    points = [(round(x, 1), y) for x, y in known]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    return (
        Plot(points, path, [(_height(value, top), value) for value in (0, top / 2, top)]) if len(points) > 1 else None
    )


def _height(value: float, top: float) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * value / top, 1)
