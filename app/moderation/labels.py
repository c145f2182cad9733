"""Labels of the values of moderation."""

from collections.abc import Mapping
from typing import Final

from app.i18n.languages import _, lazy_gettext
from app.moderation.models import Sanction

KINDS: Final[Mapping[str, str]] = {  # of reports
    "abuse": lazy_gettext("Insults, threats or hatred"),
    "name": lazy_gettext("An offensive name"),
    "spoiling": lazy_gettext("Spoils games on purpose"),
    "cheating": lazy_gettext("Cheats, or tells what a seat must not"),
    "spam": lazy_gettext("Advertising or unwanted links"),
    "other": lazy_gettext("Something else"),
}
ABOUT: Final[Mapping[str, str]] = {
    "conduct": lazy_gettext("How they behave here"),
    "name": lazy_gettext("Their name"),
    "talk": lazy_gettext("Something they said"),
    "clue": lazy_gettext("A clue of theirs"),
}
DECISIONS: Final[Mapping[str, str]] = {
    "dismissed": lazy_gettext("dismissed"),
    "warned": lazy_gettext("warned"),
    "suspended": lazy_gettext("suspended"),
}
DAYS: Final[Mapping[str, str]] = {
    "1": lazy_gettext("for a day"),
    "3": lazy_gettext("for three days"),
    "7": lazy_gettext("for a week"),
    "30": lazy_gettext("for 30 days"),
    "90": lazy_gettext("for 90 days"),
    "forever": lazy_gettext("for good"),
}
ACTIONS: Final[Mapping[str, str]] = {  # in the audit log
    "granted": lazy_gettext("was made an admin"),
    "revoked": lazy_gettext("is no admin any more"),
    "taken": lazy_gettext("took a report about %(name)s in hand"),
    "dismissed": lazy_gettext("dismissed a report about %(name)s"),
    "warned": lazy_gettext("warned %(name)s"),
    "suspended": lazy_gettext("suspended %(name)s"),
    "lifted": lazy_gettext("lifted the suspension of %(name)s"),
}


def sanction_label(measure: Sanction) -> str:
    """Return the label of a sanction."""
    if measure.kind == "warning":
        return _("Warning")
    return _("Suspension for good") if measure.is_for_good else _("Suspension")
