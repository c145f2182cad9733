"""Caddy before webs on this machine, with the Caddyfile of docker-compose.yml."""

import os
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.growth import programs
from tests.growth.names import name_server
from tests.processes import ROOT, free_port, until

SOURCE = ROOT / "deploy" / "Caddyfile"
AUTHORITY = "caddy/pki/authorities/local/root.crt"


class Front:
    """A Caddy at `url`, which is to be the site's address; `trust` believes its certificate."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.plain_port = free_port(), free_port()
        self.url = f"https://localhost:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        """What a browser needs that has heard of Caddy's own authority; it would like to speak HTTP/1.1."""
        return ssl.create_default_context(cafile=str(self.folder / AUTHORITY))

    @contextmanager
    def runs(self, webs: list[str], port: int) -> Iterator[None]:
        """Keep it running before webs at these addresses, all on one port."""
        with name_server(webs) as resolver:
            (self.folder / "Caddyfile").write_text(_here(SOURCE.read_text(), resolver, port))
            process = self._start()
            try:
                until(self._answers)
                yield
            finally:
                process.terminate()
                process.wait(60)

    def _answers(self) -> bool:
        """Whether it has a certificate of the site already; its authority's comes a moment before."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as plain:
                self.trust.wrap_socket(plain, server_hostname="localhost").close()
        except OSError:
            return False
        return True

    def _start(self) -> "subprocess.Popen[bytes]":
        places = {"XDG_DATA_HOME": self.folder, "XDG_CONFIG_HOME": self.folder, "HOME": self.folder}
        ports = {"HTTP_PORT": self.plain_port, "HTTPS_PORT": self.port, "SITE_URL": self.url}
        told = {name: str(value) for name, value in (places | ports).items()}
        command = [programs.need("caddy"), "run", "--config", str(self.folder / "Caddyfile"), "--adapter", "caddyfile"]
        with (self.folder / "log").open("wb") as log:
            return subprocess.Popen(command, env=os.environ | told, stdout=log, stderr=log)


def _here(text: str, resolver: str, port: int) -> str:
    """Say where the webs are on this machine, and listen nowhere else."""
    for place, ours in (
        ("admin off", "admin off\n\tdefault_bind 127.0.0.1"),
        ("port 8000", f"port {port}\n\t\t\t\tresolvers {resolver}"),
    ):
        assert text.count(place) == 1
        text = text.replace(place, ours)
    return text
