"""E-mail addresses as they are typed and shown. Whether one is confirmed is in addresses.py."""

import unicodedata

from app.accounts.errors import BadEmail
from app.languages import _

LONGEST = 254  # characters (RFC 5321)
SPECIAL = set(' ()<>[]:;,\\"')  # these would need quotes, and could pass for more than one address


def clean(text: str) -> str | None:
    """Return an address as it is kept, with one spelling of its domain, None for none; raise BadEmail."""
    text = text.strip()
    if not text:
        return None
    _check_length(text)
    local, _at, domain = text.rpartition("@")
    address = f"{local}@{_domain(domain)}"
    plain = address.isprintable() and not SPECIAL & set(address) and address.count("@") == 1
    if not (plain and local and "." in _domain(domain) and all(_domain(domain).split("."))):
        raise BadEmail(_("An e-mail address looks like name@example.org."))
    _check_length(address)
    return address


def _check_length(address: str) -> None:
    """Raise BadEmail for an address that is too long; some letters become several when they are normalised."""
    if len(address) > LONGEST:
        raise BadEmail(_("An e-mail address has at most %(num)d characters.", num=LONGEST))


def mailbox(address: str) -> str:
    """Return what many addresses of one person have in common: the case, and what follows a plus, lead nowhere else."""
    local, _at, domain = address.rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}".lower()


def _domain(text: str) -> str:
    """Return a domain in small letters of plain width: others lead to the same server (letter.py writes it so)."""
    return unicodedata.normalize("NFKC", text).lower()


def masked(address: str) -> str:
    """Return enough of an address for its owner to know it again: a…@example.org."""
    return f"{address[:1]}…@{address.rpartition('@')[2]}"
