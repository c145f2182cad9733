"""The admins' page of a user: reports, sanctions and earlier names. It shows no e-mail address and no games."""

from typing import Any

from flask import redirect, request, url_for
from flask_login import current_user
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from app.accounts import users
from app.accounts.auth import session_store
from app.accounts.models import User
from app.accounts.names import history
from app.db import db
from app.http.refusal_pages import refused_on
from app.i18n.languages import _
from app.moderation.admin.admin_pages import (
    PAGE_SIZE,
    bp,
    redirect_done,
    render_admin_page,
    require_password,
)
from app.moderation.reports import reporting
from app.moderation.sanctions import decisions, enforcement


def _person_page(number: int, status: int = 200, **values: Any) -> Response:
    user = db.session.get(User, number) if number < 1 << 63 else None
    if user is None:
        raise NotFound
    given = {
        "reports": reporting.load_about_user(current_user.id, number, PAGE_SIZE),
        "sanctions": enforcement.load_sanctions(number),
        "suspension": enforcement.find_suspension(number),
        "names": history.load_earlier_names(number),
        "sessions": len(session_store.load_sessions(number)),
    }
    return render_admin_page("person.html", status, person=user, **given, **values)


@bp.get("/admin/people")
def people() -> Response:
    """Redirect to the page of the account with this `name`, or show the search form."""
    name = request.args.get("name", "").strip()
    found = users.find_account(name)
    if found:
        return redirect(url_for(".person", number=found.id), 303)
    notice = _("There is no account with that name. To find a guest, open a report about them.") if name else ""
    return render_admin_page("find_person.html", name=name, notice=notice)


@bp.get("/admin/people/<int:number>")
def person(number: int) -> Response:
    """Show the reports about and by a user, their sanctions, and their earlier names; 404 if there is no such user."""
    return _person_page(number)


@bp.post("/admin/people/<int:number>/measures")
@refused_on(_person_page)
def act(number: int) -> Response:
    """Warn or suspend a user, or lift a suspension, by `decision`, `days` and `reason`; redirect to the user.

    The password must be confirmed.
    """
    require_password()
    sent = [request.form.get(name, "") for name in ("decision", "days", "reason")]
    decisions.sanction_user(current_user.id, number, *sent)
    return redirect_done(".person", number=number)
