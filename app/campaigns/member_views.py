"""Views for a team's members: creating a team, inviting, joining, renaming, leaving, removing.

After a refusal, the form's page is shown again with the sentence and the refusal's status. Strangers get 404.
"""

from typing import Any

from flask import Response, redirect, render_template, request, url_for
from flask_login import current_user, login_required
from werkzeug.wrappers import Response as AnyResponse

from app.accounts import rate_limits
from app.accounts.auth import guests
from app.accounts.auth.login_manager import current_user_id
from app.accounts.auth.service import create_guest
from app.campaigns import map_sheets, pages, team_creation
from app.campaigns.forms import split_names
from app.campaigns.pages import bp, member_team_or_404, redirect_with_message
from app.http.refusal_pages import refused_on
from app.http.responses import redirect_to
from app.i18n.languages import _
from app.notifications import inbox
from app.rules.missions import MAP
from app.teams import loading, service
from app.teams.errors import TeamNotFound


@bp.get("/teams")
@login_required
def teams() -> AnyResponse:
    """Show the user's teams, and the form that creates one."""
    return _render_teams()


def _render_teams(status: int = 200, **values: Any) -> Response:
    mine = service.load_teams(current_user.id)
    invitations = inbox.load_news(current_user.id, team_creation.INVITATION_KIND)
    values |= {"mine": mine, "done": map_sheets.count_completed(mine), "invitations": invitations}
    return pages.render_page("campaigns/teams.html", status, map_size=len(MAP), **values)


@bp.post("/teams")
@refused_on(_render_teams)
def create_team() -> AnyResponse:
    """Create a team called `name` and redirect to it.

    With `game`, it is for the players of that won game, which counts as Prague; else the people named in `members` are
    invited.
    """
    name, game = request.form.get("name", ""), request.form.get("game", "")
    if game:
        team = team_creation.create_team_after_game(current_user.id, name, game)
    else:
        rate_limits.enforce(f"team {current_user.id}")
        team = team_creation.create_team(current_user.id, name, split_names(request.form.getlist("members")))
    return redirect_to(url_for("campaigns.team", code=team.code))


@bp.get("/teams/<code:code>/members")
def members(code: str) -> Response:
    """Show the members, the invitation link, and the forms for renaming and leaving."""
    return _render_members(code)


def _render_members(code: str, status: int = 200, **values: Any) -> Response:
    team = member_team_or_404(code)
    link = url_for("campaigns.invitation", invite=team.invite, _external=True)
    return pages.render_page("campaigns/members/members.html", status, team=team, link=link, **values)


@bp.post("/teams/<code:code>/members")
@refused_on(_render_members)
def remove_member(code: str) -> AnyResponse:
    """Remove the member whose id is in `user`, replace the invitation link, and redirect to the members."""
    service.remove_member(code, current_user.id, request.form.get("user", ""))
    return redirect_with_message(
        _("They have been removed from the team, and the old invitation no longer works."),
        "campaigns.members",
        code=code,
    )


@bp.post("/teams/<code:code>/name")
@refused_on(_render_members)
def rename(code: str) -> AnyResponse:
    """Rename the team to `name`, and redirect to the members."""
    service.rename_team(code, current_user.id, request.form.get("name", ""))
    return redirect_with_message(_("The team has been renamed."), "campaigns.members", code=code)


@bp.post("/teams/<code:code>/invite")
@refused_on(_render_members)
def invite(code: str) -> AnyResponse:
    """Replace the invitation link, and redirect to the members."""
    service.renew_invite(code, current_user.id)
    return redirect_with_message(
        _("Here is the new invitation. The old one no longer works."), "campaigns.members", code=code
    )


@bp.post("/teams/<code:code>/leave")
@refused_on(_render_members)
def leave(code: str) -> AnyResponse:
    """Leave the team, and redirect to the user's teams."""
    name = member_team_or_404(code).name
    service.leave_team(code, current_user.id)
    return redirect_with_message(_("You left %(team)s.", team=name), "campaigns.teams")


@bp.get("/invitations/<code:invite>")
def invitation(invite: str) -> AnyResponse:
    """Show who invites, and ask whether to join; redirect members to the team, and answer 404 if it is invalid."""
    try:
        return _render_invitation(invite)
    except TeamNotFound:
        void = _("This invitation no longer works. Ask your friend for the new one.")
        return Response(render_template("error.html", code=404, sentence=void), 404)


def _render_invitation(invite: str, status: int = 200, **values: Any) -> AnyResponse:
    team = loading.team_by_invite(invite)
    if team.member(current_user_id()):
        return redirect(url_for("campaigns.team", code=team.code), 303)
    page = render_template("campaigns/members/invitation.html", team=team, name=request.form.get("name", ""), **values)
    return Response(page, status)


@bp.post("/invitations/<code:invite>")
@refused_on(_render_invitation)
def accept(invite: str) -> AnyResponse:
    """Join the team and redirect to it; a visitor first becomes a guest called `name`."""
    loading.team_by_invite(invite)
    guests.limit_new_guest()
    typed = "" if current_user_id() else request.form.get("name", "")
    user_id = current_user_id() or create_guest(typed).id
    team = team_creation.join_team(invite, user_id, typed)
    guests.sign_in_guest(user_id)
    return redirect(url_for("campaigns.team", code=team.code), 303)
