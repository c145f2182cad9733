"""Static files: compressed once as much as possible, and cached by browsers forever."""

from functools import lru_cache
from typing import Final
from zlib import crc32

import brotli  # type: ignore[import-untyped]
from flask import Flask, Response, current_app, request
from werkzeug.wrappers import Response as AnyResponse

FOR_EVER: Final = "public, max-age=31536000, immutable"
TIGHT: Final = 11  # brotli's highest level; a style sheet takes some tens of milliseconds
KEPT: Final = 512  # compressed files in the cache, of some kB each


def init_app(app: Flask) -> None:
    """Replace Flask's static view."""
    app.view_functions["static"] = static


def static(filename: str) -> AnyResponse:
    """Return a file of static/, compressed if the browser accepts that, or 304 if its copy is current."""
    response = current_app.send_static_file(filename)
    kind = response.mimetype or ""
    if response.status_code != 200 or kind.startswith(("font/", "image/png")):
        return response
    response.direct_passthrough = False
    return packed(response.get_data(), kind)


def packed(body: bytes, mimetype: str, level: int = TIGHT) -> AnyResponse:
    """Return a response with this body, compressed if the browser accepts that, and with an ETag."""
    tight = bool(request.accept_encodings["br"])
    response = Response(_packed(body, level) if tight else body, mimetype=mimetype)
    if tight:
        response.content_encoding = "br"
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{crc32(body):x}{'b' if tight else ''}")
    return response.make_conditional(request)


@lru_cache(KEPT)
def _packed(body: bytes, level: int) -> bytes:
    return bytes(brotli.compress(body, quality=level))
