"""Connecting to hosts that users name: public ones only, with limits on time and size."""

import io
import ipaddress
import socket
import time
from ipaddress import IPv4Address, IPv6Address, IPv6Network

from app.delivery.errors import PermanentFailure

MAX_ATTEMPTS = 3  # addresses of a host that are tried
GLOBAL_UNICAST = IPv6Network("2000::/3")  # IPv6 global unicast (RFC 4291)
NAT64 = IPv6Network("64:ff9b::/96")  # holds an IPv4 address in the last 32 bits (RFC 6052)


def connect(host: str, port: int, end: float, private: bool) -> socket.socket:
    """Return a connection to one of a host's addresses, made before the monotonic time `end`.

    Raises OSError or UnicodeError if there is none; and, unless `private`, PermanentFailure if any address is not
    public. The addresses that were checked are the ones connected to, so that the name cannot resolve differently in
    between (DNS rebinding).
    """
    found = [row[4] for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not private and not all(is_public(str(place[0])) for place in found):
        raise PermanentFailure("The address leads to a server that is not public.")
    trouble: OSError = OSError("no address")
    for place in found[:MAX_ATTEMPTS]:
        try:
            connection = socket.create_connection((str(place[0]), port), seconds_left(end))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return connection
        except OSError as error:
            trouble = error
    raise trouble


def parse_ip_literal(host: str) -> str | None:
    """Return the IP address that a host spells out in any notation, such as `127.1`; None for a name."""
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        pass
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except OSError:
        return None


def is_public(text: str) -> bool:
    """Whether an IP address is public; of an IPv6 address with an IPv4 address in it, whether that one is."""
    address = ipaddress.ip_address(text)
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    inner = _embedded_ipv4(address)
    return is_public(str(inner)) if inner else address.is_global and address in GLOBAL_UNICAST


def _embedded_ipv4(address: IPv6Address) -> IPv4Address | None:
    wrapped = address.ipv4_mapped or address.sixtofour
    return wrapped or (IPv4Address(int(address) & 0xFFFFFFFF) if address in NAT64 else None)


def seconds_left(end: float) -> float:
    """Return the seconds left until the monotonic time `end`. Raises TimeoutError if it has passed."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class BoundedSocket(io.RawIOBase):
    """A socket for http.client with one deadline for everything and a limit on the bytes read."""

    def __init__(self, connection: socket.socket, seconds: float, most: int) -> None:
        self._connection, self._end, self._most = connection, time.monotonic() + seconds, most

    def sendall(self, data: bytes) -> None:
        """Send all data. Raises TimeoutError once the deadline has passed."""
        self._connection.settimeout(seconds_left(self._end))
        self._connection.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Return a buffered reader of this stream, as http.client expects of a socket."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """Return True: this stream can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read what is available into `buffer`; return how many bytes, 0 at the end and from the byte limit on.

        Raises TimeoutError once the deadline has passed.
        """
        self._connection.settimeout(seconds_left(self._end))
        count = self._connection.recv_into(buffer[: self._most])
        self._most -= count
        return count

    def close(self) -> None:
        """Close this stream and the socket."""
        self._connection.close()
        super().close()
