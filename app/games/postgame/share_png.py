"""The grid of an ended game as a PNG without words, for link previews on sites that take no SVG.

Encoded by hand with a palette, row by row, which keeps the file at a few kilobytes.
"""

import struct
import zlib
from collections.abc import Callable, Sequence
from typing import Final

from app.games.postgame.sharing import COLOURS, Cell, Grid

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
TONES: Final = ("paper", "card", "edge", *(name for letter in "rbg.x?" for name in (letter, f"{letter}'")))
TONE_INDEX: Final = {name: bytes([number]) for number, name in enumerate(TONES)}
PALETTE: Final = b"".join(bytes.fromhex(COLOURS[name].removeprefix("#")) for name in TONES)
PALETTE_COLOURS: Final = 3  # PNG colour type: palette

Pattern = Callable[[int], bytes]  # from a row number to the pixels that repeat along that row


def render_png(grid: Grid) -> bytes:
    """Return a grid as a PNG file."""
    blank = TONE_INDEX["paper"] * grid.WIDTH
    rows = [blank] * grid.HEIGHT
    for top in {cell.y for cell in grid.cells}:
        line = [cell for cell in grid.cells if cell.y == top]
        for y in range(top, top + grid.height):
            rows[y] = _row(line, y, grid)
    head = struct.pack(">IIBBBBB", grid.WIDTH, grid.HEIGHT, 8, PALETTE_COLOURS, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    chunks = (b"IHDR", head), (b"PLTE", PALETTE), (b"IDAT", body), (b"IEND", b"")
    return SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _row(line: Sequence[Cell], y: int, grid: Grid) -> bytes:
    """Return one row of pixels across a line of cards."""
    row = bytearray(TONE_INDEX["paper"] * grid.WIDTH)
    for cell in line:
        row[cell.x : cell.x + grid.width] = _card_row(cell, y - cell.y, grid)
    return bytes(row)


def _card_row(cell: Cell, y: int, grid: Grid) -> bytes:
    """Return row `y` of one card: edge, margin and identity; the identity fills the whole of a touched card."""
    edge, margin = grid.EDGE, grid.EDGE if cell.touched else grid.inset
    if not edge <= y < grid.height - edge:
        return TONE_INDEX["edge"] * grid.width
    inner = grid.width - 2 * edge
    if not margin <= y < grid.height - margin:
        middle = TONE_INDEX["card"] * inner
    else:
        side = TONE_INDEX["card"] * (margin - edge)
        middle = side + _identity_row(cell.letters, y, grid.width - 2 * margin) + side
    return TONE_INDEX["edge"] * edge + middle + TONE_INDEX["edge"] * edge


def _identity_row(letters: str, y: int, width: int) -> bytes:
    """Return one row of an identity's pattern; in Duet, the left half is A's side and the right half B's."""
    each = width // len(letters)
    parts = [(PATTERNS[letter](y) * each)[:each] for letter in letters]
    return b"".join(parts) + parts[-1][: width - each * len(letters)]


def _stripes(letter: str, period: int) -> Pattern:
    """Return a pattern of diagonal stripes."""
    piece = TONE_INDEX[letter] * period + TONE_INDEX[f"{letter}'"] * period
    return lambda y: piece[y % (2 * period) :] + piece[: y % (2 * period)]


def _bars(letter: str, period: int) -> Pattern:
    """Return a pattern of horizontal stripes."""
    return lambda y: TONE_INDEX[letter if y // period % 2 == 0 else f"{letter}'"]


def _dots(letter: str, period: int) -> Pattern:
    """Return a pattern of dots in rows."""
    dotted = TONE_INDEX[letter] * (period - period // 3) + TONE_INDEX[f"{letter}'"] * (period // 3)
    return lambda y: dotted if y % period < period // 3 else TONE_INDEX[letter]


def _checks(letter: str, period: int) -> Pattern:
    """Return a chequered pattern."""
    one, other = TONE_INDEX[letter] * period, TONE_INDEX[f"{letter}'"] * period
    return lambda y: one + other if y // period % 2 == 0 else other + one


def _plain(letter: str) -> Pattern:
    return lambda y: TONE_INDEX[letter]


PATTERNS: Final[dict[str, Pattern]] = {
    "r": _stripes("r", 16),
    "b": _bars("b", 12),
    "g": _dots("g", 18),
    ".": _plain("."),
    "x": _checks("x", 14),
    "?": _stripes("?", 6),
}
