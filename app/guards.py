"""The headers that guard an answer: what a browser may do with it, and from where.

A page carries all of them; a file, a fragment, or what the ASGI server says by itself only those that are of use there.
"""

from flask import Flask

YEAR = 365 * 24 * 3600  # seconds

# Everything comes from here, and nothing stands in the page itself; Pico's icons are `data:` pictures.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

# What pages ask a browser for: who copies a link writes to the clipboard, and a live game may keep the screen awake.
USED = ("clipboard-write", "screen-wake-lock")

# What a page might ask for, and this site never does.
DENIED = """
    accelerometer aria-notify autoplay browsing-topics camera captured-surface-control clipboard-read compute-pressure
    cross-origin-isolated deferred-fetch deferred-fetch-minimal digital-credentials-create digital-credentials-get
    display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get idle-detection
    interest-cohort keyboard-map language-detector language-model local-fonts local-network local-network-access
    loopback-network magnetometer media-playback-while-not-visible microphone midi on-device-speech-recognition
    otp-credentials payment picture-in-picture private-state-token-issuance private-state-token-redemption
    publickey-credentials-create publickey-credentials-get serial speaker-selection storage-access
    summarizer sync-xhr translator unload usb window-management xr-spatial-tracking
""".split()  # noqa: SIM905  # as a list it would be two pages

# What is shown as part of a page obeys that page's policy; alone in a window nothing of it may run or load.
ALONE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

ALWAYS = {
    "Content-Security-Policy": ALONE,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # the address of an invitation is a secret
    "Cross-Origin-Resource-Policy": "same-origin",
}
PAGES = {
    "Content-Security-Policy": POLICY,
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": ", ".join([*(f"{each}=()" for each in DENIED), *(f"{each}=(self)" for each in USED)]),
}


def init_app(app: Flask, https: bool) -> None:
    """Make the headers; where the site has HTTPS, browsers are to come by nothing else for a year after each visit."""
    always = ALWAYS | ({"Strict-Transport-Security": f"max-age={YEAR}"} if https else {})
    app.extensions["guards"] = always, always | PAGES


def headers(app: Flask, page: bool) -> dict[str, str]:
    """Return the headers of a page, or of what never stands alone in a window."""
    always, on_pages = app.extensions["guards"]
    found: dict[str, str] = on_pages if page else always
    return found
