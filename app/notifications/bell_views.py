"""The bell's own endpoint, and push subscriptions of browsers."""

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
from app.accounts.auth.login_manager import current_page_path, current_user_id
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
    """Return the bell for a page that does not poll otherwise; after a sign-out it is removed from the page."""
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
    """Subscribe this browser to the user's pushes."""
    keys = request.form.get("endpoint", ""), request.form.get("p256dh", ""), request.form.get("auth", "")
    try:
        number = push_subscriptions.subscribe(
            current_user.id, *keys, user_agents.browser_name(request.user_agent.string)
        )
    except ValueError:
        abort(422)
    flash(_("From now on, this browser will notify you when it is your turn."))
    return this_browser.set_subscription_cookie(redirect(current_page_path() or url_for(".settings"), 303), number)
