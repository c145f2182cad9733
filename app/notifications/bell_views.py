"""The URL from which the bell is loaded alone, and the one that subscribes a browser to pushes."""

from typing import Any

from flask import (
    Response,
    abort,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_login import current_user, login_required

from app.accounts import user_agents
from app.accounts.auth.login_manager import current_user_id
from app.http.safe_redirects import current_page_path
from app.i18n.languages import _
from app.live import topic_versions
from app.notifications import bell
from app.notifications.settings import push_subscriptions, this_browser
from app.notifications.views import bp


@bp.app_context_processor
def _template_helpers() -> dict[str, object]:
    """Give templates access to the bell and to this browser's push subscription."""
    return {"load_bell": bell.load_bell, "push_in_this_browser": push_subscriptions.load_browser_push}


@bp.get("/bell")
def show_bell() -> Response:
    """Return the bell's fragment, for a page where nothing else polls; 204 if it has not changed.

    Once signed out, htmx is told to remove the bell from the page.
    """
    me = current_user_id()
    if me is None:
        return Response(headers={"HX-Reswap": "delete"})
    now = bell.load_bell(me)
    if seen := topic_versions.not_modified(now.tag):
        return seen
    response = make_response(render_template("notifications/_bell.html", bell=now))
    response.headers.update({topic_versions.TAG_HEADER: now.tag, "Cache-Control": "no-store"})
    return response


@bp.post("/notices/subscriptions")
@login_required
def subscribe() -> Any:
    """Subscribe this browser to the user's pushes (fields `endpoint`, `p256dh`, `auth`); 422 if they are invalid.

    Sets the cookie that names the subscription, and redirects to the page that sent the form.
    """
    keys = request.form.get("endpoint", ""), request.form.get("p256dh", ""), request.form.get("auth", "")
    try:
        number = push_subscriptions.subscribe(
            current_user.id, *keys, user_agents.browser_name(request.user_agent.string)
        )
    except ValueError:
        abort(422)
    flash(_("From now on, this browser will notify you when it is your turn."))
    return this_browser.set_subscription_cookie(redirect(current_page_path() or url_for(".settings"), 303), number)
