"""The forms of how one is told: one for each channel, since each is chosen by itself."""

from typing import Any

from wtforms import BooleanField, SelectField, URLField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than the stubs
from wtforms.validators import Length, ValidationError

from app.languages import Form, later
from app.notifications.models import Preference
from app.notifications.preferences import RHYTHMS
from app.post import reaching

LONGEST = 500  # characters of a webhook's address


class MailForm(Form):
    """Mails, and how many at most."""

    mail = BooleanField(later("Tell me by e-mail"))
    rhythm = SelectField(
        later("The next e-mail comes"), coerce=int, choices=[SelectChoice(*item) for item in RHYTHMS.items()]
    )


class PushForm(Form):
    """Pushes, in all browsers that receive them."""

    push = BooleanField(later("Show messages in my browsers"))


class WebhookForm(Form):
    """The address that each message is posted to, or none; it is not shown again."""

    webhook = URLField(later("Address of the webhook"), [Length(max=LONGEST)])

    def validate_webhook(self, field: Any) -> None:
        """Refuse what this site sends nothing to."""
        field.data = (field.data or "").strip() or None
        if field.data:
            try:
                reaching.check(field.data)
            except reaching.BadAddress as error:
                raise ValidationError(str(error)) from None


FORMS: dict[str, type[Form]] = {"mail": MailForm, "push": PushForm, "webhook": WebhookForm}  # by channel


def shown(chosen: Preference) -> dict[str, Form]:
    """Return the forms as somebody has chosen so far."""
    return {"mail": MailForm(obj=chosen), "push": PushForm(obj=chosen), "webhook": WebhookForm()}
