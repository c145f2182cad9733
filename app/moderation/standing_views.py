"""The page on which somebody reads what was decided about them, and why."""

from flask import make_response, render_template
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.moderation import measures
from app.moderation.report_views import bp


@bp.get("/standing")
@login_required
def standing() -> Response:
    """Show one's own warnings and suspensions."""
    return page()


def page(status: int = 200) -> Response:
    """Return the page; the suspension that runs stands first."""
    own = measures.of(current_user.id)
    running = measures.running(current_user.id)
    return make_response(render_template("moderation/standing.html", measures=own, running=running), status)
