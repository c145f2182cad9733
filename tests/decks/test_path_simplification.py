"""Shapes drawn again with fewer curves: the same to the eye."""

from cmath import exp, pi
from itertools import pairwise

from app.decks.pictures.path_simplification import point_at, simplify

CENTRE, RADIUS = 500 + 500j, 300
SQUARE = [(0, [(100, 100)]), (1, [(900, 100)]), (1, [(900, 900)]), (1, [(100, 900)]), (5, [])]


def polygon(corners, radius=RADIUS):
    """A circle as it is drawn by many short lines."""
    points = [CENTRE + radius * exp(2j * pi * corner / corners) for corner in range(corners)]
    first, *others = [[(point.real, point.imag)] for point in points]
    return [(0, first), *((1, point) for point in others), (5, [])]


def curves(segments):
    """The curves of one contour, which each begin where the last one ended; the closing line is left out."""
    ends = [[complex(*point) for point in points] for _, points in segments if points]
    return [(before[-1], *after) for before, after in pairwise(ends)]


def test_a_circle_of_many_lines_is_drawn_by_few_curves():
    new = curves([*simplify(polygon(120))])
    assert len(new) <= 6
    looked_at = [point_at(curve, step / 20) for curve in new for step in range(21)]
    assert max(abs(abs(point - CENTRE) - RADIUS) for point in looked_at) < 2


def test_a_small_circle_is_as_round():
    new = curves([*simplify(polygon(40, radius=10))])
    assert max(abs(abs(point_at(curve, step / 20) - CENTRE) - 10) for curve in new for step in range(21)) < 1


def test_corners_stay_where_they_are():
    (_, begin), *rest = simplify(SQUARE)
    corners = {*begin, *(point for _, points in rest for point in points)}
    assert corners == {point for _, points in SQUARE for point in points}
    assert [verb for verb, _ in rest] == [1, 1, 1, 5]  # the last side is drawn by closing


def test_needless_points_are_left_out():
    """One on a side of the square, one twice."""
    more = [*SQUARE[:2], (1, [(900, 500)]), (1, [(900, 500)]), *SQUARE[2:]]
    assert len([*simplify(more)]) == len(SQUARE)


def test_each_contour_is_drawn():
    assert [verb for verb, _ in simplify([*SQUARE, *polygon(8, radius=50)])].count(0) == 2
