"""Which host passkeys belong to: that of SITE_URL behind any proxy, localhost in development, no bare address."""

import pytest

from app import create_app
from app.accounts.passkeys.relying_party import find_relying_party
from app.config import Settings


@pytest.mark.parametrize(
    ("site_url", "production", "asked", "expected"),
    [
        (
            "https://play.example.org",
            True,
            "https://play.example.org",
            ("play.example.org", "https://play.example.org"),
        ),
        ("https://play.example.org", True, "http://play.example.org", ("play.example.org", "https://play.example.org")),
        ("https://example.org:8443", True, "http://example.org", ("example.org", "https://example.org:8443")),
        ("https://bücher.example", True, "http://x", ("xn--bcher-kva.example", "https://xn--bcher-kva.example")),
        ("http://play.example.org", True, "http://play.example.org", None),
        ("https://192.0.2.7", True, "https://192.0.2.7", None),
        ("http://127.0.0.1:8000", False, "http://127.0.0.1:8000", None),
        ("http://127.0.0.1:8000", False, "http://localhost:8000", ("localhost", "http://localhost:8000")),
        ("https://dev.example.org", False, "http://dev.example.org", ("dev.example.org", "https://dev.example.org")),
        ("https://dev.example.org", False, "http://localhost:8000", ("localhost", "http://localhost:8000")),
    ],
)
def test_the_relying_party(site_url, production, asked, expected):
    app = create_app(Settings("postgresql:///nowhere", "tests", production=production, site_url=site_url))
    with app.test_request_context("/", base_url=asked):
        assert find_relying_party() == expected


def test_at_a_bare_address_no_passkey_is_offered(app, ada):
    for path in ("/login", "/account"):
        page = app.test_client().get(path, base_url="http://127.0.0.1:8000").text
        assert "passkeys.js" not in page
    ada.client.set_cookie("session", ada.client.get_cookie("session").value, domain="127.0.0.1")
    page = ada.client.get("/account", base_url="http://127.0.0.1:8000").text
    assert "Passkeys do not work at this address" in page
    assert 'action="/account/passkeys/new"' not in page
