"""What every answer of the site must carry, whoever asks for what: the headers that guard it."""

from collections.abc import Mapping

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ON_PAGES = {"X-Frame-Options": "DENY", "Cross-Origin-Opener-Policy": "same-origin"}
NOTHING = ("default-src", "base-uri", "frame-ancestors")  # of a content security policy
ALLOWED = {"'self'", "'none'"}  # no "unsafe-…", no whole scheme, no other host
PICTURES = ("img-src", "'self' data:")


def complaints(headers: Mapping[str, str], page: bool = True) -> list[str]:
    """Return what is wrong with the headers of an answer, which may stand alone in a window if it is a `page`."""
    wanted = ALWAYS | (ON_PAGES if page else {})
    wrong = [f"{name}: {headers.get(name)}" for name, value in wanted.items() if headers.get(name) != value]
    policy = dict(part.strip().partition(" ")[::2] for part in headers.get("Content-Security-Policy", "").split(";"))
    wrong += [f"{name} {policy.get(name)}" for name in NOTHING if policy.get(name) != "'none'"]
    wrong += [f"{name} {value}" for name, value in policy.items() if value not in ALLOWED and (name, value) != PICTURES]
    if page and "camera=()" not in headers.get("Permissions-Policy", ""):
        wrong.append("Permissions-Policy")
    return wrong
