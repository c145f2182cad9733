"""The header fields of a request, read by two regular expressions: gunicorn's parser looks at each byte in Python.

`Heads` takes a head that is whole, plain and of usual size, and leaves any other to gunicorn's own parser, and so each
refusal. Where gunicorn_h1c is installed, gunicorn takes that instead of both.
"""

import re
from typing import Final

import gunicorn
from gunicorn.asgi import protocol
from gunicorn.asgi.parser import PythonProtocol

READ: Final = "27.0.1"  # the release of which PythonProtocol._parse_headers() was read; another may be stricter
END: Final = b"\r\n\r\n"
TOKEN: Final = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
VALUE: Final = rb"[^\x00-\x08\x0a-\x1f\x7f]*"
WHOLE: Final = re.compile(rb"(?:%b:%b\r\n)+" % (TOKEN, VALUE))
FIELD: Final = re.compile(rb"(%b):(%b)\r\n" % (TOKEN, VALUE))


class Heads(PythonProtocol):
    """Gunicorn's parser, with a short way for what browsers send."""

    def _parse_headers(self) -> bool:
        """Read the fields that are there; whether that was all of them."""
        return (not self._header_count and self._take_all()) or super()._parse_headers()

    def _take_all(self) -> bool:
        """Read them all at once, if nothing about them is unusual; whether they were read."""
        end = self._buffer.find(END) + 2
        if not 2 <= end <= self._limit_request_field_size:  # a limit of 0 means none
            return False
        head = bytes(self._buffer[:end])
        fields = FIELD.findall(head) if WHOLE.fullmatch(head) else ()
        if not 0 < len(fields) <= self._limit_request_fields:
            return False
        del self._buffer[: end + 2]
        self._scan_from = 0
        self._headers_list = [(name.lower(), value.strip(b" \t")) for name, value in fields]
        self._finalize_headers()
        return True


def install() -> None:
    """Let this process parse so, if its gunicorn is the one that was read."""
    if gunicorn.__version__ == READ:
        protocol.PythonProtocol = Heads
