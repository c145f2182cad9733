"""The text of notices about lobbies."""

from app.accounts.users import display_name
from app.games.wording.sentences import game_title
from app.i18n.languages import _, format_list
from app.lobbies.changes import CHANGE_KIND, change_text
from app.lobbies.expiry import EXPIRY_KIND
from app.lobbies.seating import ATTEMPT_KIND, INVITATION_KIND
from app.notifications.models import Notice
from app.notifications.registry import NoticeText, notice_text


@notice_text(EXPIRY_KIND)
def expiry_text(notice: Notice) -> NoticeText:
    """Return the text of the notice that a lobby is about to expire."""
    about = game_title(notice.params["variant"], notice.params["city"])
    return NoticeText(about, _("This lobby will close within a day unless the game starts."), _("Open the lobby"))


@notice_text(INVITATION_KIND)
def invitation_text(notice: Notice) -> NoticeText:
    """Return the text of an invitation to a lobby, which names who invites."""
    about = game_title(notice.params["variant"], notice.params["city"])
    names = format_list(map(display_name, notice.params["people"]))
    return NoticeText(about, _("%(name)s invites you to play.", name=names), _("Open the lobby"))


@notice_text(ATTEMPT_KIND)
def attempt_text(notice: Notice) -> NoticeText:
    """Return the text of the notice that a team's lobby for a city is open, which names who opened it."""
    about = game_title(notice.params["variant"], notice.params["city"])
    name = format_list(map(display_name, notice.params["people"]))
    told = _("%(name)s is ready to set out, and your seat is kept: start the game.", name=name)
    if not notice.params["seated"]:
        told = _("%(name)s is ready to set out: take a seat to play.", name=name)
    return NoticeText(about, told, _("Open the lobby"))


@notice_text(CHANGE_KIND)
def changed_text(notice: Notice) -> NoticeText:
    """Return the text of the notice that a lobby's game has been changed."""
    about = game_title(notice.params["variant"], notice.params["city"])
    return NoticeText(about, change_text(notice), _("Open the lobby"))
