"""Wording reminder messages in the current language: topic, person and deadline, never the content of a game."""

from collections.abc import Sequence
from typing import Final

from app.accounts import users
from app.delivery.outbox import Item, Message, absolute_url
from app.i18n.languages import _, lazy_gettext, ngettext
from app.notifications.models import Notice
from app.notifications.registry import preload_texts, write_notice_text
from app.notifications.reminders.channels import Recipient
from app.notifications.reminders.deadline_text import format_deadline
from app.notifications.reminders.reminder import NEWS, NUDGE, Reminder

NoticeReminders = Sequence[tuple[Notice, Reminder]]

TITLES: Final = {  # by the reminder's name
    "turn": lazy_gettext("Your turn: %(about)s"),
    "reminder": lazy_gettext("Still your turn: %(about)s"),
    "last": lazy_gettext("Time is running out: %(about)s"),
    NUDGE: lazy_gettext("%(name)s is waiting for you: %(about)s"),
    NEWS: lazy_gettext("News: %(about)s"),
}
REASONS: Final = {  # by channel
    "mail": lazy_gettext(
        "You are receiving this because you play on Dead Drop and have e-mail notifications turned on."
    ),
    "push": lazy_gettext(
        "You are receiving this because you play on Dead Drop and have notifications turned on in this browser."
    ),
    "webhook": lazy_gettext("You are receiving this because you play on Dead Drop and added this webhook."),
}


def write_message(recipient: Recipient, channel: str, reminders: NoticeReminders, stop: str | None) -> Message:
    """Return the message of these reminders, which come most urgent first; `stop` is the unsubscribe URL, if any."""
    alone = len(reminders) == 1
    notices = [notice for notice, _reminder in reminders]
    people = {each for notice in notices for each in notice.params.get("people", ())}
    with users.preload_users(people), preload_texts(notices):
        items = [_item(recipient, notice, reminder, alone) for notice, reminder in reminders]
        title = _title(reminders)
    tag = reminders[0][0].topic if alone else "notices"
    return Message(recipient.language, title, items, str(REASONS[channel]), tag, stop)


def _title(reminders: NoticeReminders) -> str:
    """Return the message's title: it names the topic of one reminder, one turn, or a close deadline; else a count."""
    notice, first = reminders[0]
    turns = sum(reminder.name != NEWS for _notice, reminder in reminders)
    if len(reminders) == 1 or turns == 1 or first.name == "last":
        return TITLES[first.name] % {"about": write_notice_text(notice).about, "name": _nudger_name(first)}
    if turns:
        return ngettext("%(num)d game is waiting for you", "%(num)d games are waiting for you", turns)
    return ngettext("%(num)d news item for you", "%(num)d news items for you", len(reminders))


def _item(recipient: Recipient, notice: Notice, reminder: Reminder, alone: bool) -> Item:
    words = write_notice_text(notice)
    parts = [words.sentence if alone else _("%(about)s: %(sentence)s", about=words.about, sentence=words.sentence)]
    if reminder.by is not None:
        parts.append(_("%(name)s asks you to take your turn.", name=_nudger_name(reminder)))
    if notice.deadline:
        # NOTE: such as: You have until Tuesday at 14:00 (6 hours left).
        parts.append(_("You have %(until)s.", until=format_deadline(notice.deadline, recipient.timezone)))
    return Item(" ".join(parts), absolute_url(notice.path), words.action)


def _nudger_name(reminder: Reminder) -> str:
    return "" if reminder.by is None else users.display_name(reminder.by)
