"""The layout of the mission map: the projection of land, cities and roads, and the places of markers and labels.

The world is drawn in the Natural Earth projection, magnified around Prague, where every campaign begins: crowded Europe
gets room, and the other continents keep their familiar shapes. One unit is one pixel at the map's smallest size.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import dist, hypot, radians
from types import MappingProxyType
from typing import Final

from app.rules.missions import MAP, START

Point = tuple[float, float]

WIDTH: Final = 900
HEIGHT: Final = 450
VIEWBOX: Final = f"0 0 {WIDTH} {HEIGHT}"
WEST_EDGE: Final = -169  # degrees east: the map's edges lie in the Bering Strait, so that they cut no land
SCALE: Final = 158  # units per radian, far from the lens
PRAGUE_AT: Final = (WIDTH / 2, 118)
LENS: Final = (3.8, 0.28)  # magnification at the centre, and reach in radians
MARKER_DISTANCE: Final = 26  # least units between markers: a touch target of 24 pixels, and some space

# Label positions: text-anchor, and the offset of the first line from the marker. The default is east.
LABEL_OFFSETS: Final = {
    "n": ("middle", 0, -30),
    "ne": ("start", 11, -18),
    "e": ("start", 18, -2),
    "se": ("start", 11, 21),
    "s": ("middle", 0, 26),
    "sw": ("end", -11, 21),
    "w": ("end", -18, -2),
    "nw": ("end", -11, -18),
}
LABEL_SIDES: Final = {
    "n": ("berlin", "moscow", "reykjavik", "lagos"),
    "ne": ("istanbul", "honolulu"),
    "se": ("tokyo",),
    "s": ("delhi", "sydney"),
    "sw": ("london", "bangkok", "vatican"),
    "w": ("cairo", "beijing", "cape-town", "washington", "monte-carlo"),
    "nw": ("new-york",),
}
# How far each road curves to the north, as a share of its length; the default, and the exceptions.
ROAD_CURVE: Final = 0.08
ROAD_CURVES: Final = {
    ("prague", "cairo"): 0.02,
    ("prague", "moscow"): 0.12,
    ("berlin", "reykjavik"): 0.02,
    ("cairo", "lagos"): -0.12,
    ("moscow", "delhi"): 0.06,
    ("moscow", "beijing"): 0.12,
    ("istanbul", "delhi"): 0.04,
    ("london", "new-york"): 0.12,
    ("nairobi", "delhi"): 0.12,
    ("delhi", "bangkok"): 0.2,
    ("new-york", "havana"): -0.08,
    ("cape-town", "sydney"): -0.08,
    ("washington", "honolulu"): -0.16,
    ("sao-paulo", "ushuaia"): -0.08,
    ("singapore", "sydney"): -0.02,
    ("sydney", "ushuaia"): -0.06,
}


@dataclass(frozen=True, slots=True)
class CityMarker:
    """The map positions of a city's marker and of its label's first line, and the label's text-anchor."""

    x: float
    y: float
    label_x: float
    label_y: float
    anchor: str


@dataclass(frozen=True, slots=True)
class Road:
    """A road between two cities as SVG path data `d`; across the Pacific it is in two parts, one at each edge."""

    ends: tuple[str, str]
    d: str


def project(longitude: float, latitude: float) -> Point:
    """Return the map position, in units from the top left, of a point in degrees east and north."""
    x, y = _natural_earth(longitude, latitude)
    x0, y0 = _natural_earth(MAP[START].longitude, MAP[START].latitude)
    magnification, reach = LENS
    grown = SCALE * (1 + (magnification - 1) / (1 + (hypot(x - x0, y - y0) / reach) ** 2))
    return PRAGUE_AT[0] + grown * (x - x0), PRAGUE_AT[1] - grown * (y - y0)


def _natural_earth(longitude: float, latitude: float) -> Point:
    """Return a point in Tom Patterson's projection, by Bojan Šavrič's polynomials: radians, y to the north."""
    east, n = radians((longitude - WEST_EDGE) % 360 - 180), radians(latitude)
    x = 0.8707 - 0.131979 * n**2 - 0.013791 * n**4 + 0.003971 * n**10 - 0.001529 * n**12
    y = 1.007226 + 0.015085 * n**2 - 0.044475 * n**6 + 0.028874 * n**8 - 0.005916 * n**10
    return east * x, n * y


def _spread(points: Mapping[str, Point]) -> Mapping[str, Point]:
    """Return the points by name, moved apart where two are closer than MARKER_DISTANCE.

    Repeated, since each push may crowd another point.
    """
    apart = dict(points)
    for a, b in [*combinations(apart, 2)] * 9:
        (x, y), (x2, y2) = apart[a], apart[b]
        push = max(0, MARKER_DISTANCE / dist(apart[a], apart[b]) - 1) / 2
        apart[a] = x - push * (x2 - x), y - push * (y2 - y)
        apart[b] = x2 + push * (x2 - x), y2 + push * (y2 - y)
    return apart


def _markers() -> Iterator[tuple[str, CityMarker]]:
    homes = {name: project(city.longitude, city.latitude) for name, city in MAP.items()}
    sides = {name: side for side, names in LABEL_SIDES.items() for name in names}
    for name, (x, y) in _spread(homes).items():
        anchor, right, down = LABEL_OFFSETS[sides.get(name, "e")]
        yield name, CityMarker(round(x, 1), round(y, 1), round(x + right, 1), round(y + down, 1), anchor)


def _road(a: str, b: str) -> Road:
    west, east = sorted(((MARKERS[a].x, MARKERS[a].y), (MARKERS[b].x, MARKERS[b].y)))
    bow = ROAD_CURVES.get((a, b), ROAD_CURVE)
    if east[0] - west[0] < WIDTH / 2:
        return Road((a, b), _curve(west, east, bow))
    beyond = _curve(east, (west[0] + WIDTH, west[1]), bow)
    return Road((a, b), beyond + _curve((east[0] - WIDTH, east[1]), west, bow))


def _curve(west: Point, east: Point, bow: float) -> str:
    """Return SVG path data for a quadratic curve; its middle lies north of the straight line by `bow` of its length."""
    (x, y), (x2, y2) = west, east
    middle = (x + x2) / 2 + 2 * bow * (y2 - y), (y + y2) / 2 - 2 * bow * (x2 - x)
    return "M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*west, *middle, *east)


MARKERS: Final[Mapping[str, CityMarker]] = MappingProxyType(dict(_markers()))
ROADS: Final[Sequence[Road]] = tuple(_road(name, far) for name, city in MAP.items() for far in city.roads)
