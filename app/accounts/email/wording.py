"""Text about e-mail that depends on whether and how the site sends it."""

from app.accounts.models import User
from app.delivery.channels import email
from app.i18n.languages import _


def sends_mail() -> bool:
    """Return whether this site has a way to send e-mail or, in development, to save it as files."""
    return email.transport() != "nowhere"


def mail_note() -> str:
    """Return a sentence on how this site handles e-mail, or "" if it sends it as usual."""
    match email.transport():
        case "nowhere":
            return _("This site does not send e-mail: you cannot confirm an address or reset a forgotten password.")
        case "files":
            return _("This site runs in development mode: its e-mails are saved as files in the folder var/mail.")
    return ""


def confirmation_message(user: User) -> str:
    """Return the sentence that tells the user how to confirm the newly requested address."""
    if not sends_mail():
        return _(
            "%(address)s is saved, but cannot be confirmed: this site does not send e-mail.", address=user.new_email
        )
    if user.email and not user.new_email_agreed and not user.new_email_proven:
        return _(
            "E-mails are on their way to %(new)s and %(old)s. Open the links in both to change your address.",
            new=user.new_email,
            old=user.email,
        )
    address = user.email if user.new_email_proven else user.new_email
    return _("An e-mail is on its way to %(address)s. Open the link in it.", address=address)
