"""Views for reporting a user: choosing whom, then describing what is wrong."""

from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts import burst_limits
from app.http.refusal_pages import refused_on
from app.http.safe_redirects import safe_path
from app.i18n.languages import _
from app.moderation.reports import places, reporting

bp = Blueprint("moderation", __name__)


def _form_page(status: int = 200, **values: Any) -> Response:
    place = places.place_or_404(request.values, current_user.id)
    number = request.values.get("user", "")
    alone = str(place.people[0].id) if len(place.people) == 1 else ""
    person = place.person_or_404(number or alone) if number or alone else None
    if person is None:
        return make_response(
            render_template("moderation/choose_person.html", place=place, back=_back_url(place)), status
        )
    reportable_items, line = place.reportable_items(person), request.args.get("line")
    chosen = request.form.get("about") or (f"talk:{line}" if line else "")
    page = render_template(
        "moderation/report_form.html",
        place=place,
        person=person,
        reportable_items=reportable_items,
        chosen=chosen if chosen in [each.value for each in reportable_items] else "",
        typed=request.form,
        back=_back_url(place),
        **values,
    )
    return make_response(page, status)


@bp.get("/reports/new")
@login_required
def new() -> Response:
    """Show the form to report `user` in a `game`, `lobby` or `profile`, or first the list of users to choose from.

    404 if the place or the person is not one that the reader can report.
    """
    return _form_page()


@bp.post("/reports")
@login_required
@refused_on(_form_page)
def create() -> Response:
    """Save a report, with `block` also block the user, and redirect to the place; show a refused form again."""
    place = places.place_or_404(request.form, current_user.id)
    person = place.person_or_404(request.form.get("user", ""))
    about, kind, words = (request.form.get(name, "") for name in ("about", "kind", "words"))
    burst_limits.enforce(burst_limits.LOBBY)
    reporting.create_report(current_user.id, place, person, about, kind, words, bool(request.form.get("block")))
    flash(
        _("Thank you, we have received your report and will look at it. %(name)s will not be told.", name=person.name)
    )
    return redirect(_back_url(place), 303)


def _back_url(place: places.ReportPlace) -> str:
    folder = {"game": "games", "lobby": "lobbies", "profile": "people"}[place.field]
    return safe_path(f"/{folder}/{place.key}") or "/"
