"""A way between two ports on which connections can be delayed, held up and cut, also at a chosen moment."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle

CHUNK = 65536  # bytes


@dataclass(eq=False)
class Link:
    """One connection through the proxy: the ends towards client and server."""

    client: asyncio.StreamWriter
    server: asyncio.StreamWriter
    doomed: bool = field(default=False)  # to be cut when the server answers next

    def cut(self) -> None:
        """End both at once, as a cable does: nothing that is still under way arrives."""
        self.client.transport.abort()
        self.server.transport.abort()


class Proxy:
    """Passes on what arrives at `port` to one of the `targets` in turn, and back; `cuts` counts the connections cut."""

    def __init__(self, *targets: int) -> None:
        self._targets = cycle(targets)
        self.port = 0
        self.delay = 0.0  # seconds for each piece
        self.cuts = 0
        self.clear = asyncio.Event()  # while it is not set, nothing passes
        self.clear.set()
        self.dooms: Callable[[bytes], bool] = lambda data: False  # what the server does without being able to say so
        self.stops: Callable[[bytes], bool] = lambda data: False  # what never arrives at the server
        self.links: set[Link] = set()  # the connections there are

    async def start(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Let go of the port and of all connections."""
        self._server.close()
        self.cut()
        await self._server.wait_closed()

    def cut(self) -> None:
        """Cut all connections there are."""
        for link in list(self.links):
            self._end(link)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answers, server = await asyncio.open_connection("127.0.0.1", next(self._targets))
        except OSError:
            writer.transport.abort()
            return
        link = Link(writer, server)
        self.links.add(link)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pass_on(reader, link, asked=True))
                both.create_task(self._pass_on(answers, link, asked=False))
        finally:
            self.links.discard(link)

    async def _pass_on(self, reader: asyncio.StreamReader, link: Link, asked: bool) -> None:
        """Pass on what one end sends to the other; when one end closes, so does the other."""
        writer = link.server if asked else link.client
        try:
            while data := await reader.read(CHUNK):
                await self.clear.wait()
                if self.delay:
                    await asyncio.sleep(self.delay)
                if asked and self.stops(data):
                    self._end(link)
                    return
                if asked and self.dooms(data):
                    link.doomed = True
                elif not asked and link.doomed:
                    self._end(link)
                    return
                writer.write(data)
                await writer.drain()
            writer.close()
        except OSError:
            link.cut()

    def _end(self, link: Link) -> None:
        self.cuts += 1
        link.cut()
