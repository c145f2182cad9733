"""Sending emails by the site's SMTP server (RFC 5321), with one connection for each."""

import ipaddress
import re
import smtplib
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import SplitResult, unquote, urlsplit

from app.post.letter import Letter, site_domain
from app.post.outcomes import Doubtful, Postponed, Refused, cause

COMMAND = 15  # seconds to connect, and for each reply
ANSWER = 120  # seconds for the reply to the whole email, which a server may scan first
PORTS = {"smtps": 465, "smtp": 25}
SUBMISSION = 587  # default port with a user name

END = b".\r\n"
DETAIL = re.compile(
    rb"^[245]\.\d{1,3}\.\d{1,3}\b"
)  # an enhanced status code (RFC 3463); the text after it may quote the email


def send(url: str, letter: Letter, hand_over: Callable[[], None]) -> None:
    """Send an email by the server of an smtp: or smtps: URL; raise DeliveryError.

    The step that is not repeated is the line that ends the data: without it, a server discards what it received.
    """
    with _connected(urlsplit(url)) as connection:
        with _repeatable():
            _offer(connection, letter)
        hand_over()
        _end(connection)
        with suppress(OSError):
            connection.putcmd("quit")


@contextmanager
def _connected(server: SplitResult) -> Iterator[smtplib.SMTP]:
    with _repeatable():
        connection = _open(server)
    try:
        with _repeatable():
            if connection.sock:  # send the end of the data at once, without waiting for an acknowledgement
                connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            _introduce(connection, server)
        yield connection
    finally:
        connection.close()


def _open(server: SplitResult) -> smtplib.SMTP:
    host, port = str(server.hostname), server.port or (SUBMISSION if _signs_in(server) else PORTS[server.scheme])
    if server.scheme == "smtps":
        return smtplib.SMTP_SSL(host, port, site_domain(), timeout=COMMAND, context=_context(not _is_local(host)))
    return smtplib.SMTP(host, port, site_domain(), timeout=COMMAND)


def _introduce(connection: smtplib.SMTP, server: SplitResult) -> None:
    """Send the greeting, start TLS where it is offered, and log in. A password requires TLS, except on this machine."""
    local = _is_local(str(server.hostname))
    connection.ehlo_or_helo_if_needed()
    if server.scheme == "smtp" and connection.has_extn("starttls"):
        connection.starttls(context=_context(bool(server.username) and not local))
        connection.ehlo_or_helo_if_needed()
    if server.username:
        if not local and not isinstance(connection.sock, ssl.SSLSocket):
            raise Postponed("The mail server offers no TLS, and gets no password without.", wide=True)
        connection.login(unquote(server.username), unquote(server.password or ""))


def _offer(connection: smtplib.SMTP, letter: Letter) -> None:
    """Do everything except end the data."""
    if letter.international and not connection.has_extn("smtputf8"):
        raise Refused("The mail server cannot write to an address with letters such as these.")
    options = ("SMTPUTF8", "BODY=8BITMIME") if letter.international else ()
    _require(2, connection.mail(letter.sender, options), "MAIL")
    _require(2, connection.rcpt(letter.recipient), "RCPT")
    _require(3, connection.docmd("DATA"), "DATA")
    connection.send(re.sub(rb"(?m)^\.", b"..", letter.content))


def _end(connection: smtplib.SMTP) -> None:
    try:
        if connection.sock:
            connection.sock.settimeout(ANSWER)
        connection.send(END)
        answer = connection.getreply()
    except OSError as error:
        raise Doubtful(f"The mail server did not answer to the whole mail ({cause(error)}).", wide=True) from error
    if answer[0] // 100 not in (2, 4, 5):
        raise Doubtful("The mail server's answer to the whole mail is none.", wide=True)
    _require(2, answer, "the whole mail")


def _require(kind: int, answer: tuple[int, bytes], step: str) -> None:
    """Check the first digit of a reply, which says success, temporary or permanent failure."""
    if answer[0] // 100 == kind:
        return
    if answer[0] // 100 == 5:
        raise Refused(_sentence(answer, step))
    raise Postponed(_sentence(answer, step), wide=answer[0] == 421)


@contextmanager
def _repeatable() -> Iterator[None]:
    """Turn every error inside into TemporaryFailure, also a rejected greeting or login: the email is not at fault."""
    try:
        yield
    except smtplib.SMTPResponseException as error:
        answer = error.smtp_code, error.smtp_error if isinstance(error.smtp_error, bytes) else b""
        raise Postponed(_sentence(answer, "our greeting"), wide=True) from error
    except (smtplib.SMTPNotSupportedError, UnicodeEncodeError) as error:
        raise Postponed("The mail server does not let us sign in with this user and password.", wide=True) from error
    except OSError as error:
        raise Postponed(f"The mail server cannot be talked to ({cause(error)}).", wide=True) from error


def _sentence(answer: tuple[int, bytes], step: str) -> str:
    code, text = answer
    detail = DETAIL.match(text)
    return f"The mail server answered {code}{' ' + detail[0].decode() if detail else ''} to {step}."


def _context(verified: bool) -> ssl.SSLContext:
    """Return the TLS settings. Without a password, an unverified certificate is better than no TLS."""
    context = ssl.create_default_context()
    if not verified:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _signs_in(server: SplitResult) -> bool:
    return server.scheme == "smtp" and bool(server.username)
