"""Shared by the admins' views: the blueprint with its access control, pagination, and responses to form posts."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask_login import current_user
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from app.accounts.auth import reauthentication
from app.http.fields import parse_int
from app.i18n.languages import _
from app.moderation.models import AuditEntry, Report
from app.refusals import Refusal

PAGE_SIZE: Final = 25  # rows on a page


Row = TypeVar("Row", Report, AuditEntry)


bp = Blueprint("admin", __name__)


@bp.before_request
def require_admin() -> None:
    """Raise 404 for everybody but admins."""
    if not (current_user.is_authenticated and current_user.admin):
        raise NotFound


@bp.after_request
def forbid_storing(response: Response) -> Response:
    """Keep these pages out of caches."""
    response.headers["Cache-Control"] = "no-store"
    return response


def redirect_done(endpoint: str, **values: Any) -> Response:
    """Redirect after an action, with a message that it is done."""
    flash(_("Done. The action has been logged."))
    return redirect(url_for(endpoint, **values), 303)


def require_password() -> None:
    """Raise Refusal unless the password was confirmed, earlier or by this form; RateLimited after too many tries."""
    if reauthentication.is_password_confirmed():
        return
    password = request.form.get("password", "")
    if not password:
        raise Refusal(_("Enter your password."), "password")
    reauthentication.confirm_password(current_user._get_current_object(), password)


def before_id() -> int | None:
    """Return the id before which the requested page starts, if the URL has one."""
    return parse_int(request.args.get("before", ""))


def split_page(rows: Sequence[Row]) -> tuple[Sequence[Row], int | None]:
    """Return the rows of a page, without the extra row that was read, and the id before which the next page starts."""
    return rows[:PAGE_SIZE], rows[PAGE_SIZE - 1].id if len(rows) > PAGE_SIZE else None


def render_admin_page(template: str, status: int = 200, **values: Any) -> Response:
    """Render an admin page."""
    given = {"typed": request.form if status >= 400 else {}, "confirmed": reauthentication.is_password_confirmed()}
    return make_response(render_template(f"moderation/{template}", **given, **values), status)
