"""The audit of packages: with findings it fails, without its service it says so and passes."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests import audit
from tests.processes import free_port

HASHES = " \\\n    --hash=sha256:" + "0" * 64
FAULT = {
    "id": "PYSEC-2026-1",
    "summary": "It breaks.",
    "affected": [
        {
            "package": {"name": "flask", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "3.1.4"}]}],
        }
    ],
}


@pytest.fixture
def service() -> Iterator[tuple[str, dict[str, object]]]:
    """A service on this machine that knows the faults of each package; and what it is asked."""
    known: dict[str, object] = {"faults": {}, "asked": []}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["package"]["name"]
            known["asked"].append(asked)  # type: ignore[attr-defined]
            self.send_response(200)
            self.end_headers()
            faults = known["faults"].get(asked)  # type: ignore[attr-defined]
            self.wfile.write(json.dumps({"vulns": faults} if faults else {}).encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}", known
    server.shutdown()
    server.server_close()


@pytest.fixture
def run(tmp_path: Path):
    """Audit two packages at a service."""
    requirements = tmp_path / "requirements.txt"
    requirements.write_text(f"# made by hand\nclick==8.3.1{HASHES}\nflask==3.1.3{HASHES}\n")
    return lambda url: audit.main(requirements, tmp_path / "stamp", "-s", "osv", "--osv-url", url)


def test_a_known_fault_fails(service, run, capsys):
    url, known = service
    known["faults"] = {"flask": [FAULT]}
    assert run(url) == 1
    assert capsys.readouterr().out == "flask 3.1.3: PYSEC-2026-1, mended in 3.1.4\n"


def test_without_faults_it_passes_and_does_not_ask_again_today(service, run, capsys):
    url, known = service
    assert run(url) == 0
    assert capsys.readouterr().out == "pip-audit: no known faults.\n"
    assert set(known["asked"]) == {"click", "flask"}
    known["asked"].clear()
    assert run(url) == 0
    assert known["asked"] == []


def test_without_its_service_it_says_so_and_passes(run, capsys):
    assert run(f"http://127.0.0.1:{free_port()}") == 0
    assert capsys.readouterr().out == audit.UNREACHED + "\n"


def test_a_service_that_knows_nothing_at_all_is_none():
    with pytest.raises(audit.Unreached):
        audit.told([{"name": "flask", "skip_reason": "Dependency not found"}])


def test_it_looks_at_everything_there_is():
    """The file that is audited holds what the other requirements files hold."""
    wanted = {line.split(" ")[0] for line in Path("requirements.txt").read_text().splitlines() if "==" in line}
    assert wanted <= {line.split(" ")[0] for line in audit.REQUIREMENTS.read_text().splitlines() if "==" in line}
