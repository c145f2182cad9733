"""Test messages, for users who want to check a channel."""

from app.accounts import rate_limits
from app.delivery.models import Delivery
from app.delivery.outbox import Item, Message, absolute_url, enqueue, message_writer
from app.i18n.languages import _, force_language
from app.notifications.reminders import channels
from app.notifications.reminders.channels import Recipient
from app.notifications.reminders.wording import REASONS

KIND = "test"


def enqueue_test(user_id: int, channel: str) -> int:
    """Queue a test message on a channel, in the current transaction; return how many. Raises RateLimited."""
    rate_limits.enforce(f"test {user_id}")
    recipient = channels.load_recipients([user_id]).get(user_id)
    targets = recipient.targets(channel) if recipient else []
    for target in targets:
        enqueue(KIND, user_id, channel, target, {})
    return len(targets)


@message_writer(KIND)
def write_test(delivery: Delivery) -> Message | None:
    """Render the test message, or return None if the channel is no longer in use."""
    recipient = channels.load_recipients([delivery.user_id]).get(delivery.user_id)
    if recipient is None or delivery.target not in recipient.targets(delivery.channel):
        return None
    with force_language(recipient.language):
        return _message(recipient, delivery.channel)


def _message(recipient: Recipient, channel: str) -> Message:
    sentence = _("It works! You will be notified here when it is your turn.")
    item = Item(sentence, absolute_url("/notices/settings"), _("Change your notification settings"))
    return Message(recipient.language, _("A test message from Dead Drop"), [item], str(REASONS[channel]), KIND)
