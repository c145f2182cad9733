"""View for advice on a clue while it is typed. Uses POST, because a clue is secret and URLs end up in logs."""

from flask import redirect, render_template, request, url_for
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts import burst_limits
from app.accounts.rate_limits import RateLimited
from app.games.moves.clue_advice import ClueAdvice, load_advice
from app.games.store.errors import ActionRefused
from app.games.web.pages import bp
from app.http.responses import wants_fragment


@bp.post("/games/<code:code>/advice")
@login_required
def advice(code: str) -> str | Response:
    """Render the advice on `word`, empty if refused or rate limited. Without htmx, redirect to the game."""
    try:
        burst_limits.enforce(burst_limits.ADVICE)
        found = load_advice(code, current_user.id, request.form.get("word", ""))
    except (ActionRefused, RateLimited):
        found = ClueAdvice()
    if not wants_fragment():
        return redirect(url_for(".game", code=code), 303)
    return render_template("games/clue/_clue_advice.html", advice=found)
