"""Pages with a secret in their URL: they are not cached, and invalid links are explained."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from flask import Response, make_response, render_template

from app.accounts.recovery import signed_links
from app.accounts.recovery.signed_links import InvalidLink, LinkPurpose
from app.i18n.languages import lazy_gettext

P = ParamSpec("P")

REASONS: dict[type[InvalidLink], str] = {
    signed_links.ForgedLink: lazy_gettext(
        "This link is invalid or incomplete. Copy the whole address from the e-mail."
    ),
    signed_links.ExpiredLink: lazy_gettext("This link has expired."),
    signed_links.UsedLink: lazy_gettext("This link has already been used, or is no longer valid."),
}


def no_store(view: Callable[P, Any]) -> Callable[P, Response]:
    """Send Cache-Control: no-store with a view's responses."""

    @wraps(view)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> Response:
        response = make_response(view(*args, **kwargs))
        response.headers["Cache-Control"] = "no-store"
        return response

    return wrapped


def render_invalid_link(reason: InvalidLink, purpose: LinkPurpose) -> Any:
    """Render the page that explains why a link is invalid and what to do next."""
    return render_template("accounts/dead_link.html", reason=REASONS[type(reason)], purpose=purpose.name), reason.status
