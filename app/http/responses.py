"""Building responses: error pages, fragments, redirects, cache headers; and the codes used in links."""

import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, current_app, g, make_response, redirect, render_template, request
from flask_login import AnonymousUserMixin
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response as AnyResponse

from app.db import OUTAGE_ERRORS, db
from app.http import security_headers, static_files
from app.http.fragments.fragment_cache import cached_fragment
from app.http.problems import is_api_path, is_api_request, problem_response
from app.i18n.durations import time_left
from app.i18n.languages import lazy_gettext
from app.i18n.times import date_and_time
from app.live import topic_versions
from app.observability import logs

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no i, l, o, 0, 1: easily misread
CODE_LENGTH = 8  # about 40 bits: a link cannot be guessed


RETRY_SECONDS = 5  # value of Retry-After in a 503

ERROR_MESSAGES = {
    400: lazy_gettext("Something was wrong with that request. Go back, reload the page and try again."),
    403: lazy_gettext("You are not allowed to do that."),
    404: lazy_gettext("There is nothing here, or you are not allowed to see it."),
    405: lazy_gettext("This address does not accept this kind of request."),
    413: lazy_gettext("That is too much text to send at once."),
    429: lazy_gettext("Too many tries. Wait a few minutes, then try again."),
    500: lazy_gettext("Something went wrong on our side. Whatever was already confirmed is safe."),
    503: lazy_gettext("The database is not responding right now. Try again in a few seconds."),
}
EXPIRED_FORM = lazy_gettext("This form has expired. Reload the page and send it again.")
OVERLOADED = lazy_gettext("The site is too busy right now, so nothing was done. Try again in a few seconds.")
PLAIN_OVERLOADED = "The site is too busy right now. Try again in a few seconds."  # also after a commit


FILE_ENDPOINTS = ("static", "games.outlines")  # endpoints of files that never change at their URL


def init_app(app: Flask) -> None:
    """Register the URL converter `code`, response headers, error handlers and template functions."""
    app.url_map.converters["code"] = CodeConverter
    app.after_request(_set_headers)
    app.register_error_handler(HTTPException, handle_http_error)
    app.register_error_handler(CSRFError, _handle_csrf_error)
    for outage in OUTAGE_ERRORS:
        app.register_error_handler(outage, _handle_outage)
    app.url_defaults(_version_static)
    app.jinja_env.globals["poll_seconds"] = app.config["POLL_SECONDS"]
    app.jinja_env.filters["time_left"] = time_left
    app.jinja_env.filters["date_and_time"] = date_and_time


class CodeConverter(BaseConverter):
    """URL converter `<code:…>`, which matches only what `new_code` can return; other URLs are 404 without a query."""

    regex = f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}"


def new_code() -> str:
    """Return a new random code for a link: CODE_LENGTH letters and digits that are not easily misread."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def is_code(text: str) -> bool:
    """Whether a text has the form of a code; others may be impossible to query for, such as one with a NUL."""
    return len(text) == CODE_LENGTH and set(text) <= set(CODE_ALPHABET)


def wants_fragment() -> bool:
    """Whether htmx sent the request, and so only the part of the page that it swaps is to be answered."""
    return request.environ.get("HTTP_HX_REQUEST") == "true"  # faster than request.headers, and called often


def render_fragment(template: str, tag: str, status: int = 200, **values: Any) -> Response:
    """Render a template as a response that carries the tag of what it shows, and is not stored by browsers.

    For htmx the template renders the polling part of the page alone, to which the bell is added, else the whole page.
    With `polled=False`, where nothing else on the page polls, the bell polls by itself.
    """
    values = {"polled": True, "bell": None, **values}
    return fragment_response(render_template(template, tag=tag, **values), tag, status, **values)


def fragment_response(
    body: str, tag: str, status: int = 200, *, bell: Any, polled: bool, is_drawn: bool = False, **_: object
) -> Response:
    """Return the response that `render_fragment` returns, for a body that has been rendered already.

    `polled` tells that the page polls, and `is_drawn` that it has a bell; further values were of the template alone.
    """
    if wants_fragment():
        body += _bell(bell, polled, is_drawn)
    response = make_response(body, status)
    response.headers[topic_versions.TAG_HEADER] = tag
    response.headers["Cache-Control"] = "no-store"  # back button: no outdated game or other key card
    return response


def _bell(bell: Any, polled: bool, is_drawn: bool) -> str:
    """Return the bell aside of a fragment; one that is at hand is rendered once for all who have as much open."""
    if bell is None or not polled:
        return render_template("notifications/_bell.html", aside=True, bell=bell, polled=polled, is_drawn=is_drawn)
    return str(cached_fragment("notifications/_bell_link.html", open=bell.open, tag="", aside=True, is_drawn=is_drawn))


def redirect_to(address: str) -> AnyResponse:
    """Return a redirect to another page: for htmx by the header HX-Redirect, else a 303."""
    return Response(headers={"HX-Redirect": address}) if wants_fragment() else redirect(address, 303)


def _set_headers(response: Response) -> Response:
    is_file = request.endpoint in FILE_ENDPOINTS and response.status_code in (200, 206, 304)
    stands_alone = not wants_fragment() and not is_file and not is_api_request()
    given = {name.lower() for name, _ in response.headers}
    wanted = security_headers.headers(current_app, page=stands_alone)
    response.headers.extend([pair for pair in wanted.items() if pair[0].lower() not in given])
    if is_file:
        response.headers["Cache-Control"] = (
            "no-cache" if static_files.is_other_version() else static_files.CACHE_FOREVER
        )
        for needless in ("Content-Disposition", "Last-Modified", "Accept-Ranges"):  # the URL has the version
            response.headers.pop(needless, None)
    else:
        response.headers.setdefault("Cache-Control", "no-store" if is_api_request() else "private, no-cache")
        response.vary.update(["HX-Request", "Accept-Language"])
    return response


def _version_static(endpoint: str, values: dict[str, object]) -> None:
    """Add a static file's version to the values of its URL, so that browsers may cache it forever."""
    if endpoint == "static" and "v" not in values:
        values["v"] = static_files.file_version(str(values["filename"]))


def handle_http_error(error: HTTPException) -> Response:
    """Return the response to an HTTP error: as `error_page` renders it, with the error's own headers.

    An error with a response of its own, or that is a redirect, is answered as it is.
    """
    code = error.code or 500
    if code == 500:
        db.session.remove()  # this transaction may have failed,
        g.pop("_login_user", None)  # and the error page has to load the user anew
    if error.response is not None or code < 400:
        return error.get_response()  # type: ignore[return-value]
    # An unknown code counts as x00 (RFC 9110, 15).
    sentence = getattr(error, "sentence", None) or ERROR_MESSAGES.get(code, ERROR_MESSAGES[code // 100 * 100])
    answer = error_page(code, sentence)
    for name, value in error.get_headers():
        answer.headers.setdefault(name, value)  # such as Allow and Retry-After
    return answer


def _handle_csrf_error(error: CSRFError) -> Response:
    return error_page(400, EXPIRED_FORM)


def _handle_outage(error: Exception) -> Response:
    cause = getattr(error, "orig", error)
    answered = getattr(cause, "sqlstate", None)  # then its message may quote a row
    reason = logs.error_type(cause) if answered else str(cause).partition("\n")[0]
    current_app.logger.error("database out of reach: %s", reason)
    db.session.remove()  # works even if the rollback fails
    return _retry_later(ERROR_MESSAGES[503])


def plain_outage(app: Flask, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Answer 503 with Retry-After where nothing can be opened: a WSGI application once `app` is bound.

    A template, a translation and the user's language may all have to be loaded, so that it is a constant in English.
    """
    if is_api_path(environ["PATH_INFO"]):
        response = problem_response(503, PLAIN_OVERLOADED)
    else:
        response = Response(f"{PLAIN_OVERLOADED}\n", 503, mimetype="text/plain")
    response.headers.update(security_headers.headers(app, page=False) | {"Retry-After": str(RETRY_SECONDS)})
    return response(environ, start_response)


def reject_overload(app: Flask, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Answer 503 with Retry-After, without using the database: a WSGI application once `app` is bound.

    It is for requests that have waited too long for a thread.
    """
    with app.request_context(environ):
        return app.process_response(_retry_later(OVERLOADED))(environ, start_response)


def _retry_later(sentence: str) -> Response:
    """Return a 503 that says this sentence, with Retry-After, without using the database, not even for the user."""
    g._login_user = AnonymousUserMixin()
    response = _render_error(503, sentence)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def error_page(code: int, sentence: str) -> Response:
    """Return an error as a page, for htmx as a notice, for the API as problem details.

    It is the 503 of an outage instead if the database fails meanwhile.
    """
    try:
        return _render_error(code, sentence)
    except OUTAGE_ERRORS as outage:  # the page frame loads the user
        return _handle_outage(outage)


def _render_error(code: int, sentence: str) -> Response:
    if is_api_request():
        return problem_response(code, sentence)
    if not wants_fragment():
        return make_response(render_template("error.html", code=code, sentence=sentence), code)
    response = make_response(render_template("_error_notice.html", code=code, sentence=sentence), code)
    response.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "innerHTML"})  # leave the rest of the page as it is
    return response
