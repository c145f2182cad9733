"""Finding a client's address behind trusted proxies, and the network that a household shares."""

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address


def address(peer: str, headers: Iterable[tuple[bytes, bytes]], proxies: int) -> str:
    """Return the client's IP address: the peer's, or what the outermost of `proxies` trusted proxies reports.

    `headers` are raw, with names in lower case; X-Forwarded-For with fewer entries than proxies is ignored.
    """
    if not proxies:
        return peer
    forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
    hops = [hop.strip() for hop in forwarded.split(",")]
    return hops[-proxies] if len(hops) >= proxies and hops[-proxies] else peer


def network(address: str | None) -> str:
    """Return the network of an IP address, as a key that one household shares: for IPv6 its first 64 bits.

    An IPv4 address is its own network; anything else is `unknown`.
    """
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return "unknown"
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
