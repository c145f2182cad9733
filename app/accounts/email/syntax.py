"""The format of e-mail addresses; module `addresses` deals with whether they are confirmed."""

import unicodedata

from app.accounts.errors import BadEmail
from app.i18n.languages import _

MAX_LENGTH = 254  # characters (RFC 5321)
FORBIDDEN = set(' ()<>[]:;,\\"')  # these need quoting and could be read as several addresses


def normalize_email(text: str) -> str | None:
    """Return an address as it is stored (domain in lower case, NFKC), or None for empty text.

    Raises BadEmail if it is malformed or too long.
    """
    text = text.strip()
    if not text:
        return None
    _check_length(text)
    local, _at, domain = text.rpartition("@")
    address = f"{local}@{_normalize_domain(domain)}"
    plain = address.isprintable() and not FORBIDDEN & set(address) and address.count("@") == 1
    if not (plain and local and "." in _normalize_domain(domain) and all(_normalize_domain(domain).split("."))):
        raise BadEmail(_("An e-mail address looks like name@example.org."))
    _check_length(address)
    return address


def _check_length(address: str) -> None:
    """Raise BadEmail for an address that is too long; called twice because normalising can lengthen it."""
    if len(address) > MAX_LENGTH:
        raise BadEmail(_("An e-mail address can have at most %(num)d characters.", num=MAX_LENGTH))


def canonical_mailbox(address: str) -> str:
    """Return the mailbox that address variants share: lower case, without the part after a plus."""
    local, _at, domain = address.rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}".lower()


def _normalize_domain(text: str) -> str:
    """Return a domain normalised by NFKC and in lower case; channels.email_message writes it the same way."""
    return unicodedata.normalize("NFKC", text).lower()


def mask_email(address: str) -> str:
    """Return an address shortened so that only its owner recognises it, such as a…@example.org."""
    return f"{address[:1]}…@{address.rpartition('@')[2]}"
