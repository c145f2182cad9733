"""Security headers, which tell a browser what it may do with a response and what that may load.

A page gets all of them; files, fragments and responses of the ASGI server get only those that apply to them.
"""

from flask import Flask

HSTS_SECONDS = 365 * 24 * 3600  # seconds

# All resources come from this origin and nothing is inline; Pico's icons are `data:` images.
PAGE_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

# Features that pages use: copying a link to the clipboard, keeping the screen awake in a live game, and passkeys.
ALLOWED_FEATURES = (
    *("clipboard-write", "screen-wake-lock"),
    *("publickey-credentials-create", "publickey-credentials-get"),
)

# Features that this site never uses.
DENIED_FEATURES = """
    accelerometer aria-notify autoplay browsing-topics camera captured-surface-control clipboard-read compute-pressure
    cross-origin-isolated deferred-fetch deferred-fetch-minimal digital-credentials-create digital-credentials-get
    display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get idle-detection
    interest-cohort keyboard-map language-detector language-model local-fonts local-network local-network-access
    loopback-network magnetometer media-playback-while-not-visible microphone midi on-device-speech-recognition
    otp-credentials payment picture-in-picture private-state-token-issuance private-state-token-redemption
    serial speaker-selection storage-access
    summarizer sync-xhr translator unload usb window-management xr-spatial-tracking
""".split()  # noqa: SIM905  # as a list it would fill two screens

# A fragment obeys the policy of the page it is swapped into; opened directly, it may not run or load anything.
NON_PAGE_CSP = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

COMMON_HEADERS = {
    "Content-Security-Policy": NON_PAGE_CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # the URL of an invitation is a secret
    "Cross-Origin-Resource-Policy": "same-origin",
}
PAGE_HEADERS = {
    "Content-Security-Policy": PAGE_CSP,
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        [*(f"{each}=()" for each in DENIED_FEATURES), *(f"{each}=(self)" for each in ALLOWED_FEATURES)]
    ),
}


def init_app(app: Flask, https: bool) -> None:
    """Build the headers once for the app; with `https`, HSTS makes browsers use HTTPS only for a year after a visit."""
    always = COMMON_HEADERS | ({"Strict-Transport-Security": f"max-age={HSTS_SECONDS}"} if https else {})
    app.extensions["security_headers"] = always, always | PAGE_HEADERS


def headers(app: Flask, page: bool) -> dict[str, str]:
    """Return the security headers of a page, or else of a response that is never shown as one; do not modify."""
    always, on_pages = app.extensions["security_headers"]
    found: dict[str, str] = on_pages if page else always
    return found
