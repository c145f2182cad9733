"""The outlines of pictures, as a table's page refers to them."""

from typing import Final

from flask import abort
from werkzeug.wrappers import Response

from app.games.outlines import drawn
from app.games.views import bp
from app.packing import packed

LEVEL: Final = 9  # of brotli's: tables differ, so that these are packed more often than other files


@bp.get("/pictures/<numbers>.svg")
def outlines(numbers: str) -> Response:
    """Those whose numbers the address has, with hyphens between them."""
    try:
        return packed(drawn(numbers.split("-")).encode(), "image/svg+xml", LEVEL)
    except LookupError:
        abort(404)
