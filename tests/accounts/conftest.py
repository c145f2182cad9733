"""What tests of accounts may ask for."""

from pathlib import Path

import pytest
from flask import Flask

from tests.accounts.email.mailbox import Mailbox
from tests.accounts.people import registered
from tests.visitor import Visitor


@pytest.fixture
def mailbox(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mailbox:
    """The mails of a site that writes them into files."""
    monkeypatch.setitem(app.config, "MAIL_DIR", tmp_path / "mail")
    return Mailbox(app, tmp_path / "mail")


@pytest.fixture
def ada(app: Flask) -> Visitor:
    """Somebody with a password and no address."""
    return registered(app, "Ada")
