"""PgBouncer before a database, as docker-compose.yml has it: in transaction mode, with the same configuration."""

import os
import pwd
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, make_url

from tests.growth import programs
from tests.processes import ROOT, free_port, until

SOURCE = ROOT / "deploy" / "pgbouncer.ini"


@contextmanager
def pooler(url: str, address: str = "127.0.0.1") -> Iterator[str]:
    """Keep a PgBouncer before the database of `url`; give the URL that leads through it."""
    program, target = programs.need("pgbouncer"), make_url(url)
    folder, own = Path(tempfile.mkdtemp(prefix="dead-drop-pooler-")), free_port()
    _write(folder, target, address, own)
    account = {"user": "nobody"} if os.geteuid() == 0 else {}  # it refuses root
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([program, folder / "pgbouncer.ini"], stdout=log, stderr=log, cwd=folder, **account)
    through = target.set(host=address, port=own)
    try:
        until(lambda: _answers(through))
        yield through.render_as_string(hide_password=False)
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder)


def _write(folder: Path, target: URL, address: str, own: int) -> None:
    """Write the files, for who will read them."""
    changed = {"listen_addr": address, "listen_port": own, "auth_file": folder / "users.txt", "default_pool_size": 6}
    text = SOURCE.read_text().replace("deaddrop = host=database port=5432", _line(target))
    for name, value in changed.items():
        text, count = re.subn(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
        assert count == 1
    (folder / "pgbouncer.ini").write_text(text)
    (folder / "users.txt").write_text(f'"{target.username}" "{target.password}"\n')
    if os.geteuid() == 0:
        for path in (folder, *folder.iterdir()):
            os.chown(path, pwd.getpwnam("nobody").pw_uid, -1)


def _line(target: URL) -> str:
    return f"{target.database} = host={target.host} port={target.port}"


def _answers(url: URL) -> bool:
    """Whether it listens; a whole connection would make it begin a session."""
    with suppress(OSError):
        socket.create_connection((str(url.host), url.port or 0), timeout=3).close()
        return True
    return False
