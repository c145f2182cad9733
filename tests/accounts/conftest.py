"""What tests of accounts may ask for."""

from pathlib import Path

import pytest
from flask import Flask

from tests.accounts.people import registered
from tests.accounts.postbox import Postbox
from tests.visitor import Visitor


@pytest.fixture
def postbox(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Postbox:
    """The mails of a site that writes them into files."""
    monkeypatch.setitem(app.config, "MAIL_DIR", tmp_path / "mail")
    return Postbox(app, tmp_path / "mail")


@pytest.fixture
def ada(app: Flask) -> Visitor:
    """Somebody with a password and no address."""
    return registered(app, "Ada")
