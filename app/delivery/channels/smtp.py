"""Sending emails by the site's SMTP server (RFC 5321), each by a connection of its own.

`smtplib.SMTP.sendmail()` would send everything from MAIL to the final dot as one step, so it is split here: sendmail
cannot tell whether a connection that failed did so before the dot, when the email has to be sent again, or after it,
when the email may have arrived; nor can a process that is killed meanwhile leave a record of it.
"""

import ipaddress
import re
import smtplib
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from urllib.parse import SplitResult, unquote, urlsplit

from app.delivery.channels.email_message import RenderedEmail, site_domain
from app.delivery.errors import PermanentFailure, TemporaryFailure, UncertainDelivery, describe_error

COMMAND_TIMEOUT = 15  # seconds to connect, and for each reply
RESPONSE_TIMEOUT = 120  # seconds for the reply to the whole email, which a server may scan first
SUBMISSION_PORT = 587  # default port with a user name; without one, smtplib knows it

# An enhanced status code (RFC 3463); the text after it may quote the email.
ENHANCED_STATUS = re.compile(rb"^[245]\.\d{1,3}\.\d{1,3}\b")


def send(url: str, email: RenderedEmail, begin_handover: Callable[[], None]) -> None:
    """Send an email by the server of an smtp: or smtps: URL. Raises DeliveryError.

    `begin_handover` is called before the line that ends the data, which is not repeated: without it, a server discards
    what it received.
    """
    server = urlsplit(url)
    with _temporary_failures():
        connection = _connect(server)
    with closing(connection):
        with _temporary_failures():
            _greet_and_log_in(connection, server)
            _send_data(connection, email)
        begin_handover()
        _end_data(connection)
        with suppress(OSError):
            connection.putcmd("quit")


def _connect(server: SplitResult) -> smtplib.SMTP:
    host, port = str(server.hostname), server.port or 0  # 0: the usual one
    if server.scheme == "smtps":
        context = _tls_context(not _is_local(host))
        return smtplib.SMTP_SSL(host, port, site_domain(), timeout=COMMAND_TIMEOUT, context=context)
    port = port or (SUBMISSION_PORT if server.username else 0)
    return smtplib.SMTP(host, port, site_domain(), timeout=COMMAND_TIMEOUT)


def _greet_and_log_in(connection: smtplib.SMTP, server: SplitResult) -> None:
    """Send the greeting, start TLS where it is offered, and log in if the URL has a user name.

    Raises TemporaryFailure instead of sending a password without TLS, except on this machine.
    """
    local = _is_local(str(server.hostname))
    connection.ehlo_or_helo_if_needed()
    if server.scheme == "smtp" and connection.has_extn("starttls"):
        connection.starttls(context=_tls_context(bool(server.username) and not local))
        connection.ehlo_or_helo_if_needed()
    if server.username:
        if not local and not isinstance(connection.sock, ssl.SSLSocket):
            raise TemporaryFailure("The mail server offers no TLS, and gets no password without.", affects_channel=True)
        connection.login(unquote(server.username), unquote(server.password or ""))


def _send_data(connection: smtplib.SMTP, email: RenderedEmail) -> None:
    """Send sender, recipient and data, but not the line that ends the data. Raises DeliveryError."""
    if email.needs_smtputf8 and not connection.has_extn("smtputf8"):
        raise PermanentFailure("The mail server cannot write to an address with letters such as these.")
    options = ("SMTPUTF8", "BODY=8BITMIME") if email.needs_smtputf8 else ()
    _check_reply(2, connection.mail(email.sender, options), "MAIL")
    _check_reply(2, connection.rcpt(email.recipient), "RCPT")
    _check_reply(3, connection.docmd("DATA"), "DATA")
    connection.send(re.sub(rb"(?m)^\.", b"..", email.content))


def _end_data(connection: smtplib.SMTP) -> None:
    try:
        if connection.sock:
            connection.sock.settimeout(RESPONSE_TIMEOUT)
            connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # do not wait for an acknowledgement
        connection.send(b".\r\n")
        answer = connection.getreply()
    except OSError as error:
        raise UncertainDelivery(
            f"The mail server did not answer to the whole mail ({describe_error(error)}).", affects_channel=True
        ) from error
    if answer[0] // 100 not in (2, 4, 5):
        raise UncertainDelivery("The mail server's answer to the message is not valid.", affects_channel=True)
    _check_reply(2, answer, "the whole mail")


def _check_reply(kind: int, answer: tuple[int, bytes], step: str) -> None:
    """Raise PermanentFailure or TemporaryFailure unless the first digit of a reply to a step is `kind`."""
    if answer[0] // 100 == kind:
        return
    if answer[0] // 100 == 5:
        raise PermanentFailure(_describe_reply(answer, step))
    raise TemporaryFailure(_describe_reply(answer, step), affects_channel=answer[0] == 421)


@contextmanager
def _temporary_failures() -> Iterator[None]:
    """Raise TemporaryFailure for every connection or SMTP error inside, also for a rejected greeting or login.

    It affects the channel, because the email is not at fault.
    """
    try:
        yield
    except smtplib.SMTPResponseException as error:
        answer = error.smtp_code, error.smtp_error if isinstance(error.smtp_error, bytes) else b""
        raise TemporaryFailure(_describe_reply(answer, "our greeting"), affects_channel=True) from error
    except (smtplib.SMTPNotSupportedError, UnicodeEncodeError) as error:
        raise TemporaryFailure(
            "The mail server does not let us sign in with this user and password.", affects_channel=True
        ) from error
    except OSError as error:
        raise TemporaryFailure(
            f"The mail server cannot be talked to ({describe_error(error)}).", affects_channel=True
        ) from error


def _describe_reply(answer: tuple[int, bytes], step: str) -> str:
    code, text = answer
    detail = ENHANCED_STATUS.match(text)
    return f"The mail server answered {code}{' ' + detail[0].decode() if detail else ''} to {step}."


def _tls_context(verified: bool) -> ssl.SSLContext:
    """Return a TLS context; unless `verified`, it accepts any certificate, which is better than no TLS."""
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
