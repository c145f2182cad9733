"""Whole games over HTTP while web processes and the worker are killed: nothing is lost or doubled, and the rules agree.

`API_KILLED_GAMES=25` plays so many of each variant; run pytest with -s to read the figures.
"""

import http.client
import os
import random
import signal
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import cycle

import pytest
from dead_drop import Client, Problem

from app import rules
from tests.api.conftest import sign_up
from tests.api.test_whole_games import check_against_rules, play_to_the_end, seated
from tests.processes import PATIENCE, serve

GAMES = int(os.environ.get("API_KILLED_GAMES", "1"))  # of each variant
PAUSE = 0.7  # seconds between two kills
LOST = (OSError, http.client.HTTPException, ValueError)  # no answer, or half of one


class Stubborn(Client):
    """Sends again whatever got no answer; a move that was played all the same is then refused as stale."""

    def __init__(self, site, token, figures):
        super().__init__(site, token, patience=20)
        self.figures = figures

    def _send(self, method, path, body=None):
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return super()._send(method, path, body)
            except LOST:
                self.figures["answers lost"] += 1
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def move(self, code, move, seen, sure=""):
        try:
            return super().move(code, move, seen, sure)
        except Problem as problem:
            if problem.status != 409 or problem.told["game"]["view"]["version"] != seen + 1:
                raise
            self.figures["played without an answer"] += 1
            return problem.told["game"]

    def start(self, lobby):
        try:
            return super().start(lobby)
        except Problem as problem:
            if problem.code != "game-started":
                raise
            return problem.told["game"]


@contextmanager
def killing(site, figures):
    """Kill a web process or the worker, again and again while the block runs; each is started again by the site."""
    over, dice = threading.Event(), random.Random(1)

    def kill():
        for kind in cycle(("web process", "web process", "worker")):
            if over.wait(PAUSE):
                break
            worker = site.worker()
            pids = [pid for pid in site.children() if (pid == worker) == (kind == "worker")]
            with suppress(ProcessLookupError, IndexError):  # it is not up again yet
                os.kill(dice.choice(pids), signal.SIGKILL)
                figures[kind] += 1

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def play(clients, variant, figures):
    """Play a variant until there are enough games and each kind of process was killed; compare them with the rules."""
    dice, played = random.Random(variant), 0
    while played < GAMES or not (figures["web process"] and figures["worker"]):
        played += 1
        code, people = seated(clients, variant)
        moves, seen = play_to_the_end(code, people, dice)
        check_against_rules(code, people, moves, seen)
        figures.update({"games": 1, "moves": len(moves)})


@pytest.mark.slow
def test_nothing_is_lost_or_doubled(migrated_database, worker, tmp_path):
    figures = Counter()
    url = migrated_database(f"killed_{worker}")
    with serve(tmp_path / "var", DATABASE_URL=url, SECRET_KEY="tests", WEB_WORKERS="2") as site:
        seats = {variant: rules.VARIANTS[variant].seats for variant in rules.VARIANTS}
        people = {
            variant: [Stubborn(site.url, sign_up(site, f"{variant} {seat}")[1].token, figures) for seat in seats]
            for variant, seats in seats.items()
        }
        with killing(site, figures), ThreadPoolExecutor(len(people)) as players:
            for game in [players.submit(play, clients, variant, figures) for variant, clients in people.items()]:
                game.result()
    print(f"\n{dict(figures)}")  # noqa: T201
    assert figures["games"] >= GAMES * len(people)
