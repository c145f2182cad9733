"""Why a message has not arrived: each reason is one English sentence for whoever runs the site.

A reason never holds what the message says, nor a password or a secret address: it is kept, and written to the log.
"""

import socket
import ssl
from datetime import timedelta


class Undelivered(Exception):
    """A message has not arrived; the reason is the exception's text."""


class Postponed(Undelivered):
    """It surely has not arrived and may be tried again, not before `after`.

    `wide`: others by the same channel would fare no better just now.
    """

    def __init__(self, reason: str, after: timedelta = timedelta(0), wide: bool = False) -> None:
        super().__init__(reason)
        self.after, self.wide = after, wide


class Refused(Undelivered):
    """It will not be taken, however often it is sent."""


class Doubtful(Undelivered):
    """It was handed over and no answer came: it may have arrived, and so is not sent again. `wide` as above."""

    def __init__(self, reason: str, wide: bool = False) -> None:
        super().__init__(f"{reason} The message may have arrived.")
        self.wide = wide


class Unneeded(Undelivered):
    """There is nothing to be said any more, or nobody to say it to."""


def cause(error: Exception) -> str:
    """Return in a few words why a server could not be talked to."""
    if isinstance(error, TimeoutError) or isinstance(error.__context__, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return "TLS failed"
    if isinstance(error, socket.gaierror | UnicodeError):
        return "its name leads nowhere"
    return (isinstance(error, OSError) and error.strerror) or "the connection ended"
