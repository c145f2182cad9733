"""A message as a mail (RFC 5322): text and HTML, in its reader's language."""

import re
import unicodedata
from dataclasses import dataclass
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime, parseaddr
from urllib.parse import urlsplit

from flask import current_app, render_template

from app.db import now
from app.languages import speaking
from app.post.models import Delivery
from app.post.outcomes import Refused
from app.post.writing import Message

LONGEST = 254  # characters of an address (RFC 5321)
HOST = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Za-z.:]+\]")  # names and numbers of servers
BREAKS = {"Cc", "Zl", "Zp", "Cs"}  # categories of characters that have no place in a line


@dataclass(frozen=True)
class Letter:
    """A mail ready to be sent. `international`: an address has letters that only SMTPUTF8 (RFC 6531) carries."""

    sender: str
    recipient: str
    content: bytes
    international: bool


class Verbatim(UnstructuredHeader, BaseHeader):
    """A header that is never folded: folding would encode a long address beyond recognition."""

    def fold(self, *, policy: Policy) -> str:
        """Return the header as it stands."""
        return f"{self.name}: {self}{policy.linesep}"


HEADERS = HeaderRegistry()
HEADERS.map_to_type("list-unsubscribe", Verbatim)
POLICY = SMTP.clone(cte_type="7bit", header_factory=HEADERS)  # seven bits pass every server


def compose(delivery: Delivery, message: Message) -> Letter:
    """Make the mail of a delivery; raise Refused for an address that cannot be written to."""
    name, own = parseaddr(current_app.config["MAIL_FROM"])
    sender, recipient = _address(own, name), _address(delivery.target)
    international = not (sender.addr_spec + recipient.addr_spec).isascii()
    mail = EmailMessage(POLICY.clone(utf8=international))
    mail["From"], mail["To"], mail["Subject"] = sender, recipient, one_line(message.title)
    mail["Date"] = format_datetime(now())
    mail["Message-ID"] = f"<{delivery.id}@{site_domain()}>"
    mail["Auto-Submitted"] = "auto-generated"
    if message.unsubscribe:
        mail["List-Unsubscribe"] = f"<{message.unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    with speaking(message.language):
        mail.set_content(render_template("post/mail.txt", message=message))
        mail.add_alternative(render_template("post/mail.html", message=message), subtype="html")
    return Letter(sender.addr_spec, recipient.addr_spec, mail.as_bytes(), international)


def site_domain() -> str:
    """Return what this site is called in mails: its host, in brackets where that is a number."""
    host = urlsplit(current_app.config["SITE_URL"]).hostname or "localhost"
    if ":" in host:
        return f"[IPv6:{host}]"
    return f"[{host}]" if host.replace(".", "").isdigit() else _ascii(host)


def one_line(text: str) -> str:
    """Return a text without anything that could end a line; spaces that keep words together stay."""
    line = "".join(" " if unicodedata.category(char) in BREAKS else char for char in text)
    return re.sub(" +", " ", line).strip()


def _address(text: str, name: str = "") -> Address:
    """Take an address apart, its domain in ASCII as every server understands it."""
    local, _at, domain = text.rpartition("@")
    if not (local and domain and text.isprintable()) or len(text) > LONGEST:
        raise Refused("The e-mail address is none.")
    try:
        host = _ascii(domain)
        if not HOST.fullmatch(host):  # signs of full width become a comma or an @, and the address another
            raise ValueError(domain)
        return Address(one_line(name), local, host)
    except (ValueError, UnicodeError) as error:
        raise Refused("The e-mail address cannot be written to.") from error


def _ascii(domain: str) -> str:
    """Return a domain in ASCII; raise UnicodeError, also where that would be another domain, as with ß."""
    ascii_domain = domain.encode("idna").decode()
    if ascii_domain.encode().decode("idna").lower() != unicodedata.normalize("NFKC", domain).lower():
        raise UnicodeError("not the same domain")
    return ascii_domain
