"""The blueprint of pages with a secret in their URL: never cached, and with an explanation for invalid links."""

from typing import Any

from flask import Blueprint, Response, render_template

from app.accounts.recovery import signed_links
from app.accounts.recovery.signed_links import InvalidLink
from app.i18n.languages import lazy_gettext

bp = Blueprint("recovery", __name__)

REASONS: dict[type[InvalidLink], str] = {
    signed_links.ForgedLink: lazy_gettext(
        "This link is invalid or incomplete. Copy the whole address from the e-mail."
    ),
    signed_links.ExpiredLink: lazy_gettext("This link has expired."),
    signed_links.UsedLink: lazy_gettext("This link has already been used, or is no longer valid."),
}


@bp.after_request
def forbid_storing(response: Response) -> Response:
    """Add `Cache-Control: no-store` to the response."""
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.errorhandler(InvalidLink)
def handle_invalid_link(error: InvalidLink) -> Any:
    """Show a page that says why a link is invalid and what to do next, with status 404 or 410."""
    reason, purpose = REASONS[type(error)], error.purpose.name
    return render_template("accounts/recovery/dead_link.html", reason=reason, purpose=purpose), error.status
