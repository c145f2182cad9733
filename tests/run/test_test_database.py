"""The tests' own database: it is gone when they are, also after a Ctrl-C or a SIGTERM."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from tests.processes import ROOT, until

COLLECTING = 300  # seconds; a few where nothing else runs


@pytest.mark.parametrize(("workers", "sent"), [("0", signal.SIGINT), ("0", signal.SIGTERM), ("2", signal.SIGINT)])
def test_a_signal_leaves_no_server_and_no_folder(tmp_path: Path, workers: str, sent: signal.Signals) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", workers, "tests/lobbies"]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    suite = subprocess.Popen(
        command, cwd=ROOT, env=env | {"TMPDIR": str(tmp_path)}, stdout=subprocess.PIPE, start_new_session=True
    )
    started = partial(tmp_path.glob, "dead-drop-tests-*/data/postmaster.pid")
    until(lambda: suite.poll() is not None or any(started()), COLLECTING)
    (found,) = started()
    time.sleep(0.5)  # into the tests
    alive = (found.parents[1] / "alive.lock").open()
    for _ in range(
        3
    ):  # Python drops an interrupt that comes while it destroys something: whoever pressed presses again
        os.killpg(suite.pid, sent)
        with suppress(subprocess.TimeoutExpired):
            suite.communicate(timeout=30)
            break
    assert list(tmp_path.glob("dead-drop-tests-*")) == []
    fcntl.flock(alive, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails while any process of the server lives
