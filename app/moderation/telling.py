"""What the notices of this part say."""

from app.db import db
from app.languages import _
from app.moderation.models import Measure
from app.moderation.reporting import KIND
from app.notifications.models import Notice
from app.notifications.saying import Said, says


@says(KIND)
def reported(notice: Notice) -> Said:
    """Tell an admin that there is something to look at."""
    return Said(_("Reports"), _("Somebody has been reported."), _("Look at the reports"))


@says("warned")
def warned(notice: Notice) -> Said:
    """Tell somebody of a warning, and why they got it."""
    measure = db.session.get(Measure, int(notice.topic.partition(":")[2]))
    reason = measure.reason if measure else ""
    return Said(_("A warning"), _("You have been warned: %(reason)s", reason=reason), _("Read it"))


@says("free")
def free(notice: Notice) -> Said:
    """Tell somebody that they may play again."""
    return Said(_("Your suspension"), _("It is over: you can play again."), _("Read about it"))
