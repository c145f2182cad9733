"""Text about e-mail that depends on whether and how the site sends it."""

from app.accounts.models import User
from app.delivery.channels import email
from app.i18n.languages import _


def sends_mail() -> bool:
    """Whether the site sends e-mail."""
    return email.transport() != "nowhere"


def mail_note() -> str:
    """Return a note on how this site handles e-mail; empty if it is simply sent."""
    match email.transport():
        case "nowhere":
            return _("This site sends no e-mail: no address can be confirmed, and no forgotten password replaced.")
        case "files":
            return _("This site runs for development: its mails lie as files in its own folder var/mail.")
    return ""


def confirmation_message(user: User) -> str:
    """Return a message about the confirmation of a newly requested address."""
    if not sends_mail():
        return _("%(address)s is kept, but cannot be confirmed: this site sends no e-mail.", address=user.new_email)
    if user.email and not user.new_email_agreed and not user.new_email_proven:
        return _(
            "Mails are on their way to %(new)s and to %(old)s. Follow the links in both, then it is changed.",
            new=user.new_email,
            old=user.email,
        )
    address = user.email if user.new_email_proven else user.new_email
    return _("A mail is on its way to %(address)s. Follow the link in it.", address=address)
