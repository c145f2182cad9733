"""The relying party of passkeys: the host that they belong to, and the origin from which browsers may use them."""

from ipaddress import ip_address
from typing import NamedTuple

from app.http.origin_check import DEFAULT_PORTS, own_origin


class RelyingParty(NamedTuple):
    """The id (a host name) and the origin, as browsers write it."""

    id: str
    origin: str


def find_relying_party() -> RelyingParty | None:
    """Return the relying party of this request, or None where browsers offer no passkeys.

    They do only over HTTPS, or on localhost, and not at a bare IP address.
    """
    origin = own_origin()
    if origin is None or _is_address(origin.host) or not (origin.scheme == "https" or origin.host == "localhost"):
        return None
    port = "" if origin.port == DEFAULT_PORTS[origin.scheme] else f":{origin.port}"
    return RelyingParty(origin.host, f"{origin.scheme}://{origin.host}{port}")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
