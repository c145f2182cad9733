"""GET /robots.txt, /.well-known/security.txt and /.well-known/change-password."""

from datetime import UTC, datetime, timedelta
from urllib.robotparser import RobotFileParser

import pytest

from app.config import Settings
from tests.production import HOST, opened
from tests.visitor import Visitor


def fields(text: str) -> dict[str, str]:
    """The fields of a security.txt."""
    return dict(line.split(": ", 1) for line in text.splitlines())


def test_security_txt_has_what_rfc_9116_asks_for(app):
    answer = Visitor(opened(app, mail_from="Dead Drop <us@example.org>"), "nobody").get("/.well-known/security.txt")
    assert answer.content_type == "text/plain; charset=utf-8"
    found = fields(answer.text)
    assert found["Contact"] == "mailto:us@example.org"
    assert found["Canonical"] == f"https://{HOST}/.well-known/security.txt"
    assert found["Preferred-Languages"] == "en, fr, it"
    left = datetime.strptime(found["Expires"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=365)


@pytest.mark.parametrize("contact", ["mailto:security@example.org", "https://example.org/security"])
def test_the_contact_can_be_another(app, contact):
    settings = Settings.from_env({"SECURITY_CONTACT": contact, "SECRET_KEY": "tests"})
    visitor = Visitor(opened(app, security_contact=settings.security_contact), "nobody")
    assert fields(visitor.get("/.well-known/security.txt").text)["Contact"] == contact


def test_change_password_leads_to_the_form(ann):
    answer = ann.get("/.well-known/change-password")
    assert (answer.status_code, answer.location) == (303, "/account#change-password")
    assert 'id="change-password"' in ann.get("/account").text


def test_crawlers_see_the_public_pages_alone(nobody):
    answer = nobody.get("/robots.txt")
    assert answer.content_type == "text/plain; charset=utf-8"
    robots = RobotFileParser()
    robots.parse(answer.text.replace("$", "").replace("Allow: /\n", "").splitlines())  # which it does not know
    assert "Allow: /$\n" in answer.text
    for path in ("/rules", "/learn", "/credits", "/privacy", "/static/site/app.css", "/.well-known/security.txt"):
        assert robots.can_fetch("any", path), path
    closed = ["/games/abcdefgh", "/lobbies/abcdefgh", "/teams/abcdefgh", "/invitations/abcdefgh", "/account", "/login"]
    for path in [*closed, "/people/7", "/password/x.y.z", "/substitutes/abcdefgh", "/notices/stop/x", "/admin"]:
        assert not robots.can_fetch("any", path), path
