"""Labels of clocks for the clock form, the lobby and the table."""

from datetime import timedelta
from typing import Final

from flask_babel import format_timedelta

from app.games.store.clocks import BANK_CHOICES, PHASE_CHOICES, Clock
from app.i18n.languages import _, lazy_gettext

UNITS: Final = ((86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
NEVER_ROUNDED: Final = 10_000  # units; by default Babel rounds 10 days to "2 weeks"
TOUCH_RULE_LABELS: Final = {
    "anyone": lazy_gettext("Any guesser may touch a card."),
    "majority": lazy_gettext("Over half must mark it first."),
    "all": lazy_gettext("All must mark it first."),
}
TOUCH_RULE_SENTENCES: Final = {  # a lobby says nothing where anyone may touch a card
    "majority": lazy_gettext("More than half of the guessers must mark a card before it may be touched."),
    "all": lazy_gettext("All of the guessers must mark a card before it may be touched."),
}
LATE_TOUCH: Final = lazy_gettext("When time runs out, the card with the most marks is touched.")


def duration_text(seconds: int) -> str:
    """Return a duration in words, in the largest unit that divides it: `36 hours`, `2 days`."""
    unit = "hour" if seconds == 43_200 else next(name for size, name in UNITS if seconds % size == 0)
    words: str = format_timedelta(timedelta(seconds=seconds), granularity=unit, threshold=NEVER_ROUNDED)
    return words


def clock_sentence(clock: Clock) -> str:
    """Return a sentence that describes a clock."""
    if not clock.pace:
        return _("No clock: take as long as you like.")
    live = clock.pace == "live"
    if clock.bank:
        sentence = (
            _("Live: %(phase)s per move, plus a time bank of %(bank)s for each side.")
            if live
            else _("%(phase)s per move, plus a time bank of %(bank)s for each side.")
        )
        return sentence % {"phase": duration_text(clock.phase), "bank": duration_text(clock.bank)}
    sentence = _("Live: %(phase)s per move.") if live else _("%(phase)s per move.")
    return sentence % {"phase": duration_text(clock.phase)}


def choices() -> dict[str, list[tuple[str, str]]]:
    """Return the clocks on offer (T1) as groups of (notation, label); banked time is chosen separately."""
    times = {
        pace: [(str(Clock(pace, phase)), duration_text(phase)) for phase in phases]
        for pace, phases in PHASE_CHOICES.items()
    }
    return {
        _("Without a clock"): [("", _("No clock"))],
        _("Live: time for each clue and each round of guesses"): times["live"],
        _("At your own pace, over several days"): times["own"],
    }


def bank_choices() -> dict[str, str]:
    """Return the choices of banked time, as a multiple of the phase, with their labels."""
    named = {
        0: _("no extra time"),
        1: _("equal to the chosen time"),
        3: _("three times the chosen time"),
        5: _("five times the chosen time"),
    }
    return {str(times): named[times] for times in BANK_CHOICES}
