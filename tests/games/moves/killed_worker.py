"""A worker that is killed again and again while it plays for the computer; then it plays until nobody is awaited."""

import os
import signal
import time
from datetime import timedelta
from random import Random

from app import create_app
from app.config import Settings
from app.games.moves import computer_moves


def main(url: str, kills: int) -> None:
    """Kill a child that plays, at a random moment each time; let the last one end by itself."""
    computer_moves.PAUSE = timedelta(0)
    site, rng = create_app(Settings(database_url=url, secret_key="tests")), Random(1)
    for _ in range(kills):
        child = os.fork()
        if not child:
            play(site)
        time.sleep(rng.uniform(0.02, 0.3))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    play(site)


def play(site) -> None:
    """Play until nothing is due, and end the process."""
    with site.app_context():
        while computer_moves.play_due_moves(10):
            pass
    os._exit(0)
