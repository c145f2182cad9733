"""The HTTP edge: security headers, error pages, fragments, codes."""

import secrets
from pathlib import Path

from flask import Flask, Response, current_app, g, make_response, redirect, render_template, request
from flask_login import AnonymousUserMixin
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import BadHost, HTTPException, SecurityError
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response as AnyResponse

from app import pulse, schema
from app.db import db
from app.languages import later

CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no i, l, o, 0, 1: they are misread
CODE_LENGTH = 8  # 40 bits: a link cannot be guessed

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

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
FOREIGN = later("That is not a name of this site.")


def init_app(app: Flask) -> None:
    """Attach headers, error pages and the health check."""
    app.url_map.converters["code"] = CodeConverter
    app.after_request(_headers)
    app.register_error_handler(HTTPException, show_error)
    app.register_error_handler(BadHost, _bad_host)
    app.register_error_handler(SecurityError, _bad_host)
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(OperationalError, _unreachable)
    app.add_url_rule("/healthz", view_func=healthz)
    app.url_defaults(_version_static)


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
    """Render the part of a page that polls, with the tag of what it shows."""
    response = make_response(
        render_template(template, tag=tag, poll_seconds=current_app.config["POLL_SECONDS"], **values), status
    )
    response.headers[pulse.HEADER] = tag
    response.headers["Cache-Control"] = "no-store"  # an old table, or another's key, must not come back by a button
    return response


def lead_to(address: str) -> AnyResponse:
    """Send the reader to another page, by htmx or plainly."""
    return Response(headers={"HX-Redirect": address}) if wants_fragment() else redirect(address, 303)


def _headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint == "static":
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.update(["HX-Request", "Accept-Language"])
    return response


def _version_static(endpoint: str, values: dict[str, object]) -> None:
    """Add a file's time of change to its address, so that browsers may keep it for ever."""
    if endpoint == "static" and "v" not in values:
        file = Path(current_app.static_folder or "", str(values["filename"]))
        values["v"] = format(file.stat().st_mtime_ns // 1_000_000, "x") if file.exists() else "0"


def show_error(error: HTTPException) -> Response:
    """Answer an error with its page, or for htmx with a notice, in the reader's language."""
    code = error.code or 500
    if error.response is not None or code < 400:
        return error.get_response()  # type: ignore[return-value]
    answer = _error_page(code, SENTENCES.get(code, SENTENCES[code // 100 * 100]))  # or what its class says (RFC 9110)
    for name, value in error.get_headers():
        answer.headers.setdefault(name, value)  # such as Allow and Retry-After
    return answer


def _bad_host(error: HTTPException) -> Response:
    """Answer in plain text: for a host that cannot be, no page can be made, because no link can."""
    return Response(f"{FOREIGN}\n", 400, content_type="text/plain")


def _expired(error: CSRFError) -> Response:
    return _error_page(400, EXPIRED)


def _unreachable(error: OperationalError) -> Response:
    db.session.rollback()
    g._login_user = AnonymousUserMixin()  # the page frame would look the reader up again
    current_app.logger.error("database out of reach: %s", error.orig)
    response = _error_page(503, SENTENCES[503])
    response.headers["Retry-After"] = "5"
    return response


def _error_page(code: int, sentence: str) -> Response:
    if not wants_fragment():
        return make_response(render_template("error.html", code=code, sentence=sentence), code)
    response = make_response(render_template("_notice.html", sentence=sentence), code)
    response.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "innerHTML"})  # whatever the page shows stays
    return response
