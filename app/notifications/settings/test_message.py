"""Test messages, by which users check that a channel works."""

from app.accounts import rate_limits
from app.delivery.models import Delivery
from app.delivery.outbox import Item, Message, absolute_url, enqueue, message_writer
from app.i18n.languages import _, force_language
from app.notifications.reminders import channels
from app.notifications.reminders.channels import Recipient
from app.notifications.reminders.wording import REASONS

KIND = "test"


def enqueue_test(user_id: int, channel: str) -> int:
    """Enqueue a test message to each of a user's targets on a channel; return how many. Does not commit.

    Raises RateLimited.
    """
    rate_limits.enforce(f"test {user_id}")
    recipient = channels.load_recipients([user_id]).get(user_id)
    targets = recipient.targets(channel) if recipient else []
    for target in targets:
        enqueue(KIND, user_id, channel, target, {})
    return len(targets)


@message_writer(KIND)
def write_test(delivery: Delivery) -> Message | None:
    """Return the test message of a delivery, or None if the user no longer uses its channel and address."""
    recipient = channels.load_recipients([delivery.user_id]).get(delivery.user_id)
    if recipient is None or delivery.target not in recipient.targets(delivery.channel):
        return None
    with force_language(recipient.language):
        return _message(recipient, delivery.channel)


def _message(recipient: Recipient, channel: str) -> Message:
    sentence = _("It works! You will be notified here when it is your turn.")
    item = Item(sentence, absolute_url("/notices/settings"), _("Change your notification settings"))
    return Message(recipient.language, _("A test message from Dead Drop"), [item], str(REASONS[channel]), KIND)
