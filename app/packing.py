"""Files that never change: packed as tightly as can be, once, and kept by browsers for ever."""

from functools import lru_cache
from typing import Final
from zlib import crc32

import brotli  # type: ignore[import-untyped]
from flask import Flask, Response, current_app, request
from werkzeug.wrappers import Response as AnyResponse

FOR_EVER: Final = "public, max-age=31536000, immutable"
TIGHT: Final = 11  # of brotli's levels; a style sheet takes it some tens of milliseconds
KEPT: Final = 512  # packed files, of some kB each


def init_app(app: Flask) -> None:
    """Serve the files of static/ so."""
    app.view_functions["static"] = static


def static(filename: str) -> AnyResponse:
    """A file of static/; the browser names the encodings that it takes, and may ask whether its copy is still right."""
    response = current_app.send_static_file(filename)
    kind = response.mimetype or ""
    if response.status_code != 200 or kind.startswith(("font/", "image/png")):
        return response
    response.direct_passthrough = False
    return packed(response.get_data(), kind)


def packed(body: bytes, mimetype: str, level: int = TIGHT) -> AnyResponse:
    """An answer of this content, packed if the browser takes that, under a tag by which it is known again."""
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
