"""A name server for tests, which knows one kind of question: at which addresses is this name?"""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

KNOWN = 0x8580  # an answer, with authority
A = 1
POINTER = b"\xc0\x0c"  # to the name in the question


@contextmanager
def name_server(addresses: list[str]) -> Iterator[str]:
    """Keep a server that finds every name at these addresses; give its own, as Caddy writes it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=_answer, args=(server, addresses), daemon=True)
        thread.start()
        yield f"udp/127.0.0.1:{server.getsockname()[1]}"
        server.sendto(b"", server.getsockname())
        thread.join(5)


def _answer(server: socket.socket, addresses: list[str]) -> None:
    while True:
        asked, whom = server.recvfrom(512)
        if not asked:
            return
        end = asked.index(b"\0", 12) + 5
        question, kind = asked[12:end], struct.unpack("!H", asked[end - 4 : end - 2])[0]
        found = addresses if kind == A else []
        records = [POINTER + struct.pack("!HHIH", A, 1, 1, 4) + socket.inet_aton(address) for address in found]
        head = asked[:2] + struct.pack("!HHHHH", KNOWN, 1, len(records), 0, 0)
        server.sendto(head + question + b"".join(records), whom)
