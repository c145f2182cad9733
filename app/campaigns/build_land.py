"""Build static/images/world.svg, the land under the mission map: python -m app.campaigns.build_land land-50m.json

The file is from the npm package world-atlas. Run this again only if the projection in map_layout.py changes.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import ceil
from pathlib import Path
from typing import Any, Final

from app.campaigns.map_layout import HEIGHT, VIEWBOX, WEST_EDGE, WIDTH, Point, project

TARGET: Final = Path(__file__).resolve().parents[2] / "static" / "images" / "world.svg"
STEPS_PER_UNIT: Final = 4  # coordinates are whole quarters of a unit, which keeps the file short
MARGIN: Final = 6  # units beyond the frame, so that no coastline runs along its edge
MAX_EDGE: Final = 2  # degrees: longer edges are subdivided, so that the projection can bend them
MIN_BEND_AREA: Final = 1.5  # least area of a bend of the coast, in square units
MIN_ISLAND_AREA: Final = 4  # least area of an island, in square units
PARALLELS: Final = range(-60, 81, 20)
MERIDIANS: Final = range(-160, 181, 20)

Line = Sequence[Point]

SVG: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="{viewbox}">
  <!-- The land and the graticule of the mission map, in the projection of app/campaigns/map_layout.py.
       Data: Natural Earth, land 1:50m, public domain, by the npm package world-atlas 2.0.2 (ISC).
       Made by: python -m app.campaigns.build_land land-50m.json -->
  <path id="graticule" fill="none" stroke="currentColor" vector-effect="non-scaling-stroke" {scale} d="{graticule}"/>
  <path id="land" stroke-linejoin="round" vector-effect="non-scaling-stroke" {scale} d="{land}"/>
</svg>
"""


def render_svg(topology: Mapping[str, Any]) -> str:
    """Return the text of world.svg, drawn from the land of a TopoJSON file."""
    land = "".join(_path(coast) + "z" for coast in coasts(topology))
    net = "".join(_path(line) for line in graticule())
    return SVG.format(viewbox=VIEWBOX, scale=f'transform="scale({1 / STEPS_PER_UNIT})"', land=land, graticule=net)


def coasts(topology: Mapping[str, Any]) -> Iterator[Line]:
    """Yield, in map coordinates and simplified, the outline of each piece of land large enough to draw."""
    for ring in rings(topology):
        if not _crosses_edge(ring):
            outline = _clip([project(*point) for point in _subdivided(ring)])
            if _area(outline) > MIN_ISLAND_AREA:
                yield _simplify(outline)


def rings(topology: Mapping[str, Any]) -> Iterator[Line]:
    """Yield the closed outlines of the land in a TopoJSON, as points in degrees east and north."""
    arcs = [list(_arc(arc, **topology["transform"])) for arc in topology["arcs"]]
    for shape in topology["objects"]["land"]["geometries"]:
        for polygon in shape["arcs"]:
            for ring in polygon:
                yield [point for index in ring for point in (arcs[index] if index >= 0 else arcs[~index][::-1])]


def graticule() -> Iterator[Line]:
    """Yield the lines of the meridians and parallels, in map coordinates."""
    for longitude in MERIDIANS:
        yield [project(longitude, latitude) for latitude in range(-60, 81, 7)]
    for latitude in PARALLELS:
        yield [project(WEST_EDGE + east, latitude) for east in (0.001, *range(6, 360, 6), 359.999)]


def _arc(arc: Iterable[Point], scale: Point, translate: Point) -> Iterator[Point]:
    """Yield the points of a TopoJSON arc in degrees. Its encoding gives each point as a step from the last one."""
    for x, y in accumulate(arc, lambda at, step: (at[0] + step[0], at[1] + step[1])):
        yield x * scale[0] + translate[0], y * scale[1] + translate[1]


def _crosses_edge(ring: Line) -> bool:
    """Return whether an outline crosses the map's edge and is left out: Antarctica and a few islets do."""
    return any(abs((x2 - WEST_EDGE) % 360 - (x - WEST_EDGE) % 360) > 180 for (x, _), (x2, _) in pairwise(ring))


def _subdivided(ring: Line) -> Iterator[Point]:
    """Yield a ring's points, with more between those over MAX_EDGE degrees apart, going the shorter way round."""
    for (x, y), (x2, y2) in pairwise(ring):
        dx, dy = (x2 - x + 180) % 360 - 180, y2 - y
        pieces = ceil(max(abs(dx), abs(dy)) / MAX_EDGE)
        yield from ((x + dx * i / pieces, y + dy * i / pieces) for i in range(pieces))


def _clip(outline: Line) -> Line:
    """Return the part of an outline within the frame and its margin (Sutherland-Hodgman)."""
    for axis, size in ((0, WIDTH), (1, HEIGHT)):
        outline = list(_clip_side(outline, axis, -MARGIN, 1))
        outline = list(_clip_side(outline, axis, size + MARGIN, -1))
    return outline


def _clip_side(outline: Line, axis: int, bound: float, sign: int) -> Iterator[Point]:
    """Yield the part of an outline where coordinate `axis` is at least `bound`, or at most if `sign` is -1."""
    for start, end in zip([*outline[-1:], *outline], outline, strict=False):
        before, after = (start[axis] - bound) * sign, (end[axis] - bound) * sign
        if before * after < 0:
            share = before / (before - after)
            yield start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
        if after >= 0:
            yield end


def _area(outline: Line) -> float:
    return abs(sum(x * y2 - x2 * y for (x, y), (x2, y2) in pairwise([*outline, *outline[:1]]))) / 2


def _simplify(outline: Line) -> Line:
    """Return an outline without bends smaller than MIN_BEND_AREA (Visvalingam's algorithm).

    Each round drops the corners that are smaller than both their neighbours.
    """
    while True:
        corners = zip([*outline[-1:], *outline], outline, [*outline[1:], *outline[:1]], strict=False)
        sizes = [(_area(corner), at) for at, corner in enumerate(corners)]
        beside = [min(pair) for pair in zip(sizes[-1:] + sizes, sizes[1:] + sizes[:1], strict=False)]
        kept = [
            point
            for point, size, other in zip(outline, sizes, beside, strict=True)
            if size[0] >= MIN_BEND_AREA or size > other
        ]
        if len(kept) in (len(outline), 2):
            return outline
        outline = kept


def _path(line: Line) -> str:
    """Return a line as SVG path data with relative steps."""
    points = [(round(x * STEPS_PER_UNIT), round(y * STEPS_PER_UNIT)) for x, y in line]
    steps = [(x2 - x, y2 - y) for (x, y), (x2, y2) in pairwise(points) if (x, y) != (x2, y2)]
    numbers = " ".join(str(number) for step in steps for number in step)
    return f"M{points[0][0]} {points[0][1]}l{numbers}".replace(" -", "-")


if __name__ == "__main__":
    TARGET.write_text(render_svg(json.loads(Path(sys.argv[1]).read_text("utf-8"))), "utf-8")
