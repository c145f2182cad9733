"""The HTTP edge: error pages, fragments, codes, and headers."""

import secrets
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, Response, current_app, g, make_response, redirect, render_template, request
from flask_login import AnonymousUserMixin
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response as AnyResponse

from app import guards, logs, packing, pulse, schema
from app.countdown import time_left
from app.db import OUTAGES, db
from app.languages import later

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no i, l, o, 0, 1: they are misread
CODE_LENGTH = 8  # 40 bits: a link cannot be guessed


RETRY_SECONDS = 5  # after which whoever was turned away may come back

SENTENCES = {
    400: later("That request made no sense to us. Go back, reload the page and try once more."),
    403: later("You may not do that."),
    404: later("There is nothing here, or nothing that you may see."),
    405: later("That address does not take this kind of request."),
    413: later("That is more text than we take at once."),
    429: later("Too many tries. Wait a few minutes, then try again."),
    500: later("Something broke on our side. Nothing you did was lost that had been confirmed."),
    503: later("The database is out of reach for the moment. Try again in a few seconds."),
}
EXPIRED = later("This form was too old to be trusted. Reload the page and send it again.")
BUSY = later("The site has too much to do for the moment. Nothing was done; try again in a few seconds.")


FILES = ("static", "games.outlines")  # endpoints of files that never change under their address


def init_app(app: Flask) -> None:
    """Attach headers, error pages and the health check."""
    app.url_map.converters["code"] = CodeConverter
    app.after_request(_headers)
    app.register_error_handler(HTTPException, show_error)
    app.register_error_handler(CSRFError, _expired)
    for outage in OUTAGES:
        app.register_error_handler(outage, _unreachable)
    app.add_url_rule("/healthz", view_func=healthz)
    app.url_defaults(_version_static)
    app.jinja_env.globals["poll_seconds"] = app.config["POLL_SECONDS"]
    app.jinja_env.filters["time_left"] = time_left


class CodeConverter(BaseConverter):
    """`<code:code>` in a rule: only what `new_code` makes; anything else is 404 before it reaches the database."""

    regex = f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}"


def healthz() -> tuple[str, int]:
    """Answer 200 once the database is reached and has this code's schema."""
    return ("ok\n", 200) if schema.is_current() else ("the schema is not current\n", 503)


def new_code() -> str:
    """Return a fresh code for a link: 8 letters and digits."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def is_code(text: str) -> bool:
    """Whether a text has the shape of such a code; the database cannot even be asked for others, such as with a NUL."""
    return len(text) == CODE_LENGTH and set(text) <= set(CODE_ALPHABET)


def wants_fragment() -> bool:
    """Whether htmx asks: then only the part of the page that it swaps is sent."""
    return request.headers.get("HX-Request") == "true"


def fragment(template: str, tag: str, status: int = 200, **values: object) -> Response:
    """Render the part of a page that polls, or the page around it, with the tag of what it shows.

    The reader's bell comes along; where nothing else asks for news any more (`polled` False), it does so by itself.
    """
    values = {"polled": True, **values}
    body = render_template(template, tag=tag, **values)
    if wants_fragment():
        body += render_template("notifications/_bell.html", polled=values["polled"], aside=True)
    response = make_response(body, status)
    response.headers[pulse.HEADER] = tag
    response.headers["Cache-Control"] = "no-store"  # an old table, or another's key, must not come back by a button
    return response


def lead_to(address: str) -> AnyResponse:
    """Send the reader to another page, by htmx or plainly."""
    return Response(headers={"HX-Redirect": address}) if wants_fragment() else redirect(address, 303)


def _headers(response: Response) -> Response:
    is_file = request.endpoint in FILES and response.status_code in (200, 206, 304)
    stands_alone = not wants_fragment() and not is_file
    for name, value in guards.headers(current_app, page=stands_alone).items():
        response.headers.setdefault(name, value)
    if is_file:
        response.headers["Cache-Control"] = packing.FOR_EVER
        for needless in ("Content-Disposition", "Last-Modified", "Accept-Ranges"):  # a file is known by its address
            response.headers.pop(needless, None)
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.update(["HX-Request", "Accept-Language"])
    return response


def _version_static(endpoint: str, values: dict[str, object]) -> None:
    """Add a file's time of change to its address, so that browsers may keep it for ever."""
    if endpoint == "static" and "v" not in values:
        values["v"] = _changed(Path(current_app.static_folder or "", str(values["filename"])))


@cache
def _changed(file: Path) -> str:
    """Return when a file was changed, as this process saw it first."""
    return format(file.stat().st_mtime_ns // 1_000_000, "x") if file.exists() else "0"


def show_error(error: HTTPException) -> Response:
    """Answer an error with its page, or for htmx with a notice, in the reader's language."""
    code = error.code or 500
    if code == 500:
        db.session.remove()  # what failed may have been the transaction in which the page frame looks its reader up,
        g.pop("_login_user", None)  # who was loaded in it
    if error.response is not None or code < 400:
        return error.get_response()  # type: ignore[return-value]
    sentence = getattr(error, "sentence", None) or SENTENCES.get(code, SENTENCES[code // 100 * 100])  # RFC 9110, 15
    answer = _error_page(code, sentence)
    for name, value in error.get_headers():
        answer.headers.setdefault(name, value)  # such as Allow and Retry-After
    return answer


def _expired(error: CSRFError) -> Response:
    return _error_page(400, EXPIRED)


def _unreachable(error: Exception) -> Response:
    cause = getattr(error, "orig", error)
    answered = getattr(cause, "sqlstate", None)  # then its words may quote a row
    reason = logs.kind(cause) if answered else str(cause).partition("\n")[0]
    current_app.logger.error("database out of reach: %s", reason)
    db.session.remove()  # even where a rollback fails
    return _try_again(SENTENCES[503])


def turn_away(app: Flask, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Answer, as a WSGI application, a request that has waited too long for its turn: nothing of it was done."""
    with app.request_context(environ):
        return app.process_response(_try_again(BUSY))(environ, start_response)


def _try_again(sentence: str) -> Response:
    """Ask to come back soon, without the database, not even to look up who reads."""
    g._login_user = AnonymousUserMixin()
    response = _page(503, sentence)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def _error_page(code: int, sentence: str) -> Response:
    try:
        return _page(code, sentence)
    except OUTAGES as outage:  # the page frame looks its reader up
        return _unreachable(outage)


def _page(code: int, sentence: str) -> Response:
    if not wants_fragment():
        return make_response(render_template("error.html", code=code, sentence=sentence), code)
    response = make_response(render_template("_notice.html", code=code, sentence=sentence), code)
    response.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "innerHTML"})  # whatever the page shows stays
    return response
