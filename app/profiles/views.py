"""The profile page."""

from flask import Blueprint, render_template

from app.accounts.auth.login_manager import current_user_id
from app.profiles import labels, partners
from app.profiles.player_stats import load_profile_stats
from app.profiles.plots import plot
from app.profiles.visibility import profile_slug, visible_user_or_404

bp = Blueprint("profiles", __name__)


@bp.get("/people/<who>")
def profile(who: str) -> str:
    """Show the statistics of the player with this name or id; 404 if private, except to the player."""
    person = visible_user_or_404(who, current_user_id())
    mine = person.id == current_user_id()
    stats = load_profile_stats(person.id)
    return render_template(
        "profiles/profile.html",
        person=person,
        address=profile_slug(person),
        mine=mine,
        record=stats,
        partners=partners.best_partners(person.id, public=not mine),
        words=labels,
        rates=plot([span.rate for span in stats.spans], top=1),
        worths=plot([span.per_clue for span in stats.spans]),
    )
