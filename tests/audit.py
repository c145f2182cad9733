"""Known faults of the packages in use: `python -m tests.audit` asks pip-audit's service, where that can be reached.

Where it cannot, that is said, and is no failure. What was found free of faults is not asked for again on the same day.
"""

import json
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

REQUIREMENTS = Path("requirements-dev.txt")  # the others hold nothing else
STAMP = Path(sys.prefix, "audited")
COMMAND = (sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner=off")
ANSWER, ALL = 10, 120  # seconds for one answer of the service, and for everything
AWAY = ("ConnectionError", "Could not connect", "Timeout", "SSLError", "ProxyError", "HTTPError", "ServiceError")
UNREACHED = "pip-audit: its service cannot be reached from here; nothing was audited."


class Unreached(Exception):
    """The service does not answer, or does not know what it is asked for."""


def main(requirements: Path, stamp: Path, *options: str) -> int:
    """Audit what a file requires; say how that went, and return 1 where there are faults."""
    today = f"{datetime.now(UTC):%Y-%m-%d} {sha256(requirements.read_bytes()).hexdigest()}"
    if stamp.exists() and stamp.read_text() == today:
        return 0
    try:
        ask(first(requirements), *options)  # before all others: it may take long to learn of each that nobody answers
        faults = list(map(str, ask(requirements.read_text(), *options)))
    except Unreached:
        print(UNREACHED)  # noqa: T201
        return 0
    print("\n".join(faults) or "pip-audit: no known faults.")  # noqa: T201
    if not faults:
        stamp.write_text(today)
    return int(bool(faults))


def first(requirements: Path) -> str:
    """Return the first requirement of a file alone, with its hashes."""
    lines = [line for line in requirements.read_text().splitlines() if not line.startswith("#")]
    end = next((place for place, line in enumerate(lines) if not line.endswith("\\")), len(lines))
    return "\n".join(lines[: end + 1])


def ask(requirements: str, *options: str) -> list[str]:
    """Return the faults of these requirements, a line each; raise Unreached."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(requirements + "\n")
        file.flush()
        command = [*COMMAND, f"--timeout={ANSWER}", "--format=json", f"--requirement={file.name}", *options]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=ALL, check=False)
        except subprocess.TimeoutExpired:
            raise Unreached from None
    if not done.stdout.strip():
        if any(word in done.stderr for word in AWAY):
            raise Unreached
        sys.exit(f"pip-audit failed: {done.stderr.strip()}")
    return told(json.loads(done.stdout)["dependencies"])


def told(packages: list[dict[str, Any]]) -> list[str]:
    """Return the faults in a report, a line each; raise Unreached where the service knew none of the packages."""
    if all("skip_reason" in package for package in packages):
        raise Unreached
    return [
        f"{package['name']} {package['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'none'}"
        for package in packages
        for fault in package.get("vulns", [])
    ]


if __name__ == "__main__":
    sys.exit(main(REQUIREMENTS, STAMP, *sys.argv[1:]))
