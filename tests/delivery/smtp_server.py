"""A real SMTP server on this machine that can be as awkward as real ones are."""

import asyncio
import email
import ssl
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from tests.processes import free_port

HANG, DROP = "hang", "drop"
HANG_SECONDS = 60  # at most
STEPS = ("GREETING", "EHLO", "MAIL", "RCPT", "DATA", "END")  # END: the answer to the whole mail


@dataclass
class Mail:
    """A mail that the server took, and how it came."""

    sender: str
    recipients: list[str]
    raw: bytes
    secure: bool
    user: str | None

    @property
    def message(self) -> EmailMessage:
        """The mail, parsed."""
        parsed = email.message_from_bytes(self.raw, policy=default)
        assert isinstance(parsed, EmailMessage)
        return parsed


class Server(SMTP):
    """Does at a step what the mailbox says: an answer such as `450 busy`, a hang, or the end of the connection."""

    mailbox: "Mailbox"

    async def differs(self, step: str) -> bool:
        """Do what was asked for at a step; whether that was anything."""
        self.mailbox.seen.append(step)
        what = self.mailbox.does.get(step)
        if what == HANG:
            await self._hang(step)
        elif what == DROP:
            self.transport.abort()
        elif what:
            await self.push(what)
        return what is not None

    async def _hang(self, step: str) -> None:
        """Say nothing until something else is to be done at that step, then end the connection."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HANG_SECONDS):
                while self.mailbox.does.get(step) == HANG:
                    await asyncio.sleep(0.02)
        self.transport.abort()

    async def _handle_client(self) -> None:
        if not await self.differs("GREETING"):
            await super()._handle_client()

    async def smtp_EHLO(self, hostname: str) -> None:  # noqa: N802
        self.mailbox.hello = hostname
        if not await self.differs("EHLO"):
            await super().smtp_EHLO(hostname)

    async def smtp_HELO(self, hostname: str) -> None:  # noqa: N802
        if not await self.differs("EHLO"):
            await super().smtp_HELO(hostname)

    async def smtp_MAIL(self, arg: str) -> None:  # noqa: N802
        if not await self.differs("MAIL"):
            await super().smtp_MAIL(arg)

    async def smtp_RCPT(self, arg: str) -> None:  # noqa: N802
        if not await self.differs("RCPT"):
            await super().smtp_RCPT(arg)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        if not await self.differs("DATA"):
            await super().smtp_DATA(arg)


class Mailbox(Controller):
    """The server's thread; `does` says what it does at a step instead of what is right."""

    def __init__(self, tls: ssl.SSLContext | None = None, implicit: bool = False, **options: Any) -> None:
        self.does: dict[str, str] = {}
        self.mails: list[Mail] = []
        self.seen: list[str] = []
        self.hello = ""
        self.passwords: list[tuple[str, str]] = []
        options |= {"tls_context": tls} if tls and not implicit else {}
        super().__init__(
            self, "127.0.0.1", free_port(), ssl_context=tls if implicit else None, decode_data=False, **options
        )

    def factory(self) -> Server:
        """Make the server of one connection."""
        server = Server(self, authenticator=self.authenticate, **self.SMTP_kwargs)
        server.mailbox = self
        return server

    def authenticate(self, _server: SMTP, _session: Session, _envelope: Envelope, _how: str, data: Any) -> AuthResult:
        """Let in whoever knows the password."""
        self.passwords.append((data.login.decode(), data.password.decode()))
        return AuthResult(success=data.password == b"s3cr:t/", handled=False, auth_data=data.login.decode())

    async def handle_DATA(self, server: Server, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a mail; one that hangs or ends the connection has taken it all the same: that is the worst case."""
        what = server.mailbox.does.get("END")
        if what is None or what in (HANG, DROP):
            raw = envelope.original_content or b""
            sender, secure = envelope.mail_from or "", session.ssl is not None or self.ssl_context is not None
            self.mails.append(Mail(sender, list(envelope.rcpt_tos), raw, secure, session.auth_data))
        return "221 never reached" if await server.differs("END") else "250 kept"

    def url(self, scheme: str = "smtp", user: str = "", host: str = "127.0.0.1") -> str:
        """Return the address for SMTP_URL."""
        return f"{scheme}://{user}{host}:{self.port}"
