"""What the admins' views share: the blueprint with its access control, pagination, and answers to forms."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask_login import current_user
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from app.accounts.auth import reauthentication
from app.accounts.second_factor import factors, second_step
from app.accounts.second_factor.guard import ask_for_second_step
from app.http.fields import parse_int
from app.http.responses import redirect_to
from app.http.safe_redirects import current_page_path
from app.i18n.languages import _
from app.moderation.models import AuditEntry, Report
from app.refusals import Refusal

PAGE_SIZE: Final = 25  # rows on a page


Row = TypeVar("Row", Report, AuditEntry)


bp = Blueprint("admin", __name__)


@bp.before_request
def require_admin() -> Response | None:
    """Before every request to these pages, raise NotFound unless the user is an admin.

    An admin without a second factor is led to set one up; one who has signed in without it, to the second step.
    """
    if not (current_user.is_authenticated and current_user.admin):
        raise NotFound
    if not factors.has_any(current_user.id):
        flash(_("Admins need a passkey or an authenticator app. Add one here, then open the page again."))
        return redirect_to(url_for("accounts.account", _anchor="passkeys"))
    if second_step.is_missing(current_user):
        return ask_for_second_step(current_page_path() or url_for("admin.reports"))
    return None


@bp.after_request
def forbid_storing(response: Response) -> Response:
    """Add `Cache-Control: no-store` to the response."""
    response.headers["Cache-Control"] = "no-store"
    return response


def redirect_done(endpoint: str, **values: Any) -> Response:
    """Flash that the action is done and logged, and return a redirect to an endpoint."""
    flash(_("Done. The action has been logged."))
    return redirect(url_for(endpoint, **values), 303)


def require_password() -> None:
    """Check the `password` sent, unless it was confirmed in this session within 15 minutes.

    Raises Refusal if it is missing, WrongPassword, or RateLimited after too many tries. May commit.
    """
    if reauthentication.is_password_confirmed():
        return
    password = request.form.get("password", "")
    if not password:
        raise Refusal(_("Enter your password."), "password")
    reauthentication.confirm_password(current_user._get_current_object(), password)


def before_id() -> int | None:
    """Return the id in the URL's `before`, below which the requested page starts, or None."""
    return parse_int(request.args.get("before", ""))


def split_page(rows: Sequence[Row]) -> tuple[Sequence[Row], int | None]:
    """Return up to PAGE_SIZE of the rows, and the `before` of the next page, or None if this is the last.

    `rows` must have been read with one more than PAGE_SIZE as the limit.
    """
    return rows[:PAGE_SIZE], rows[PAGE_SIZE - 1].id if len(rows) > PAGE_SIZE else None


def render_admin_page(template: str, status: int = 200, **values: Any) -> Response:
    """Return an admin page from a template; with an error status, its form keeps what was typed."""
    given = {"typed": request.form if status >= 400 else {}, "confirmed": reauthentication.is_password_confirmed()}
    return make_response(render_template(f"moderation/{template}", **given, **values), status)
