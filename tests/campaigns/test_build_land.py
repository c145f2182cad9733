"""How the land of the map is made: TopoJSON read, bent, cut at the frame and simplified."""

import re
from itertools import pairwise
from math import dist

from app.campaigns.build_land import MARGIN, coasts, graticule, render_svg, rings
from app.campaigns.map_layout import HEIGHT, WIDTH, project

SQUARE = [(0, 0), (40, 0), (0, 40), (-40, 0), (0, -40)]  # steps; 20 degrees each way
TRANSFORM = {"scale": [0.5, 0.5], "translate": [-10, 20]}


def land(*arcs, ring=(0,)):
    """A topology of one outline: arcs as half degrees from 10° W, 20° N, and which lie around it, ~n backwards."""
    outline = {"type": "MultiPolygon", "arcs": [[list(ring)]]}
    return {"transform": TRANSFORM, "arcs": arcs, "objects": {"land": {"geometries": [outline]}}}


def of(*corners):
    """A topology of one outline, by its corners in degrees, each a multiple of a half."""
    at = [(round((east + 10) * 2), round((north - 20) * 2)) for east, north in [*corners, corners[0]]]
    return land([at[0], *((x2 - x, y2 - y) for (x, y), (x2, y2) in pairwise(at))])


def nearest(line, place):
    """How far an outline passes from a place, in units."""
    edges = [*pairwise([*line, line[0]])]
    near = [(x + (x2 - x) * t / 50, y + (y2 - y) * t / 50) for (x, y), (x2, y2) in edges for t in range(50)]
    return min(dist(point, project(*place)) for point in near)


def test_an_outline_is_read_from_steps():
    assert list(rings(land(SQUARE))) == [[(-10, 20), (10, 20), (10, 40), (-10, 40), (-10, 20)]]


def test_an_outline_is_put_together_from_arcs_of_which_some_are_written_backwards():
    (ring,) = rings(land(SQUARE[:3], [(0, 0), (0, 40), (40, 0)], ring=(0, ~1)))
    assert ring == [(-10, 20), (10, 20), (10, 40), (10, 40), (-10, 40), (-10, 20)]


def test_a_coast_is_bent_as_the_projection_bends_it():
    (coast,) = coasts(land(SQUARE))
    for corner in [(-10, 20), (10, 20), (10, 40), (-10, 40), (0, 40), (0, 20)]:
        assert nearest(coast, corner) < 2, corner


def test_land_is_cut_at_the_frame():
    (coast,) = coasts(of((0, 0), (0, -80), (60, -80), (60, 0)))
    assert max(y for _, y in coast) == HEIGHT + MARGIN
    assert nearest(coast, (60, 0)) < 1


def test_land_across_the_edge_of_the_map_is_left_out():
    assert not list(coasts(of((-175, 60), (-160, 60), (-160, 70), (-175, 70))))


def test_land_across_the_date_line_is_whole():
    (coast,) = coasts(of((175, 60), (-175, 60), (-175, 70), (175, 70)))
    assert min(x for x, _ in coast) > WIDTH * 3 / 4


def test_islets_and_small_bends_are_left_out():
    assert not list(coasts(of((-30, -30), (-29.5, -30), (-29.5, -29.5), (-30, -29.5))))
    (coast,) = coasts(of((-40, -40), (-40, -20), (-30, -20), (-30, -30), (-29.5, -30), (-30, -30.5), (-30, -40)))
    assert nearest(coast, (-29.5, -30)) > 1
    assert nearest(coast, (-40, -20)) < 1


def test_the_graticule_reaches_from_edge_to_edge():
    xs = [x for line in graticule() for x, _ in line]
    assert min(xs) < 5
    assert max(xs) > WIDTH - 20


def test_the_asset_says_where_it_is_from_and_holds_the_land():
    text = render_svg(land(SQUARE))
    assert "Natural Earth" in text
    assert re.fullmatch(r"(M\d+ \d+l[-\d ]+z)+", re.search(r'id="land".* d="([^"]+)"', text)[1])
