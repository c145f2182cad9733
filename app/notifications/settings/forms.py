"""The forms of the notification settings: one for each channel, since each is saved separately."""

from typing import Any

from wtforms import BooleanField, SelectField, URLField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than the stubs
from wtforms.validators import Length, ValidationError

from app.delivery.channels import safe_http
from app.i18n.languages import Form, lazy_gettext
from app.notifications.models import Preference
from app.notifications.settings.preferences import MAIL_INTERVALS

MAX_WEBHOOK_LENGTH = 500  # characters of the webhook's URL


class MailForm(Form):
    """The form that turns emails on or off, and says how often they may come."""

    mail = BooleanField(lazy_gettext("Notify me by e-mail"))
    rhythm = SelectField(
        lazy_gettext("How often"),
        coerce=int,
        choices=[SelectChoice(*item) for item in MAIL_INTERVALS.items()],
    )


class PushForm(Form):
    """The form that turns pushes on or off, for all subscribed browsers."""

    push = BooleanField(lazy_gettext("Show notifications in my browsers"))


class WebhookForm(Form):
    """The form for the webhook's URL, or none; a saved URL is not shown again."""

    webhook = URLField(lazy_gettext("Webhook address"), [Length(max=MAX_WEBHOOK_LENGTH)])

    def validate_webhook(self, field: Any) -> None:
        """Strip the URL, None if it is empty. Raises ValidationError for a URL that this site does not send to."""
        field.data = (field.data or "").strip() or None
        if field.data:
            try:
                safe_http.check_url(field.data)
            except safe_http.InvalidUrl as error:
                raise ValidationError(str(error)) from None


FORMS: dict[str, type[Form]] = {"mail": MailForm, "push": PushForm, "webhook": WebhookForm}  # by channel


def filled_forms(chosen: Preference) -> dict[str, Form]:
    """Return the forms by channel, filled with the saved preferences, apart from the webhook's URL."""
    return {"mail": MailForm(obj=chosen), "push": PushForm(obj=chosen), "webhook": WebhookForm()}
