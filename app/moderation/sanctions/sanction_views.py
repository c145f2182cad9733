"""The page on which users read the sanctions against them, and why."""

from flask import make_response, render_template
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.moderation.reports.report_views import bp
from app.moderation.sanctions import enforcement


@bp.get("/standing")
@login_required
def own_sanctions() -> Response:
    """Show the user's own warnings and suspensions."""
    return render_own_sanctions()


def render_own_sanctions(status: int = 200) -> Response:
    """Return the page of the current user's warnings and suspensions, the running suspension first."""
    own = enforcement.load_sanctions(current_user.id)
    running = enforcement.find_suspension(current_user.id)
    return make_response(render_template("moderation/own_sanctions.html", sanctions=own, suspension=running), status)
