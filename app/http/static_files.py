"""Static files: compressed once as much as possible, and cached by browsers forever."""

from functools import lru_cache
from typing import Final
from zlib import crc32

import brotli  # type: ignore[import-untyped]
from flask import Flask, Response, current_app, request
from werkzeug.wrappers import Response as AnyResponse

CACHE_FOREVER: Final = "public, max-age=31536000, immutable"
BROTLI_LEVEL: Final = 11  # brotli's highest level; a style sheet takes some tens of milliseconds
CACHE_SIZE: Final = 512  # compressed files in the cache, of some kB each


def init_app(app: Flask) -> None:
    """Replace Flask's static view."""
    app.view_functions["static"] = serve_static


def serve_static(filename: str) -> AnyResponse:
    """Return a file of static/, compressed if the browser accepts that, or 304 if its copy is current."""
    response = current_app.send_static_file(filename)
    kind = response.mimetype or ""
    if response.status_code != 200 or kind.startswith(("font/", "image/png")):
        return response
    response.direct_passthrough = False
    return compressed_response(response.get_data(), kind)


def compressed_response(body: bytes, mimetype: str, level: int = BROTLI_LEVEL) -> AnyResponse:
    """Return a response with this body, compressed if the browser accepts that, and with an ETag."""
    tight = bool(request.accept_encodings["br"])
    response = Response(_compress(body, level) if tight else body, mimetype=mimetype)
    if tight:
        response.content_encoding = "br"
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{crc32(body):x}{'b' if tight else ''}")
    return response.make_conditional(request)


@lru_cache(CACHE_SIZE)
def _compress(body: bytes, level: int) -> bytes:
    return bytes(brotli.compress(body, quality=level))
