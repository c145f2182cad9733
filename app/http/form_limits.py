"""Checking the size of a form and of each of its fields, before anything else reads them.

Normalising Unicode takes quadratic time for long runs of combining marks, so no unlimited text may reach it.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from flask import Flask, current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

View = TypeVar("View", bound=Callable[..., object])

FORM_BYTES: Final = 32 * 1024  # of a form, URL-encoded: 2,000 characters outside the BMP take 24 kB
FIELD_CHARACTERS: Final = 4_000  # of a field: the longest legitimate one, a player's notes, has 2,000
FIELD_BYTES: Final = 12_000  # of a field, in UTF-8


def init_app(app: Flask) -> None:
    """Have the size of each form checked; call this before CSRF protection is set up, which reads forms."""
    app.before_request(check_form_size)


def allow_long_field(field: str) -> Callable[[View], View]:
    """Return a decorator for a view whose form and field `field` may be as long as MAX_CONTENT_LENGTH allows."""

    def mark(view: View) -> View:
        view.long_field = field  # type: ignore[attr-defined]
        return view

    return mark


def check_form_size() -> None:
    """Raise RequestEntityTooLarge if the request's form, or a field or file name in it, is too long."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    long_field = getattr(current_app.view_functions.get(request.endpoint or ""), "long_field", None)
    if long_field is None:
        request.max_form_memory_size = FORM_BYTES
    if any(name != long_field and _is_too_long(text) for name, text in _submitted_values()):
        raise RequestEntityTooLarge


def _submitted_values() -> Iterator[tuple[str, str]]:
    yield from request.form.items(multi=True)
    yield from ((name, file.filename or "") for name, file in request.files.items(multi=True))


def _is_too_long(text: str) -> bool:
    return len(text) > FIELD_CHARACTERS or len(text.encode(errors="replace")) > FIELD_BYTES
