"""A client for HTTP that sends a form once and never again by itself: whether an answer came is what is looked at."""

import asyncio
import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

PATIENCE = 25  # seconds until a person gives up waiting for an answer


class Lost(Exception):
    """No answer came: nobody knows whether the request arrived, and what became of it."""


@dataclass(frozen=True)
class Person:
    """Somebody with an account: the session's cookie, the token that goes with its forms, and one for the API."""

    id: int
    cookie: str
    token: str
    bearer: str = ""


@dataclass(frozen=True)
class Answer:
    """What came back; header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def location(self) -> str:
        """Where it leads to, by redirection or for htmx."""
        return self.headers.get("location") or self.headers.get("hx-redirect", "")


class Wire:
    """Connections to a port, kept for the next request as browsers do; `trust` makes them HTTPS to `localhost`."""

    def __init__(self, port: int, trust: ssl.SSLContext | None = None) -> None:
        self._port, self._trust = port, trust
        self._host = "localhost" if trust else f"127.0.0.1:{port}"
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def get(self, person: Person, path: str, tag: str | None = None, patience: float = PATIENCE) -> Answer:
        """Ask for a page, or, with the tag of what was seen, for the part of it that polls; raise Lost."""
        poll = {} if tag is None else {"HX-Request": "true", "HX-PTag": tag}
        return await self._ask("GET", path, {"Cookie": person.cookie, **poll}, b"", patience)

    async def post(self, person: Person, path: str, fields: Mapping[str, object], htmx: bool = False) -> Answer:
        """Send a form; raise Lost."""
        headers = {"Cookie": person.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        if htmx:
            headers["HX-Request"] = "true"
        return await self._ask("POST", path, headers, urlencode({"csrf_token": person.token, **fields}).encode())

    async def post_json(self, person: Person, path: str, body: Mapping[str, object]) -> Answer:
        """Send a body to the API; raise Lost."""
        headers = {"Authorization": f"Bearer {person.bearer}", "Content-Type": "application/json"}
        return await self._ask("POST", path, headers, json.dumps(body).encode())

    def close(self) -> None:
        """Let go of all connections."""
        for _, writer in self._idle:
            writer.close()
        self._idle.clear()

    async def _ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes, patience: float = PATIENCE
    ) -> Answer:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self._host}", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer = None
        try:
            async with asyncio.timeout(patience):
                reader, writer = await self._line()
                writer.write("\r\n".join([*lines, "", ""]).encode() + body)
                answer = await _read(reader)
        except (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError) as error:
            if writer:
                writer.transport.abort()
            raise Lost(str(error)) from None
        self._keep(reader, writer, answer)
        return answer

    async def _line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._idle:
            reader, writer = self._idle.pop()
            if not reader.at_eof() and not writer.is_closing():
                return reader, writer
        secured = {"ssl": self._trust, "server_hostname": "localhost"} if self._trust else {}
        return await asyncio.open_connection("127.0.0.1", self._port, **secured)

    def _keep(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: Answer) -> None:
        if answer.headers.get("connection") == "close":
            writer.close()
        else:
            self._idle.append((reader, writer))


async def _read(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.split(": ", 1) for line in head[1:] if line)
    headers = {name.lower(): value for name, value in pairs}
    if headers.get("transfer-encoding") == "chunked":
        body = b"".join([chunk async for chunk in _chunks(reader)])
    else:
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Answer(int(head[0].split()[1]), headers, body.decode())


async def _chunks(reader: asyncio.StreamReader):  # type: ignore[no-untyped-def]
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)
