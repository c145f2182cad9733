"""The guard that blocks the requests of suspended users: pages, forms and waiting long polls.

The endpoints that stay open are listed, so that new ones are blocked by default: the page of the decision, the rules
and the tutorial, securing, exporting and deleting the account, and signing out.
"""

from typing import Final

from flask import Flask, request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response

from app.http.responses import redirect_to, wants_fragment
from app.moderation.sanctions.sanction_views import render_own_sanctions

OPEN_BLUEPRINTS: Final = {"rules_pages", "credits", "tutorial", "offline", "recovery", "well_known"}
OPEN_ENDPOINTS: Final = {
    *("static", "games.outlines", "healthz", "readyz", "metrics"),
    *("notifications.show_bell", "moderation.own_sanctions"),
    *("notifications.unsubscribe", "notifications.unsubscribe_page", "accounts.account", "accounts.events_page"),
    *("accounts.export", "accounts.deletion", "accounts.logout_page", "accounts.logout", "accounts.login"),
    *("accounts.sign_in", "accounts.choose_language", "accounts.language", "accounts.timezone", "accounts.password"),
    *(
        "accounts.sessions",
        "accounts.email",
        "accounts.resend_confirmations",
        "accounts.cancel_change",
        "accounts.choose_theme",
        "accounts.revoke_token",
        "accounts.sign_in_by_passkey",
        "accounts.second_step",
        "accounts.take_second_step",
        "accounts.new_passkey",
        "accounts.add_passkey",
        "accounts.remove_passkey",
        "accounts.set_up_authenticator",
        "accounts.confirm_authenticator",
        "accounts.remove_authenticator",
        "accounts.make_recovery_codes",
    ),
}


def init_app(app: Flask) -> None:
    """Register the guard to run before every request: it redirects suspended users or answers 403."""
    app.before_request(_block_suspended)


def _block_suspended() -> Response | None:
    if request.endpoint is None or request.endpoint in OPEN_ENDPOINTS or request.blueprint in OPEN_BLUEPRINTS:
        return None
    if not current_user.is_authenticated or not current_user.is_suspended:
        return None
    if request.method == "GET":
        return redirect_to(url_for("moderation.own_sanctions"))
    leading = {"HX-Redirect": url_for("moderation.own_sanctions")}
    return Response(status=403, headers=leading) if wants_fragment() else render_own_sanctions(403)
