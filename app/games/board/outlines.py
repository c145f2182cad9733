"""One SVG file with the outlines of all pictures on a table, to save some twenty requests."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final
from zlib import crc32

from flask import url_for

from app.config import ROOT
from app.decks.pictures import PICTURES

MAX_PICTURES: Final = 25  # pictures on a table
PATH_DATA: Final = re.compile(r' d="([^"]+)"')


def render_outlines(numbers: Sequence[str]) -> str:
    """Return an SVG file of some pictures, where picture 17 has the id `p17`.

    Raises LookupError for an unknown number, or for more pictures than a table can have.
    """
    if len(numbers) > MAX_PICTURES:
        raise LookupError
    paths = "".join(f'<path id="p{number}" fill="currentColor" d="{_paths()[number]}"/>' for number in numbers)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">{paths}</svg>'


def outlines_url(numbers: Sequence[str]) -> str:
    """Return the URL of that file; it changes when the drawings change."""
    return url_for("games.outlines", numbers="-".join(numbers), v=_version())


@cache
def _paths() -> Mapping[str, str]:
    """Return the SVG path of each picture by its number, read from `static/pictures`."""
    folder = ROOT / "static" / "pictures"
    return {str(picture.number): PATH_DATA.findall((folder / picture.file).read_text())[0] for picture in PICTURES}


@cache
def _version() -> str:
    return f"{crc32(''.join(_paths().values()).encode()):x}"
