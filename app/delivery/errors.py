"""Why a message was not delivered. Each reason is one English sentence for the site's operators.

Reasons are stored and logged, so they never contain message text, passwords or secret addresses.
"""

import socket
import ssl
from datetime import timedelta


class DeliveryError(Exception):
    """Raised when a message was not delivered; its text is the reason."""


class TemporaryFailure(DeliveryError):
    """The message was certainly not delivered and may be sent again, not before `after` has passed.

    `affects_channel`: other deliveries on this channel would fail too, for now.
    """

    def __init__(self, reason: str, after: timedelta = timedelta(0), affects_channel: bool = False) -> None:
        super().__init__(reason)
        self.after, self.affects_channel = after, affects_channel


class PermanentFailure(DeliveryError):
    """The message will never be accepted, however often it is sent."""


class UncertainDelivery(DeliveryError):
    """The message was handed over without an answer: it may have arrived, and is not sent again.

    `affects_channel`: as in TemporaryFailure.
    """

    def __init__(self, reason: str, affects_channel: bool = False) -> None:
        super().__init__(f"{reason} The message may have arrived.")
        self.affects_channel = affects_channel


class NoLongerNeeded(DeliveryError):
    """The message is no longer needed, or its recipient is gone."""


def describe_error(error: Exception) -> str:
    """Return what went wrong with a connection as a few English words, to be put into a reason."""
    if isinstance(error, TimeoutError) or isinstance(error.__context__, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return "TLS failed"
    if isinstance(error, socket.gaierror | UnicodeError):
        return "its name leads nowhere"
    return (isinstance(error, OSError) and error.strerror) or "the connection ended"
