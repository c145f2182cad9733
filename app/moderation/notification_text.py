"""Texts of the notices about moderation."""

from app.db import db
from app.i18n.languages import _
from app.moderation.models import Sanction
from app.moderation.reports.reporting import NOTICE_KIND
from app.notifications.models import Notice
from app.notifications.registry import NoticeText, notice_text


@notice_text(NOTICE_KIND)
def reported_text(notice: Notice) -> NoticeText:
    """Return the text of the notice that tells admins of a new report."""
    return NoticeText(_("Reports"), _("There is a new report."), _("See the reports"))


@notice_text("warned")
def warned_text(notice: Notice) -> NoticeText:
    """Return the text of the notice of a warning, with the warning's reason."""
    measure = db.session.get(Sanction, int(notice.topic.partition(":")[2]))
    reason = measure.reason if measure else ""
    return NoticeText(_("A warning"), _("You have received a warning: %(reason)s", reason=reason), _("Read it"))


@notice_text("free")
def suspension_over_text(notice: Notice) -> NoticeText:
    """Return the text of the notice that a suspension is over."""
    return NoticeText(_("Your suspension"), _("It is over: you can play again."), _("See the details"))
