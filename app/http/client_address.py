"""The client's address behind trusted proxies, and the network that a household shares."""

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address


def address(peer: str, headers: Iterable[tuple[bytes, bytes]], proxies: int) -> str:
    """Return the client's address: the peer's, or the one that the outermost of `proxies` trusted proxies reports."""
    if not proxies:
        return peer
    forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
    hops = [hop.strip() for hop in forwarded.split(",")]
    return hops[-proxies] if len(hops) >= proxies and hops[-proxies] else peer


def network(address: str | None) -> str:
    """Return the key shared by one household: the IPv4 address, or the first 64 bits of the IPv6 address."""
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return "unknown"
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
