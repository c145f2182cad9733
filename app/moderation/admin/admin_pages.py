"""Shared by the admins' views: access control, pagination, and responses to form posts."""

import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final, TypeVar

from flask import flash, make_response, redirect, render_template, request
from flask_login import current_user
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from app.accounts.auth import reauthentication
from app.accounts.errors import WrongPassword
from app.accounts.rate_limits import RateLimited
from app.i18n.languages import _
from app.moderation.models import AuditEntry, Report
from app.refusals import Refusal

PAGE_SIZE: Final = 25  # rows on a page
NUMBER_PATTERN: Final = re.compile("[0-9]{1,18}")


Row = TypeVar("Row", Report, AuditEntry)


def admin_required(view: Callable[..., Response]) -> Callable[..., Response]:
    """Allow admins only; everybody else gets 404."""

    @wraps(view)
    def guarded(**given: int) -> Response:
        if not (current_user.is_authenticated and current_user.admin):
            raise NotFound
        return view(**given)

    return guarded


def admin_action(page: Callable[..., Response]) -> Callable[[Callable[..., str]], Callable[..., Response]]:
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
            flash(_("Done. The action has been logged."))
            return redirect(address, 303)

        return admin_required(answer)

    return decorate


def require_password() -> None:
    """Raise Refusal unless the password was confirmed, earlier or by this form; RateLimited after too many tries."""
    if reauthentication.is_password_confirmed():
        return
    password = request.form.get("password", "")
    if not password:
        raise Refusal(_("Enter your password."), "password")
    try:
        reauthentication.confirm_password(current_user._get_current_object(), password)
    except WrongPassword as wrong:
        raise Refusal(str(wrong), "password") from None


def before_id() -> int | None:
    """Return the id before which the requested page starts, if the URL has one."""
    sent = request.args.get("before", "")
    return int(sent) if NUMBER_PATTERN.fullmatch(sent) else None


def split_page(rows: Sequence[Row]) -> tuple[Sequence[Row], int | None]:
    """Return the rows of a page, without the extra row that was read, and the id before which the next page starts."""
    return rows[:PAGE_SIZE], rows[PAGE_SIZE - 1].id if len(rows) > PAGE_SIZE else None


def render_admin_page(template: str, status: int = 200, **values: Any) -> Response:
    """Render an admin page that browsers must not store."""
    given = {"typed": request.form if status >= 400 else {}, "confirmed": reauthentication.is_password_confirmed()}
    response = make_response(render_template(f"moderation/{template}", **given, **values), status)
    response.headers["Cache-Control"] = "no-store"
    return response
