"""Test messages, for users who want to check a channel."""

from app.accounts import limits
from app.languages import _, force_language
from app.notifications import channels
from app.notifications.channels import Reach
from app.notifications.wording import REASONS
from app.post.models import Delivery
from app.post.writing import Item, Message, absolute, queue, writes

KIND = "test"
MOST = 6  # tests per hour


def send(user_id: int, channel: str) -> int:
    """Queue a test message on a channel, in the current transaction; return how many. Raises RateLimited."""
    limits.limit_attempts(f"test {user_id}", MOST, limits.HOUR)
    reach = channels.of([user_id]).get(user_id)
    targets = reach.targets(channel) if reach else []
    for target in targets:
        queue(KIND, user_id, channel, target, {})
    return len(targets)


@writes(KIND)
def write(delivery: Delivery) -> Message | None:
    """Render the test message, or return None if the channel is no longer in use."""
    reach = channels.of([delivery.user_id]).get(delivery.user_id)
    if reach is None or delivery.target not in reach.targets(delivery.channel):
        return None
    with force_language(reach.language):
        return _message(reach, delivery.channel)


def _message(reach: Reach, channel: str) -> Message:
    sentence = _("It works: this is where you are told when you are waited for.")
    item = Item(sentence, absolute("/notices/settings"), _("Choose how you are told"))
    return Message(reach.language, _("A test from Dead Drop"), [item], str(REASONS[channel]), KIND)
