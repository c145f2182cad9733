"""A site whose mails are files, and somebody whom every channel reaches."""

import pytest
from flask import Flask

from tests.notifications.turn_notices import browser, writes_to
from tests.visitor import Visitor


@pytest.fixture(autouse=True)
def _mails(app: Flask, tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setitem(app.config, "MAIL_DIR", tmp_path / "mail")


@pytest.fixture
def reached(app: Flask, ann: Visitor) -> Visitor:
    """Ann, whom every channel reaches."""
    with app.app_context():
        writes_to(ann, webhook="https://hooks.example.org/1")
        browser(ann)
    return ann
