"""Ann's program, the way to give one to others, and a site that serves in a process of its own."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.api.program import Program
from tests.processes import ROOT, Site, serve
from tests.visitor import Visitor
from tests.wire import Browser

sys.path.append(str(ROOT / "clients" / "python"))

from dead_drop import Client  # it is no part of the site


@pytest.fixture
def program(app: Flask, ann: Visitor) -> Program:
    """Ann's program, with a token for everything."""
    return Program(app, ann.user)


@pytest.fixture
def new_program(app: Flask) -> Callable[..., Program]:
    """Give somebody a program, with a token for everything or with these scopes."""
    return lambda person, *scopes: Program(app, person.user, *scopes)


@pytest.fixture(scope="package")
def site(
    migrated_database: Callable[[str], str], worker: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A site that answers, without a background worker."""
    folder: Path = tmp_path_factory.mktemp("api")
    settings = {"DATABASE_URL": migrated_database(f"api_{worker}"), "SECRET_KEY": "tests", "WORKER": "0"}
    with serve(folder, **settings, HOLD_SECONDS="2") as site:
        yield site


@pytest.fixture
def new_person(site: Site) -> Callable[[str], tuple[Browser, Client]]:
    """Sign somebody up at the site."""
    return lambda name: sign_up(site, name)


@pytest.fixture
def new_client(new_person: Callable[[str], tuple[Browser, Client]]) -> Callable[[str], Client]:
    """Sign somebody up at the site, and give their client."""
    return lambda name: new_person(name)[1]


def sign_up(site: Site, name: str) -> tuple[Browser, Client]:
    """Sign somebody up by the pages, and return their browser, and a client with a token for everything."""
    browser = Browser(site.url, name)
    page = browser.post("/account/tokens", page="/account", name="bot", scopes=("read", "play", "lobby"), days="0")
    (token,) = re.findall(r'id="new-token" value="([^"]+)"', page[2])
    return browser, Client(site.url, token)
