"""Rendering a message as an email (RFC 5322): plain text and HTML, in the recipient's language."""

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
from app.delivery.errors import PermanentFailure
from app.delivery.models import Delivery
from app.delivery.outbox import Message
from app.i18n.languages import force_language

MAX_ADDRESS_LENGTH = 254  # characters of an address (RFC 5321)
HOST_PATTERN = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Za-z.:]+\]")  # host names and IP addresses
LINE_BREAKING = {"Cc", "Zl", "Zp", "Cs"}  # Unicode categories not allowed in one line


@dataclass(frozen=True)
class RenderedEmail:
    """An email ready to be sent. `needs_smtputf8`: a non-ASCII address requires SMTPUTF8 (RFC 6531)."""

    sender: str
    recipient: str
    content: bytes
    needs_smtputf8: bool


class UnfoldedHeader(UnstructuredHeader, BaseHeader):
    """A header that is never folded: folding would encode a long URL and so break it."""

    def fold(self, *, policy: Policy) -> str:
        """Return the header unchanged."""
        return f"{self.name}: {self}{policy.linesep}"


HEADERS = HeaderRegistry()
HEADERS.map_to_type("list-unsubscribe", UnfoldedHeader)
POLICY = SMTP.clone(cte_type="7bit", header_factory=HEADERS)  # 7-bit content passes every server


def render_email(delivery: Delivery, message: Message) -> RenderedEmail:
    """Return a delivery's message as an email. Raises PermanentFailure if the recipient's address is invalid."""
    name, own = parseaddr(current_app.config["MAIL_FROM"])
    sender, recipient = _parse_address(own, name), _parse_address(delivery.target)
    needs_smtputf8 = not (sender.addr_spec + recipient.addr_spec).isascii()
    mail = EmailMessage(POLICY.clone(utf8=needs_smtputf8))
    mail["From"], mail["To"], mail["Subject"] = sender, recipient, one_line(message.title)
    mail["Date"] = format_datetime(now())
    mail["Message-ID"] = f"<{delivery.id}@{site_domain()}>"
    mail["Auto-Submitted"] = "auto-generated"
    if message.unsubscribe:
        mail["List-Unsubscribe"] = f"<{message.unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    with force_language(message.language):
        mail.set_content(render_template("delivery/email.txt", message=message))
        mail.add_alternative(render_template("delivery/email.html", message=message), subtype="html")
    return RenderedEmail(sender.addr_spec, recipient.addr_spec, mail.as_bytes(), needs_smtputf8)


def site_domain() -> str:
    """Return the domain for SMTP greetings and message ids: the site's host, in brackets if it is an IP address."""
    host = urlsplit(current_app.config["SITE_URL"]).hostname or "localhost"
    if ":" in host:
        return f"[IPv6:{host}]"
    return f"[{host}]" if host.replace(".", "").isdigit() else _domain_to_ascii(host)


def one_line(text: str) -> str:
    """Return text as one line, with single spaces for characters that could break it; no-break spaces stay."""
    line = "".join(" " if unicodedata.category(char) in LINE_BREAKING else char for char in text)
    return re.sub(" +", " ", line).strip()


def _parse_address(text: str, name: str = "") -> Address:
    """Return an address with its domain in ASCII, which every server understands. Raises PermanentFailure."""
    local, _at, domain = text.rpartition("@")
    if not (local and domain and text.isprintable()) or len(text) > MAX_ADDRESS_LENGTH:
        raise PermanentFailure("The e-mail address is not valid.")
    try:
        host = _domain_to_ascii(domain)
        if not HOST_PATTERN.fullmatch(host):  # full-width characters can turn into a comma or an @
            raise ValueError(domain)
        return Address(one_line(name), local, host)
    except (ValueError, UnicodeError) as error:
        raise PermanentFailure("The e-mail address cannot be written to.") from error


def _domain_to_ascii(domain: str) -> str:
    """Return a domain in ASCII. Raises UnicodeError, also where IDNA would make it another domain, as with ß."""
    ascii_domain = domain.encode("idna").decode()
    if ascii_domain.encode().decode("idna").lower() != unicodedata.normalize("NFKC", domain).lower():
        raise UnicodeError("not the same domain")
    return ascii_domain
