"""The drawn map: what stands on it is apart, legible and in its place, and the land is drawn as the cities are."""

import re
from collections.abc import Iterator
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from app.campaigns.map_layout import HEIGHT, LABEL_SIDES, MARKERS, ROAD_CURVES, ROADS, VIEWBOX, WIDTH, project
from app.rules.missions import MAP

STATIC = Path(__file__).resolve().parents[2] / "static"
FINGERTIP = 24  # pixels, and so units when the map is at its narrowest
REACH = 15  # units: the radius of a marker with the loop around it
LETTER = 7.8  # units: a bold letter of 12 pixels, on average, in the widest of the usual fonts
FIGURE = 6.5  # units: likewise of the second line
SIGN = 19  # units: a sign with its number
BUSIEST = FIGURE * len("11–2") + 2 * SIGN  # units: a second line about as long as they get
CAPES = [(-43.9, 59.8), (-5.7, 50.1), (-9, 37), (18.4, 39.8), (77.5, 8.1), (51.2, 11.8), (142.5, -10.7), (-80.4, 25.2)]
STRAIT = [(-168.1, 65.6), (-169.7, 66.1)]
"""Degrees east and north: Farewell, Land's End, St Vincent, Otranto, Comorin, Guardafui, York, Sable; Prince of Wales
and Dezhnev, on either side of the map's edge."""

Box = tuple[float, float, float, float]  # left, top, right, bottom


def label(name: str) -> Box:
    """The room that a city's two lines take."""
    place = MARKERS[name]
    width = max(LETTER * len(MAP[name].title), BUSIEST)
    left = place.label_x - {"start": 0, "middle": width / 2, "end": width}[place.anchor]
    return left, place.label_y - 10, left + width, place.label_y + 16


def gap(box: Box, x: float, y: float) -> float:
    """How far a point is from a box; 0 within it."""
    return dist((x, y), (min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])))


def apart(one: Box, two: Box) -> bool:
    """Whether two labels can be told from each other: a space beside, or a line above."""
    return one[2] + 6 <= two[0] or two[2] + 6 <= one[0] or one[3] <= two[1] or two[3] <= one[1]


def marker(name: str) -> tuple[float, float]:
    return MARKERS[name].x, MARKERS[name].y


def drawn(d: str) -> Iterator[tuple[float, float]]:
    """Points along a road, where it is on the map."""
    for curve in d.split("M")[1:]:
        x, y, x1, y1, x2, y2 = (float(number) for number in re.findall(r"-?[\d.]+", curve))
        for t in (step / 80 for step in range(81)):
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
            if 0 <= a * x + b * x1 + c * x2 <= WIDTH:
                yield a * x + b * x1 + c * x2, a * y + b * y1 + c * y2


def test_every_city_and_every_line_is_on_the_map():
    """M7."""
    assert list(MARKERS) == list(MAP)
    assert [road.ends for road in ROADS] == [(name, far) for name, city in MAP.items() for far in city.roads]


def test_nothing_is_said_of_what_is_not_on_the_map():
    sides = [name for names in LABEL_SIDES.values() for name in names]
    assert sorted(set(sides) & set(MAP)) == sorted(sides)
    assert set(ROAD_CURVES) <= {road.ends for road in ROADS}


def test_prague_is_in_the_middle_where_a_narrow_screen_begins():
    assert MARKERS["prague"].x == pytest.approx(WIDTH / 2, abs=1)
    assert "left: 50%" in re.search(r"\.map-start \{.*?\}", (STATIC / "pages" / "campaign.css").read_text())[0]


def test_the_map_is_never_narrower_than_its_units():
    assert (
        f"min-width: {WIDTH}px" in re.search(r"\.map-sheet \{.*?\}", (STATIC / "pages" / "campaign.css").read_text())[0]
    )


def test_the_lens_folds_nothing():
    """Farther from Prague in the world is farther on the map, in every direction."""
    east, north = MAP["prague"].longitude, MAP["prague"].latitude
    along = [project(east + step, north)[0] for step in range(-180, 175)]
    down = [project(east, north - step)[1] for step in range(-35, 130)]
    assert along == sorted(along)
    assert down == sorted(down)


def test_markers_are_a_fingertip_apart():
    assert {(a, b) for a, b in combinations(MAP, 2) if dist(marker(a), marker(b)) < FINGERTIP} == set()


def test_a_marker_covers_the_place_of_its_city():
    homes = {name: project(city.longitude, city.latitude) for name, city in MAP.items()}
    assert {name for name, home in homes.items() if dist(marker(name), home) > 9} == set()


def test_labels_are_within_the_frame():
    boxes = {name: label(name) for name in MAP}
    inside = {name for name, (left, top, right, bottom) in boxes.items() if min(left, top) >= 2 and right <= WIDTH - 2}
    assert inside == set(MAP)
    assert max(box[3] for box in boxes.values()) <= HEIGHT - 2


def test_labels_are_clear_of_each_other():
    assert {(a, b) for a, b in combinations(MAP, 2) if not apart(label(a), label(b))} == set()


def test_labels_are_clear_of_markers():
    reach = {(a, b): 9 if a == b else REACH for a in MAP for b in MAP}
    assert {(a, b) for (a, b), least in reach.items() if gap(label(a), *marker(b)) < least} == set()


@pytest.mark.parametrize("road", ROADS, ids=lambda road: "-".join(road.ends))
def test_a_road_runs_clear_of_other_cities(road):
    points = list(drawn(road.d))
    assert {name for name in MAP if any(gap(label(name), *point) < 1 for point in points)} == set()
    assert {name for name in MAP if any(dist(marker(name), point) < REACH for point in points)} == set(road.ends)


@pytest.mark.parametrize("ends", [("tokyo", "honolulu"), ("sydney", "ushuaia")])
def test_a_road_across_the_pacific_returns_where_it_left(ends):
    leaving, returning = next(road for road in ROADS if road.ends == ends).d.split("M")[1:]
    numbers = [[float(number) for number in re.findall(r"-?[\d.]+", part)] for part in (leaving, returning)]
    assert [x - WIDTH for x in numbers[0][::2]] == pytest.approx(numbers[1][::2], abs=0.11)
    assert numbers[0][1::2] == pytest.approx(numbers[1][1::2], abs=0.11)


def coast() -> Iterator[tuple[float, float]]:
    """The corners of the land, as static/images/world.svg has them."""
    text = (STATIC / "images" / "world.svg").read_text()
    assert f'viewBox="{VIEWBOX}"' in text
    scale, land = re.search(r'<path id="land"[^>]*scale\(([\d.]+)\)"[^>]* d="([^"]*)"', text).groups()
    for outline in land.split("M")[1:]:
        numbers = [int(number) for number in re.findall(r"-?\d+", outline)]
        x = y = 0
        for right, down in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + right, y + down
            yield x * float(scale), y * float(scale)


def test_the_land_is_drawn_in_the_same_projection_as_the_cities():
    """Else: python -m app.campaigns.build_land."""
    corners = list(coast())
    astray = {cape: min(dist(project(*cape), corner) for corner in corners) for cape in CAPES + STRAIT}
    assert {cape: round(units, 1) for cape, units in astray.items() if units > 2} == {}
