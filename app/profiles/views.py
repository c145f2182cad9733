"""The profile page."""

from flask import Blueprint, render_template

from app.accounts.session import current_user_id
from app.profiles import partners, words
from app.profiles.figures import record
from app.profiles.looking import address, shown
from app.profiles.plots import plot

bp = Blueprint("profiles", __name__)


@bp.get("/people/<who>")
def profile(who: str) -> str:
    """Show a player's statistics, to the player and, if the profile is public, to everybody."""
    person = shown(who, current_user_id())
    mine = person.id == current_user_id()
    told = record(person.id)
    return render_template(
        "profiles/profile.html",
        person=person,
        address=address(person),
        mine=mine,
        record=told,
        partners=partners.best(person.id, public=not mine),
        words=words,
        rates=plot([span.rate for span in told.spans], top=1),
        worths=plot([span.per_clue for span in told.spans]),
    )
