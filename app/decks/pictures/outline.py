"""Turning two icons into the shape of a picture: their outlines, arranged on a card, one cut out of the other.

Needs `skia-pathops` and `fonttools`, which the site itself does not. Lengths are in units of the card.
"""

import re
from collections.abc import Iterator
from math import isclose
from typing import Final

from fontTools.svgLib.path import parse_path  # type: ignore  # installed only to make pictures
from pathops import FillType, LineCap, LineJoin, Path, PathOp, op  # type: ignore  # likewise

SIDE: Final = 1000
_MARGIN: Final = 0.02 * SIDE
_HALO: Final = 0.03 * SIDE
_CRUMB: Final = (0.025 * SIDE) ** 2
_PATH: Final = re.compile(r"<path ([^>]*)/>")
_CLIP: Final = re.compile(r"<defs><clipPath[^>]*><path[^>]*/></clipPath></defs>")
_GROUP: Final = re.compile(r'</?g(?: (?:fill|clip-path)="[^"]*")*>')


def ink(body: str) -> Path:
    """Return the shape that an icon's SVG markup paints, in the icon's units.

    Raises ValueError for anything but filled paths.
    """
    plain = _GROUP.sub("", _CLIP.sub("", body))  # the icons are clipped only to their own bounds
    if _PATH.sub("", plain) or "stroke" in plain or "transform" in plain:
        raise ValueError(f"more than filled paths: {plain[:80]}")
    whole = Path()
    for attributes in _PATH.findall(plain):
        whole = op(whole, _filled(dict(re.findall(r'([\w-]+)="([^"]*)"', attributes))), PathOp.UNION)
    return whole


def _filled(attributes: dict[str, str]) -> Path:
    path = Path()
    parse_path(attributes["d"], path.getPen(glyphSet=None))
    path.fillType = FillType.EVEN_ODD if attributes.get("fill-rule") == "evenodd" else FillType.WINDING
    path.simplify()
    return path


def scaled(shape: Path, length: float, mirrored: bool) -> Path:
    """Return the shape scaled so that its longer side has this length, centred at the origin, mirrored if asked."""
    left, top, right, bottom = shape.bounds
    scale = length / max(right - left, bottom - top)
    across = -scale if mirrored else scale
    return shape.transform(across, 0, 0, scale, -across * (left + right) / 2, -scale * (top + bottom) / 2)


def arrange(large: Path, small: Path, side: str, overlap: float) -> tuple[Path, Path]:
    """Return both shapes, the small one on a side of the large one (`n`, `se`, `c` for the middle), filling the card.

    Along an axis where they lie side by side, they overlap by `overlap` times the shorter length.
    """
    x = _step(large.bounds[0::2], small.bounds[0::2], ("e" in side) - ("w" in side), overlap)
    y = _step(large.bounds[1::2], small.bounds[1::2], ("s" in side) - ("n" in side), overlap)
    small = small.transform(1, 0, 0, 1, x, y)
    left, top = map(min, zip(large.bounds[:2], small.bounds[:2], strict=True))
    right, bottom = map(max, zip(large.bounds[2:], small.bounds[2:], strict=True))
    scale = (SIDE - 2 * _MARGIN) / max(right - left, bottom - top)
    move = (scale, 0, 0, scale, SIDE / 2 - scale * (left + right) / 2, SIDE / 2 - scale * (top + bottom) / 2)
    return large.transform(*move), small.transform(*move)


def _step(large: tuple[float, float], small: tuple[float, float], way: int, overlap: float) -> float:
    """Return the distance along an axis from the centre of the large shape to that of the small one."""
    lengths = large[1] - large[0], small[1] - small[0]
    return way * (sum(lengths) / 2 - overlap * min(lengths))


def cut_out(large: Path, small: Path) -> Path:
    """Return both shapes as one: the small one, and the large one without it and a margin around it."""
    halo = _silhouette(small)
    halo.stroke(2 * _HALO, LineCap.ROUND_CAP, LineJoin.ROUND_JOIN, 4)
    halo.convertConicsToQuads()
    halo.simplify()
    rest = op(large, _silhouette(halo), PathOp.DIFFERENCE)
    both = Path()
    for contour in [*_pieces(rest, large), *small.contours]:
        both.addPath(contour)
    return both


def _silhouette(shape: Path) -> Path:
    """Return the shape with its holes filled."""
    whole = Path()
    for contour in shape.contours:
        contour.fillType = FillType.WINDING
        whole = op(whole, contour, PathOp.UNION)
    return whole


def _pieces(rest: Path, large: Path) -> Iterator[Path]:
    """Yield the contours left of the large shape by the cut, except tiny ones that it did not have before."""
    details = [contour.area for contour in large.contours]
    for contour in rest.contours:
        if contour.area >= _CRUMB or any(isclose(contour.area, area, rel_tol=0.01) for area in details):
            yield contour
