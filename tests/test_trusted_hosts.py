"""Under which names the site answers, and whose word on who asks and where it believes."""

import pytest
from flask import Flask
from sqlalchemy import select

from app import create_app
from app.accounts import rate_limits
from app.accounts.models import Attempt
from app.config import Settings
from app.db import db
from tests.production import HOST, opened
from tests.visitor import Visitor

REFUSAL = "This site is not available at this address.\n"
FORGED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Port": "8443",
    "X-Forwarded-Prefix": "/evil",
    "Forwarded": "for=203.0.113.9;host=evil.example;proto=https",
    "X-Real-IP": "203.0.113.9",
}
OTHERS = ["evil.example", f"{HOST}.evil.example", f"evil.{HOST}", f"evil@{HOST}", f"{HOST}:0", "[::1]", "", "x" * 240]


def get(app: Flask, path: str, **headers: str):
    """Ask for a page under a name, or with other headers."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return app.test_client().get(path, headers=named)


class TestNames:
    """The Host header."""

    @pytest.mark.parametrize("host", [HOST, f"{HOST}:8443"])
    def test_the_site_has_one(self, app, host):
        assert get(opened(app), "/", Host=host).status_code == 200

    @pytest.mark.parametrize("host", [*OTHERS, "localhost", "127.0.0.1:8000"])
    @pytest.mark.parametrize("path", ["/", "/nothing", "/static/site/app.js", "/games/abcdefgh"])
    def test_under_any_other_it_says_nothing(self, app, host, path):
        answer = get(opened(app), path, Host=host)
        assert (answer.status_code, answer.text) == (400, REFUSAL)
        assert answer.content_type == "text/plain; charset=utf-8"
        assert answer.headers["Content-Security-Policy"]

    def test_nor_does_it_take_a_form(self, app):
        visitor = Visitor(opened(app), "nobody")
        answer = visitor.post("/login", {"Host": "evil.example"}, name="Ann", password="a long enough password")
        assert (answer.status_code, answer.text) == (400, REFUSAL)
        assert visitor.client.post("/login", headers={"Host": "evil.example"}).text == REFUSAL

    @pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "play.example.org"])
    def test_at_home_the_machine_is_a_name_too(self, app, host):
        site = create_app(
            Settings(app.config["SQLALCHEMY_DATABASE_URI"], secret_key="tests", site_url=f"http://{HOST}:8000")
        )
        assert get(site, "/", Host=host).status_code == 200
        assert get(site, "/", Host="evil.example").text == REFUSAL

    def test_who_looks_after_it_may_call_it_as_they_like(self, app):
        assert get(opened(app), "/healthz", Host="127.0.0.1:8000").text == "ok\n"
        assert get(opened(app), "/healthz", Host="web:8000").text == "ok\n"

    def test_a_name_with_other_letters(self, app):
        site = opened(app, site_url="https://jouer.exämple.org")
        assert get(site, "/", Host="jouer.xn--exmple-cua.org").status_code == 200
        assert get(site, "/", Host="jouer.example.org").text == REFUSAL


class TestForwarded:
    """What proxies say, and what others say in their name."""

    @pytest.mark.parametrize(
        ("proxies", "said", "address"),
        [
            (0, "203.0.113.9", "127.0.0.1"),
            (1, "203.0.113.9", "203.0.113.9"),
            (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
            (2, "198.51.100.1, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
            (2, "203.0.113.9", "127.0.0.1"),
        ],
    )
    def test_limits_count_who_really_asks(self, app, proxies, said, address):
        visitor = Visitor(opened(app, trusted_proxies=proxies), "nobody")
        visitor.post("/login", {**FORGED, "X-Forwarded-For": said, "X-Forwarded-Host": HOST}, name="A", password="B")
        with app.app_context():
            keys = db.session.scalars(select(Attempt.key).where(Attempt.key.like("signin %"))).all()
            assert keys == [rate_limits.stored_key(f"signin {address}")]

    @pytest.mark.parametrize(("proxies", "shown"), [(0, "http://localhost/"), (1, "https://localhost/")])
    def test_links_to_be_shared_lead_to_where_one_really_is(self, app, proxies, shown):
        site = create_app(Settings(app.config["SQLALCHEMY_DATABASE_URI"], "tests", trusted_proxies=proxies))
        visitor = Visitor(site, "nobody")
        lobby = visitor.post("/lobbies", variant="duet", name="Ann").location
        forged = FORGED if not proxies else {**FORGED, "X-Forwarded-Host": "localhost"}
        page = visitor.client.get(lobby, headers=forged)
        assert page.status_code == 200
        assert f"{shown}lobbies/" in page.text
        assert "evil" not in page.text

    def test_a_proxy_cannot_be_talked_into_another_name(self, app):
        assert get(opened(app, trusted_proxies=1), "/", X_Forwarded_Host="evil.example").text == REFUSAL
        assert get(opened(app, trusted_proxies=1), "/", X_Forwarded_Host=f"evil.example, {HOST}").status_code == 200
