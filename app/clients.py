"""Where a request comes from: its client's address behind trusted proxies, and the network that households share."""

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address


def address(peer: str, headers: Iterable[tuple[bytes, bytes]], proxies: int) -> str:
    """Return a client's address: the peer's own, or what the outermost of so many trusted proxies says it is."""
    if not proxies:
        return peer
    forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
    hops = [hop.strip() for hop in forwarded.split(",")]
    return hops[-proxies] if len(hops) >= proxies and hops[-proxies] else peer


def network(address: str | None) -> str:
    """Return what one household has in common: an IPv4 address, or the first 64 bits of an IPv6 one."""
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return "unknown"
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
