"""Labels of the values of moderation."""

from collections.abc import Mapping
from typing import Final

from app.languages import _, later
from app.moderation.models import Measure

KINDS: Final[Mapping[str, str]] = {  # of reports
    "abuse": later("Insults, threats or hatred"),
    "name": later("An offensive name"),
    "spoiling": later("Spoils games on purpose"),
    "cheating": later("Cheats, or tells what a seat must not"),
    "spam": later("Advertising or unwanted links"),
    "other": later("Something else"),
}
ABOUT: Final[Mapping[str, str]] = {
    "conduct": later("How they behave here"),
    "name": later("Their name"),
    "talk": later("Something they said"),
    "clue": later("A clue of theirs"),
}
DECISIONS: Final[Mapping[str, str]] = {
    "dismissed": later("dismissed"),
    "warned": later("warned"),
    "suspended": later("suspended"),
}
DAYS: Final[Mapping[str, str]] = {
    "1": later("for a day"),
    "3": later("for three days"),
    "7": later("for a week"),
    "30": later("for 30 days"),
    "90": later("for 90 days"),
    "forever": later("for good"),
}
DEEDS: Final[Mapping[str, str]] = {  # in the audit log
    "granted": later("was made an admin"),
    "revoked": later("is no admin any more"),
    "taken": later("took a report about %(name)s in hand"),
    "dismissed": later("dismissed a report about %(name)s"),
    "warned": later("warned %(name)s"),
    "suspended": later("suspended %(name)s"),
    "lifted": later("lifted the suspension of %(name)s"),
}


def measure(measure: Measure) -> str:
    """Return the label of a sanction."""
    if measure.kind == "warning":
        return _("Warning")
    return _("Suspension for good") if measure.is_for_good else _("Suspension")
