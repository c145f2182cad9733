"""Serves the picture outlines of a table."""

from typing import Final

from flask import abort
from werkzeug.wrappers import Response

from app.games.board.outlines import render_outlines
from app.games.web.pages import bp
from app.http.static_files import compressed_response

BROTLI_LEVEL: Final = 10  # a third of the time of the level of static files, since each table has its own file


@bp.get("/pictures/<numbers>.svg")
def outlines(numbers: str) -> Response:
    """Return the SVG of the pictures whose numbers are in the URL, separated by hyphens."""
    try:
        return compressed_response(render_outlines(numbers.split("-")).encode(), "image/svg+xml", BROTLI_LEVEL)
    except LookupError:
        abort(404)
