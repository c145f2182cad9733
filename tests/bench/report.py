"""The table of figures, in Markdown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf


@dataclass(frozen=True)
class Row:
    """One figure in words, and its target; `met` is None where there is none."""

    what: str
    measured: str
    target: str = ""
    met: bool | None = None

    def __str__(self) -> str:
        verdict = {None: "", True: "✓", False: "missed"}[self.met]
        return f"| {self.what} | {self.measured} | {self.target} {verdict}".rstrip() + " |"


def at_most(what: str, value: float, most: float, unit: str = "", note: str = "") -> Row:
    """Return the row of a figure that is to be small."""
    unit = f" {unit}" if unit else ""
    return Row(what, f"{number(value)}{unit}{note}", f"≤ {number(most)}{unit}", value <= most)


def table(rows: Iterable[Row]) -> str:
    """Return the rows with their heading."""
    return "\n".join(["| | measured | target |", "|---|---|---|", *map(str, rows)])


def number(value: float) -> str:
    """Write a number with about three digits that say something."""
    if value == inf:
        return "∞"
    return f"{value:,.0f}" if value >= 100 else f"{value:.{1 if value >= 10 else 2}f}".rstrip("0").rstrip(".")


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
