"""Drawing a shape again with fewer and shorter curves, so that nobody sees the difference.

Points are complex numbers, in units of the card.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

Curve = tuple[complex, ...]  # a Bézier curve: the ends of a line; with one or two points between them, of a bend
Segment = tuple[int, Sequence[tuple[float, float]]]  # a Skia verb and its points, as `drawn.path_data` takes them

_TOLERANCE: Final = 1.2  # units that a new curve may be away from the old ones
_SHARE: Final = 0.03  # of a contour's length, the same for small ones
_LOOKS: Final = 6  # points of each old curve that a new one is compared with
_ROUNDS: Final = 3  # of fitting
_PIECES: Final = 24  # old curves that one new one may replace, at most
_MISSES: Final = 2  # pieces too long in a row, after which none longer is tried
_BEND: Final = 0.5  # the turn, as the distance of two directions, that makes a corner between long curves
_VERBS: Final = {2: 1, 3: 2, 4: 4}  # Skia's, by the number of points


def simplify(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Yield the segments of the same shape with as few numbers as possible."""
    for curves in _contours(segments):
        new = _fit_all(_from_corner(curves), _tolerance(curves))
        yield 0, [_pair(new[0][0])]
        for curve in new[:-1] if len(new[-1]) == 2 else new:  # closing draws the last line
            yield _VERBS[len(curve)], [_pair(point) for point in curve[1:]]
        yield 5, []


def _pair(point: complex) -> tuple[float, float]:
    return point.real, point.imag


def _contours(segments: Iterable[Segment]) -> Iterator[list[Curve]]:
    """Yield each closed contour as curves without length zero, the closing line included."""
    curves: list[Curve] = []
    start = here = 0j
    for verb, pairs in segments:
        points = [complex(*pair) for pair in pairs]
        if verb == 0:
            start = here = points[0]
            continue
        curve = (here, *(points or [start]))
        if any(point != here for point in curve):
            curves.append(curve)
        here = curve[-1]
        if verb == 5:
            if curves:
                yield curves
            curves = []


def _tolerance(curves: Sequence[Curve]) -> float:
    points = [point for curve in curves for point in curve]
    width = max(p.real for p in points) - min(p.real for p in points)
    height = max(p.imag for p in points) - min(p.imag for p in points)
    return min(_TOLERANCE, _SHARE * max(width, height))


def _from_corner(curves: list[Curve]) -> list[Curve]:
    """Return the contour so that it begins where it bends most, which no new curve can span."""
    turns = [
        abs(_direction(after) + _direction(before[::-1]))
        for before, after in zip([curves[-1], *curves], curves, strict=False)
    ]
    first = turns.index(max(turns))
    return curves[first:] + curves[:first]


def _direction(curve: Curve) -> complex:
    """Return the direction in which a curve leaves its first point, of length one."""
    way = next((point - curve[0] for point in curve[1:] if abs(point - curve[0]) > 1e-6), 1)
    return way / abs(way)


def point_at(curve: Curve, share: float) -> complex:
    """Return a point of a curve, from 0 for its beginning to 1 for its end."""
    points = list(curve)
    while len(points) > 1:
        points = [a + (b - a) * share for a, b in pairwise(points)]
    return points[0]


def _fit_all(curves: Sequence[Curve], tolerance: float) -> list[Curve]:
    """Return new curves for old ones: of all ways to divide them into pieces, that with the fewest points."""
    best: list[tuple[float, int, Curve]] = [(0, 0, ())]
    best += [(float("inf"), 0, ())] * len(curves)
    seen = [[point_at(curve, step / _LOOKS) for step in range(1, _LOOKS + 1)] for curve in curves]
    for begin in range(len(curves)):
        misses, spanned = 0, [curves[begin][0]]
        for end in range(begin + 1, min(begin + _PIECES, len(curves)) + 1):
            if end > begin + 1 and _is_corner(curves[end - 2], curves[end - 1], tolerance):
                break
            spanned += seen[end - 1]
            new = _single_curve(curves[begin:end], spanned, tolerance)
            misses = 0 if new else misses + 1
            if new and best[begin][0] + len(new) - 0.5 < best[end][0]:
                best[end] = best[begin][0] + len(new) - 0.5, begin, new
            if misses == _MISSES:
                break
    found, end = [], len(curves)
    while end:
        _, begin, curve = best[end]
        found.append(curve)
        end = begin
    return found[::-1]


def _is_corner(before: Curve, after: Curve, tolerance: float) -> bool:
    """Whether two curves meet in a corner that no new curve can round off."""
    is_long = min(abs(curve[-1] - curve[0]) for curve in (before, after)) > 5 * tolerance
    return is_long and abs(_direction(after) + _direction(before[::-1])) > _BEND


def _single_curve(old: Sequence[Curve], spanned: Sequence[complex], tolerance: float) -> Curve | None:
    """Return one curve for all these old ones, the simplest that comes near enough, or none."""
    ends = old[0][0], old[-1][-1]
    if ends[0] == ends[1]:
        return None
    if _is_straight(spanned, *ends, tolerance):
        return ends
    leaves, arrives = _direction(old[0]), _direction(old[-1][::-1])
    crossing = _tangents_meet_at(ends[0], leaves, ends[1], arrives)
    if crossing is not None and _is_near((ends[0], crossing, ends[1]), spanned, tolerance):
        return ends[0], crossing, ends[1]
    if len(old) == 1:
        return old[0]
    fitted = _fitted(spanned, leaves, arrives)
    return fitted if fitted and _is_near(fitted, spanned, tolerance) else None


def _is_straight(points: Sequence[complex], begin: complex, end: complex, tolerance: float) -> bool:
    """Whether points lie on the line between these two, in their order."""
    turned = [(point - begin) / (end - begin) for point in points]
    near = tolerance / abs(end - begin)
    return all(abs(point.imag) <= near for point in turned) and all(
        b.real - a.real > -near for a, b in pairwise(turned)
    )


def _cross(a: complex, b: complex) -> float:
    return (a.conjugate() * b).imag


def _tangents_meet_at(begin: complex, leaves: complex, end: complex, arrives: complex) -> complex | None:
    """Return where the tangents at both ends meet, if they do so before either end."""
    area = _cross(leaves, arrives)
    if abs(area) < 1e-3:
        return None
    first, second = _cross(end - begin, arrives) / area, _cross(end - begin, leaves) / area
    return begin + first * leaves if first > 0 and second > 0 else None


def _is_near(curve: Curve, points: Sequence[complex], tolerance: float) -> bool:
    """Whether a curve passes all points at this distance at most."""
    shares = _shares(curve, points)
    return all(abs(point_at(curve, share) - point) <= tolerance for share, point in zip(shares, points, strict=True))


def _by_length(points: Sequence[complex]) -> list[float]:
    """Return how far along the points each of them lies, from 0 to 1."""
    lengths = [0.0]
    for a, b in pairwise(points):
        lengths.append(lengths[-1] + abs(b - a))
    return [length / lengths[-1] for length in lengths]


def _shares(curve: Curve, points: Sequence[complex], shares: list[float] | None = None) -> list[float]:
    """Return where on a curve it is nearest to each of the points."""
    shares = shares or _by_length(points)
    once = [(len(curve) - 1) * (b - a) for a, b in pairwise(curve)]
    twice = [(len(once) - 1) * (b - a) for a, b in pairwise(once)]
    for _ in range(2):
        shares = [_nearer(curve, once, twice, share, point) for share, point in zip(shares, points, strict=True)]
    return shares


def _nearer(curve: Curve, once: Sequence[complex], twice: Sequence[complex], share: float, point: complex) -> float:
    """Return a share whose point on the curve is nearer to a point, by a step of Newton's."""
    away, speed, turn = point_at(curve, share) - point, point_at(tuple(once), share), point_at(tuple(twice), share)
    slope = abs(speed) ** 2 + (away.conjugate() * turn).real
    if slope <= 1e-9:
        return share
    return min(1.0, max(0.0, share - (away.conjugate() * speed).real / slope))


def _fitted(points: Sequence[complex], leaves: complex, arrives: complex) -> Curve | None:
    """Return the cubic curve with these tangents that passes the points most nearly (Schneider's method)."""
    shares, curve = _by_length(points), None
    for _ in range(_ROUNDS):
        curve = _least_squares(points, shares, leaves, arrives)
        if curve is None:
            return None
        shares = _shares(curve, points, shares)
    return curve


def _least_squares(
    points: Sequence[complex], shares: Sequence[float], leaves: complex, arrives: complex
) -> Curve | None:
    begin, end = points[0], points[-1]
    aa = ab = bb = ax = bx = 0.0
    for point, t in zip(points, shares, strict=True):
        s = 1 - t
        a, b = 3 * s * s * t * leaves, 3 * s * t * t * arrives
        rest = point - begin * (s * s * s + 3 * s * s * t) - end * (t * t * t + 3 * s * t * t)
        aa, ab, bb = aa + abs(a) ** 2, ab + (a.conjugate() * b).real, bb + abs(b) ** 2
        ax, bx = ax + (a.conjugate() * rest).real, bx + (b.conjugate() * rest).real
    area = aa * bb - ab * ab
    if area < 1e-9:
        return None
    first, second = (ax * bb - bx * ab) / area, (aa * bx - ab * ax) / area
    if first <= 0 or second <= 0:
        return None
    return begin, begin + first * leaves, end + second * arrives, end
