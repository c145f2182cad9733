"""The site in its containers, as players and the account of their games reach it."""

import ssl
from typing import Any

import psycopg
from flask import Flask

from app import create_app
from app.config import Settings
from tests.containers.project import Project
from tests.deploy.files import environment
from tests.faults.stage import Reach
from tests.faults.wire import Answer, Lost, Wire

AUTHORITY = "/data/caddy/pki/authorities/local/root.crt"
NETWORK = "back"  # in which the database is


class Stage(Reach):
    """Games are laid and looked up in the database itself; everything else goes through Caddy."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._apps: dict[str, Flask] = {}

    @property
    def url(self) -> str:  # type: ignore[override]
        """Where the database is just now."""
        address = self.project.address("database", NETWORK)
        if not address:
            raise psycopg.OperationalError("the database has no address")
        return self._settings(address).listen_url

    @property
    def app(self) -> Flask:  # type: ignore[override]
        """A site on that database, with the secrets of the web containers."""
        url = self.url
        if url not in self._apps:
            self._apps[url] = create_app(self._settings(self.project.address("database", NETWORK)))
        return self._apps[url]

    def wire(self) -> "ByCaddy":
        """The way that players take."""
        told = self.project.run("caddy", "cat", AUTHORITY)
        return ByCaddy(self.project.port("caddy", "443/tcp"), ssl.create_default_context(cadata=told))

    def _settings(self, address: str) -> Settings:
        """Those of a web, where the database has that address."""
        said = environment() | self.project.services["web"].said["environment"]
        places = {f"/run/secrets/{name}": place for name, place in self.project.secrets.items()}
        values = {name: places.get(value, value) for name, value in said.items()}
        values["DATABASE_URL"] = values["LISTEN_URL"] = values["LISTEN_URL"].replace("@database:", f"@{address}:")
        return Settings.from_env(values)


class ByCaddy(Wire):
    """HTTPS by way of Caddy; where the answer is its own, no web's, nobody knows what became of the request."""

    async def _ask(self, *words: Any, **more: Any) -> Answer:
        answer = await super()._ask(*words, **more)
        if "x-request-id" not in answer.headers:  # which each answer of the site has
            raise Lost(f"Caddy answers {answer.status}")
        return answer
