"""Labels for the values that moderation stores and its forms send."""

from collections.abc import Mapping
from typing import Final

from app.i18n.languages import _, lazy_gettext
from app.moderation.models import Sanction

KINDS: Final[Mapping[str, str]] = {  # of reports
    "abuse": lazy_gettext("Insults, threats or hatred"),
    "name": lazy_gettext("An offensive name"),
    "spoiling": lazy_gettext("Ruins games on purpose"),
    "cheating": lazy_gettext("Cheats or gives away secrets"),
    "spam": lazy_gettext("Advertising or unwanted links"),
    "other": lazy_gettext("Something else"),
}
ABOUT: Final[Mapping[str, str]] = {
    "conduct": lazy_gettext("How they behave here"),
    "name": lazy_gettext("Their name"),
    "talk": lazy_gettext("Something they said"),
    "clue": lazy_gettext("One of their clues"),
}
DECISIONS: Final[Mapping[str, str]] = {
    "dismissed": lazy_gettext("dismissed"),
    "warned": lazy_gettext("warned"),
    "suspended": lazy_gettext("suspended"),
}
DAYS: Final[Mapping[str, str]] = {
    "1": lazy_gettext("1 day"),
    "3": lazy_gettext("3 days"),
    "7": lazy_gettext("1 week"),
    "30": lazy_gettext("30 days"),
    "90": lazy_gettext("90 days"),
    "forever": lazy_gettext("permanent"),
}
ACTIONS: Final[Mapping[str, str]] = {  # in the audit log
    "granted": lazy_gettext("was made an admin"),
    "revoked": lazy_gettext("is no longer an admin"),
    "taken": lazy_gettext("took on a report about %(name)s"),
    "dismissed": lazy_gettext("dismissed a report about %(name)s"),
    "warned": lazy_gettext("warned %(name)s"),
    "suspended": lazy_gettext("suspended %(name)s"),
    "lifted": lazy_gettext("lifted the suspension of %(name)s"),
    "factors-removed": lazy_gettext("had passkeys, authenticator app and recovery codes removed"),
}


def sanction_label(measure: Sanction) -> str:
    """Return the label of a sanction: warning, suspension or permanent suspension."""
    if measure.kind == "warning":
        return _("Warning")
    return _("Permanent suspension") if measure.is_for_good else _("Suspension")
