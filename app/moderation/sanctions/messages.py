"""The e-mail about a suspension; the only page that a suspended user sees says the same."""

from app.accounts.models import User
from app.db import db
from app.delivery.models import Delivery
from app.delivery.outbox import Item, Message, absolute_url, message_writer
from app.i18n.languages import _, force_language
from app.moderation.models import Sanction
from app.notifications.reminders.deadline_text import format_until


@message_writer("suspended")
def write_suspension(delivery: Delivery) -> Message | None:
    """Return the message with the reason and the end of a suspension.

    None if the suspension is over or the address is no longer the user's.
    """
    user = db.session.get(User, delivery.user_id, populate_existing=True)
    measure = db.session.get(Sanction, delivery.params["measure"], populate_existing=True)
    if user is None or measure is None or not measure.is_running or user.email != delivery.target:
        return None
    with force_language(user.language):
        sentence = _(
            "Your account %(name)s is permanently suspended: %(reason)s", name=user.name, reason=measure.reason
        )
        if not measure.is_for_good and measure.until:
            sentence = _(
                "Your account %(name)s is suspended %(until)s: %(reason)s",
                name=user.name,
                until=format_until(measure.until, user.timezone),
                reason=measure.reason,
            )
        item = Item(sentence, absolute_url("/standing"), _("Read the decision"))
        why = _(
            "You are receiving this because this is the address of the account %(name)s on Dead Drop.", name=user.name
        )
        return Message(user.language, _("Your account is suspended"), [item], why, delivery.kind)
