"""Texts of reminder messages, in the current language: topic, person and deadline, never the content of a game."""

from collections.abc import Sequence
from typing import Final

from app.accounts import people
from app.languages import _, lazy_gettext, ngettext
from app.notifications.calls import NEWS, NUDGE, Call
from app.notifications.channels import Reach
from app.notifications.models import Notice
from app.notifications.moments import until
from app.notifications.saying import said
from app.post.writing import Item, Message, absolute

Told = Sequence[tuple[Notice, Call]]

TITLES: Final = {  # by the reminder's name
    "turn": lazy_gettext("Your turn: %(about)s"),
    "reminder": lazy_gettext("Still your turn: %(about)s"),
    "last": lazy_gettext("Time is running out: %(about)s"),
    NUDGE: lazy_gettext("%(name)s is waiting for you: %(about)s"),
    NEWS: lazy_gettext("News: %(about)s"),
}
REASONS: Final = {  # by channel
    "mail": lazy_gettext("You receive this because you play on Dead Drop and let it write to you."),
    "push": lazy_gettext("You receive this because you play on Dead Drop and let it reach this browser."),
    "webhook": lazy_gettext("You receive this because you play on Dead Drop and gave it this webhook."),
}


def message(reach: Reach, channel: str, told: Told, stop: str | None) -> Message:
    """Return the message for these reminders, most urgent first; `stop` is the unsubscribe URL."""
    alone = len(told) == 1
    with people.preload_users({each for notice, _call in told for each in notice.params.get("people", ())}):
        items = [_item(reach, notice, call, alone) for notice, call in told]
        title = _title(told)
    tag = told[0][0].topic if alone else "notices"
    return Message(reach.language, title, items, str(REASONS[channel]), tag, stop)


def _title(told: Told) -> str:
    """Name the topic if there is one reminder, one turn, or a deadline close; else give a count."""
    notice, first = told[0]
    turns = sum(call.name != NEWS for _notice, call in told)
    if len(told) == 1 or turns == 1 or first.name == "last":
        return TITLES[first.name] % {"about": said(notice).about, "name": _asking(first)}
    if turns:
        return ngettext("%(num)d game waits for you", "%(num)d games wait for you", turns)
    return ngettext("%(num)d piece of news for you", "%(num)d pieces of news for you", len(told))


def _item(reach: Reach, notice: Notice, call: Call, alone: bool) -> Item:
    words = said(notice)
    parts = [words.sentence if alone else _("%(about)s: %(sentence)s", about=words.about, sentence=words.sentence)]
    if call.by is not None:
        parts.append(_("%(name)s asks you to go on.", name=_asking(call)))
    if notice.deadline:
        # NOTE: such as: There is time until Tuesday, 14:00 (in 6 hours).
        parts.append(_("There is time %(until)s.", until=until(notice.deadline, reach.timezone)))
    return Item(" ".join(parts), absolute(notice.path), words.action)


def _asking(call: Call) -> str:
    return "" if call.by is None else people.display_name(call.by)
