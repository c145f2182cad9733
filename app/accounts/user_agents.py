"""The browser and network of a request, in just enough detail for its owner: `Firefox (Android)`, `192.0.2.x`."""

import re
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple

from flask import has_request_context, request

BROWSERS: Final = {
    "Edge": "Edg",
    "Opera": "OPR",
    "Firefox": "Firefox|FxiOS",
    "Chrome": "Chrome|CriOS",
    "Safari": "Safari",
}
SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "macOS": "Mac OS",
    "Linux": "Linux",
}


class ClientInfo(NamedTuple):
    """A browser's display name and its coarse network."""

    browser: str = ""
    network: str = ""


def current_client() -> ClientInfo:
    """Return the browser and coarse network of the current request; both are "" outside a request."""
    if not has_request_context():
        return ClientInfo()
    return ClientInfo(browser_name(request.user_agent.string), coarse_network(request.remote_addr))


def browser_name(agent: str) -> str:
    """Return the display name for a User-Agent header, such as `Firefox (Android)`."""
    browser, system = _first_match(agent, BROWSERS) or "Browser", _first_match(agent, SYSTEMS)
    return f"{browser} ({system})" if system else browser


def coarse_network(address: str | None) -> str:
    """Return the network of an IP address, 24 bits of IPv4 or 48 of IPv6, as text; "" if it is no address."""
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return ""
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(IPv6Address(int(parsed) >> 80 << 80)).removesuffix("::") + ":x"
    plain = str(parsed.ipv4_mapped or parsed) if isinstance(parsed, IPv6Address) else str(parsed)
    return plain.rpartition(".")[0] + ".x"


def _first_match(agent: str, patterns: Mapping[str, str]) -> str:
    return next((name for name, pattern in patterns.items() if re.search(pattern, agent)), "")
