"""A cheap HTTP/1.1 client: one request at a time on a connection that is kept."""

import asyncio
import gzip
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self, cast

import brotli

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
UNPACK: Mapping[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "gzip": gzip.decompress,
    "br": brotli.decompress,
    "zstd": zstd.decompress,
}
END = b"\r\n\r\n"


@dataclass(frozen=True)
class Answer:
    """What came back: `head` and `body` as they were on the wire."""

    head: bytes
    body: bytes

    @property
    def status(self) -> int:
        """The status, such as 204."""
        return int(self.head[9:12])

    @property
    def size(self) -> int:
        """How many bytes came."""
        return len(self.head) + len(self.body)

    def header(self, name: str) -> str:
        """Return a header's value, an empty text if there is none."""
        found = re.search(rf"\r\n{name}: *([^\r]*)".encode(), self.head, re.IGNORECASE)
        return found[1].decode("latin-1") if found else ""

    @property
    def text(self) -> str:
        """The body as a reader sees it."""
        return UNPACK[self.header("content-encoding")](self.body).decode()


class Connection(asyncio.Protocol):
    """One connection to a server on this machine."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.received = bytearray()
        self.waiting: asyncio.Future[Answer] | None = None

    @classmethod
    async def open(cls, port: int) -> Self:
        """Connect to a port of this machine."""
        return (await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port))[1]

    async def ask(self, request: bytes) -> Answer:
        """Send a request and return the answer; raise ConnectionError if the connection ends before that."""
        if self.transport is None or self.transport.is_closing():
            raise ConnectionResetError
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self.waiting

    def close(self) -> None:
        """Hang up."""
        if self.transport:
            self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note where to write to."""
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Gather the answer, and hand it over once it is whole."""
        self.received += data
        end = self.received.find(END) + len(END)
        if end < len(END):
            return
        head = bytes(self.received[:end])
        length = LENGTH.search(head)
        if length is None and head[9:12] not in (b"204", b"304"):
            raise ValueError(f"an answer of unknown length: {head!r}")
        whole = end + int(length[1] if length else 0)
        if len(self.received) >= whole:
            answer = Answer(head, bytes(self.received[end:whole]))
            del self.received[:whole]
            if self.waiting and not self.waiting.done():
                self.waiting.set_result(answer)

    def connection_lost(self, error: Exception | None) -> None:
        """Let nobody wait for an answer that cannot come."""
        self.transport = None
        if self.waiting and not self.waiting.done():
            self.waiting.set_exception(ConnectionResetError())
