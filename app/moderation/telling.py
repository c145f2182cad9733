"""Texts of the notices about moderation."""

from app.db import db
from app.languages import _
from app.moderation.models import Measure
from app.moderation.reporting import KIND
from app.notifications.models import Notice
from app.notifications.saying import Said, says


@says(KIND)
def reported(notice: Notice) -> Said:
    """Text for admins: there is a new report."""
    return Said(_("Reports"), _("Somebody has been reported."), _("Look at the reports"))


@says("warned")
def warned(notice: Notice) -> Said:
    """Text of a warning, with its reason."""
    measure = db.session.get(Measure, int(notice.topic.partition(":")[2]))
    reason = measure.reason if measure else ""
    return Said(_("A warning"), _("You have been warned: %(reason)s", reason=reason), _("Read it"))


@says("free")
def free(notice: Notice) -> Said:
    """Text for the end of a suspension."""
    return Said(_("Your suspension"), _("It is over: you can play again."), _("Read about it"))
