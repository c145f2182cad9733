"""Shared by the admins' views: access control, pagination, and responses to form posts."""

import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final, TypeVar

from flask import flash, make_response, redirect, render_template, request
from flask_login import current_user
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from app.accounts import proof
from app.accounts.errors import WrongPassword
from app.accounts.limits import RateLimited
from app.languages import _
from app.moderation.models import Entry, Report
from app.refusals import Refusal

MANY: Final = 25  # rows on a page
NUMBER: Final = re.compile("[0-9]{1,18}")


Row = TypeVar("Row", Report, Entry)


def for_admins(view: Callable[..., Response]) -> Callable[..., Response]:
    """Allow admins only; everybody else gets 404."""

    @wraps(view)
    def guarded(**given: int) -> Response:
        if not (current_user.is_authenticated and current_user.admin):
            raise NotFound
        return view(**given)

    return guarded


def deed(page: Callable[..., Response]) -> Callable[[Callable[..., str]], Callable[..., Response]]:
    """Make a view of an admin action: redirect to the URL it returns, or show `page` with the reason for a refusal."""

    def decorate(view: Callable[..., str]) -> Callable[..., Response]:
        @wraps(view)
        def answer(**given: int) -> Response:
            try:
                address = view(**given)
            except Refusal as refusal:
                return page(**given, status=refusal.status, notice=refusal.sentence, field=refusal.field)
            except RateLimited as many:
                return page(**given, status=429, notice=many.sentence, field="password")
            flash(_("That is done, and written down."))
            return redirect(address, 303)

        return for_admins(answer)

    return decorate


def require_password() -> None:
    """Raise Refusal unless the password was confirmed, earlier or by this form; RateLimited after too many tries."""
    if proof.is_password_confirmed():
        return
    password = request.form.get("password", "")
    if not password:
        raise Refusal(_("Type your password."), "password")
    try:
        proof.confirm_password(current_user._get_current_object(), password)
    except WrongPassword as wrong:
        raise Refusal(str(wrong), "password") from None


def before() -> int | None:
    """Return the id before which the requested page starts, if the URL has one."""
    sent = request.args.get("before", "")
    return int(sent) if NUMBER.fullmatch(sent) else None


def paged(rows: Sequence[Row]) -> tuple[Sequence[Row], int | None]:
    """Return the rows of a page, without the extra row that was read, and the id before which the next page starts."""
    return rows[:MANY], rows[MANY - 1].id if len(rows) > MANY else None


def show(template: str, status: int = 200, **values: Any) -> Response:
    """Render an admin page that browsers must not store."""
    given = {"typed": request.form if status >= 400 else {}, "confirmed": proof.is_password_confirmed()}
    response = make_response(render_template(f"moderation/{template}", **given, **values), status)
    response.headers["Cache-Control"] = "no-store"
    return response
