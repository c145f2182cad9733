"""Serving static files and bundles of them: compressed as much as possible, once, and cached by browsers forever."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import brotli  # type: ignore[import-untyped]
from flask import Flask, Response, current_app, request
from werkzeug.wrappers import Response as AnyResponse

CACHE_FOREVER: Final = "public, max-age=31536000, immutable"
BROTLI_LEVEL: Final = 11  # brotli's highest level; a style sheet takes some tens of milliseconds
CACHE_SIZE: Final = 512  # compressed files in the cache, of some kB each
PATHS_KEPT: Final = 10_000  # of some hundred bytes

# Files that pages need together, sent as one: a request less for each, and what they have in common only once.
BUNDLES: Final[Mapping[str, Sequence[str]]] = {
    "site.css": ("site/theme.css", "vendor/pico-2.1.1.layer.cut2.min.css", "site/app.css", "game/board.css"),
    "site.js": (
        "site/cache-page.js",
        "vendor/htmx-4.0.1.min.js",
        "vendor/hx-ptag-4.0.1.min.js",
        "site/app.js",
        "site/same-parts.js",
        "site/bell.js",
        "site/hidden-tab.js",
        "site/countdown.js",
        "site/share.js",
    ),
    "game.css": ("game/table.css", "game/clock.css", "game/table-extras.css"),
    "game.js": (
        "game/board-keyboard.js",
        "game/chosen-card.js",
        "game/clue-form.js",
        "game/feedback.js",
        "game/clock-tick.js",
        "game/talk.js",
    ),
}
# What nobody but its writers reads; the notice of a licence, /*! … */, stays.
COMMENTS: Final = {
    ".css": re.compile(rb"/\*(?!!).*?\*/\s*", re.DOTALL),
    ".js": re.compile(rb"^\s*//.*\n", re.MULTILINE),  # whole lines only: a URL has these strokes too
}


def init_app(app: Flask) -> None:
    """Replace Flask's static view, and the `url_for` of templates by one that keeps the paths it has built."""
    app.view_functions["static"] = serve_static
    path_for = lru_cache(PATHS_KEPT, typed=True)(app.url_for)

    def template_url_for(endpoint: str, **values: Any) -> str:
        return app.url_for(endpoint, **values) if "_external" in values else path_for(endpoint, **values)

    app.jinja_env.globals["url_for"] = template_url_for


def serve_static(filename: str) -> AnyResponse:
    """Answer with a file of static/ or a bundle, compressed if the browser accepts that; 304 if its copy is current."""
    if filename in BUNDLES:
        return compressed_response(_bundle(_folder(), filename), guess_type(filename)[0] or "")
    response = current_app.send_static_file(filename)
    kind = response.mimetype or ""
    if response.status_code != 200 or kind.startswith(("font/", "image/png")):
        return response
    response.direct_passthrough = False
    return compressed_response(response.get_data(), kind)


def file_version(filename: str) -> str:
    """Return the version of a static file or bundle: a checksum of its content, the same on all machines; read once."""
    return _version(current_app.static_folder or "", filename)


def is_other_version() -> bool:
    """Whether the request is for another release's version of a static file, as while servers are replaced."""
    if request.endpoint != "static" or "v" not in request.args:
        return False
    return request.args["v"] != file_version(str((request.view_args or {})["filename"]))


def compressed_response(body: bytes, mimetype: str, level: int = BROTLI_LEVEL) -> AnyResponse:
    """Return a response with this body and an ETag, compressed by Brotli if the browser accepts that.

    It is a 304 if the browser's copy has this ETag. The compressed bytes are kept in a cache.
    """
    tight = bool(request.accept_encodings["br"])
    response = Response(_compress(body, level) if tight else body, mimetype=mimetype)
    if tight:
        response.content_encoding = "br"
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{crc32(body):x}{'b' if tight else ''}")
    return response.make_conditional(request)


def _folder() -> Path:
    return Path(current_app.static_folder or "")


@cache
def _bundle(folder: Path, name: str) -> bytes:
    between = b"\n;\n" if name.endswith(".js") else b"\n"  # a script may end without its semicolon
    whole = between.join((folder / part).read_bytes() for part in BUNDLES[name])
    return COMMENTS[Path(name).suffix].sub(b"", whole)


@cache
def _version(folder: str, filename: str) -> str:
    files = [Path(folder, part) for part in BUNDLES.get(filename, [filename])]
    return format(crc32(b"".join(file.read_bytes() for file in files if file.is_file())), "x")


@lru_cache(CACHE_SIZE)
def _compress(body: bytes, level: int) -> bytes:
    return bytes(brotli.compress(body, quality=level))
