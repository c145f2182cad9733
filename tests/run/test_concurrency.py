"""Two operatives touch at the same moment, over the wire: one move is recorded, the others get a polite answer."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from tests.processes import serve
from tests.wire import Browser

TOUCHES = 20


def test_twenty_touches_at_one_moment(migrated_database, worker, tmp_path):
    with serve(tmp_path / "var", DATABASE_URL=migrated_database(f"race_{worker}"), WEB_WORKERS="2", WORKER="0") as site:
        ann, bob, cat, dan, eve, fay = (Browser(site.url, name) for name in ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay"))
        lobby = ann.post("/lobbies", variant="classic")[1].removeprefix(site.url)
        seats = {ann: "red-spymaster", cat: "blue-spymaster", bob: "red-operative", eve: "red-operative"}
        for who, seat in {**seats, dan: "blue-operative", fay: "blue-operative"}.items():
            assert who.post(f"{lobby}/seats", page=lobby, seat=seat)[0] == 200
        game = ann.post(f"{lobby}/start", page=lobby)[1].removeprefix(site.url)
        red = "Give your team a clue" in ann.get(game)[2]
        (ann if red else cat).post(f"{game}/moves", page=game, move="clue zyzzyva 2", seen="0")

        operatives = (bob, eve) if red else (dan, fay)
        answers = touch_at_once(operatives, game)
        assert Counter(status for status, _, _ in answers) == {200: 1, 409: TOUCHES - 1}
        assert all("The table changed" in text for status, _, text in answers if status == 409)
        assert 'data-version="2"' in ann.get(game)[2]
        assert len(re.findall(r'data-face="(?!hidden)', ann.get(game)[2])) == 1


def touch_at_once(operatives: tuple[Browser, Browser], game: str) -> list[tuple[int, str, str]]:
    """Let both touch different cards, ten times each, at the same moment."""
    tokens = {who: re.search(r'name="csrf_token" value="([^"]+)"', who.get(game)[2]) for who in operatives}
    gate = Barrier(TOUCHES)

    def touch(number: int) -> tuple[int, str, str]:
        who = operatives[number % 2]
        token = tokens[who]
        assert token
        gate.wait(timeout=60)
        return who.send(f"{game}/moves", token[1], move=f"guess {number % 5}", seen="1")

    with ThreadPoolExecutor(TOUCHES) as pool:
        return list(pool.map(touch, range(TOUCHES)))
