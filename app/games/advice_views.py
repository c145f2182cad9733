"""What the site says of a clue while it is typed; by POST, for a clue is a secret and addresses are kept by many."""

from flask import redirect, render_template, request, url_for
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts import pace
from app.accounts.limits import TooMany
from app.games.advising import Advice, advise
from app.games.errors import Refused
from app.games.views import bp
from app.web import wants_fragment


@bp.post("/games/<code:code>/advice")
@login_required
def advice(code: str) -> str | Response:
    """Show what there is to say of the `word`, nothing where it cannot be told; without htmx the table is shown."""
    try:
        pace.keep(pace.ADVICE)
        found = advise(code, current_user.id, request.form.get("word", ""))
    except (Refused, TooMany):
        found = Advice()
    if not wants_fragment():
        return redirect(url_for(".game", code=code), 303)
    return render_template("games/_advice.html", advice=found)
