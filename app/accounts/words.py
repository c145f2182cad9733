"""What is said about mails: never more than is true of where this site's mails go."""

from app.accounts.models import User
from app.languages import _
from app.post import mail


def sends_mail() -> bool:
    """Whether mails go anywhere."""
    return mail.where() != "nowhere"


def mail_note() -> str:
    """Return what readers should know before they wait for a mail; nothing where mails simply arrive."""
    match mail.where():
        case "nowhere":
            return _("This site sends no e-mail: no address can be confirmed, and no forgotten password replaced.")
        case "files":
            return _("This site runs for development: its mails lie as files in its own folder var/mail.")
    return ""


def sent(user: User) -> str:
    """Return what becomes of a new address that was just asked for."""
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
