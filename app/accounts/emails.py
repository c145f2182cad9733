"""E-mail addresses as they are typed; none is confirmed."""

from app.accounts.errors import BadEmail
from app.languages import _

LONGEST = 254  # characters (RFC 5321)


def clean(text: str) -> str | None:
    """Return an address as it is kept, None for none; raise BadEmail for what can be none."""
    address = text.strip()
    if not address:
        return None
    local, _at, domain = address.rpartition("@")
    printable = address.isprintable() and " " not in address
    if not (printable and local and "@" not in local and "." in domain and all(domain.split("."))):
        raise BadEmail(_("An e-mail address looks like name@example.org."))
    if len(address) > LONGEST:
        raise BadEmail(_("An e-mail address has at most %(num)d characters.", num=LONGEST))
    return address
