"""What a browser on a slow machine makes of a table: how soon it is seen and answers a finger, and whether it jumps.

Without a Chromium there is nothing to measure, and no row.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from statistics import median
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from tests.bench import site
from tests.bench.bench import Bench
from tests.bench.people import PASSWORD, Person
from tests.bench.report import Row, at_most, number
from tests.bench.tables import PLAYED, Table
from tests.browser import chromium

VISITS = 7
SEEN, ANSWERED = 1000, 100  # milliseconds
PATIENCE = 60_000  # milliseconds
PLAIN = {"APP_ENV": "development", "SITE_URL": "", "TRUSTED_PROXIES": "0"}  # a browser speaks to it without a proxy

# Notes when the largest thing was painted, the longest that an answer to a press took, and how far things jumped.
WATCH = """
    window.seen = { painted: 0, answered: 0, jumped: 0 };
    const watch = (type, note) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note))
            .observe({ type, buffered: true, durationThreshold: 16 });
    watch("largest-contentful-paint", ({ startTime }) => (seen.painted = startTime));
    watch("layout-shift", ({ value, hadRecentInput }) => (seen.jumped += hadRecentInput ? 0 : value));
    watch("event", ({ interactionId, duration }) => {
        if (interactionId) seen.answered = Math.max(seen.answered, duration);
    });
"""
SETTLED = "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))"
AFRESH = "seen.answered = seen.jumped = 0"


class Seats:
    """Browsers of the people at tables, with nothing kept from before, on a slow CPU."""

    def __init__(self, browser: Browser, url: str, slower: int) -> None:
        self.browser = browser
        self.url = url
        self.slower = slower
        self.cookies: dict[int, Any] = {}

    @asynccontextmanager
    async def at(self, table: Table, seat: str) -> AsyncIterator[Page]:
        """Open a table as one who has that seat."""
        person = next(person for person, taken in table.seats if taken == seat)
        context = await self.browser.new_context(base_url=self.url, storage_state=await self._signed_in(person))
        context.set_default_timeout(PATIENCE)
        page = await context.new_page()
        await page.add_init_script(WATCH)
        session = await context.new_cdp_session(page)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": self.slower})
        await page.goto(f"/games/{table.code}")
        await page.evaluate(SETTLED)
        yield page
        await context.close()

    async def _signed_in(self, person: Person) -> Any:
        if person.id not in self.cookies:
            context = await self.browser.new_context(base_url=self.url)
            page = await context.new_page()
            await page.goto("/login")
            form = page.locator("form[action='/login']")
            await form.locator("[name=name]").fill(person.name)
            await form.locator("[name=password]").fill(PASSWORD)
            await form.locator("[type=submit]").click()
            await page.wait_for_url("**/")
            self.cookies[person.id] = await context.storage_state()
            await context.close()
        return self.cookies[person.id]


async def measure(bench: Bench) -> list[Row]:
    """Visit a table of words and one of pictures, play a turn at the first, and watch it."""
    path = await asyncio.to_thread(chromium.find)
    if path is None:
        return []
    *_, pictures, words = bench.shown
    with site.site(bench.url, **PLAIN) as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=path, args=chromium.flags())
            seats = Seats(browser, f"http://127.0.0.1:{server.port}", bench.slower)
            looks = [
                [await _look(seats, table) for _ in range(bench.times(VISITS, least=1))] for table in (words, pictures)
            ]
            jumped, took = await _turn(seats, words)
            await browser.close()
    return [
        _painted("Until the largest part of a table is painted, on a first visit", looks[0], bench.slower),
        _painted("… of a table of pictures", looks[1], bench.slower),
        at_most(
            "Until a press is answered on the screen, at the slowest", max(took.values()), ANSWERED, "ms", _all(took)
        ),
        Row("How far the page jumps when others touch a card (CLS)", f"{jumped:.2f}", "0.00", round(jumped, 2) == 0),
    ]


async def _look(seats: Seats, table: Table) -> float:
    """Return the milliseconds until the largest part of a table is painted."""
    async with seats.at(table, table.script[PLAYED][0]) as page:
        return float(await page.evaluate("seen.painted"))


async def _turn(seats: Seats, table: Table) -> tuple[float, dict[str, float]]:
    """Touch a card, stop, and type a clue; return how far a watcher's page jumped, and what each press took."""
    (guesser, guess), _, (giver, clue) = table.script[PLAYED : PLAYED + 3]
    card, word, took = guess.split()[1], clue.split()[1], {}
    async with seats.at(table, guesser) as page, seats.at(table, giver) as watcher:
        took["mark"] = await _press(page, "[data-face=hidden] .mark >> nth=0")
        took["card"] = await _press(page, f"#card-{card} label")
        await watcher.evaluate(AFRESH)
        took["touch"] = await _press(page, "#touch")
        await watcher.locator(f"#card-{card}:not([data-face=hidden])").wait_for()
        await watcher.evaluate(SETTLED)
        jumped = float(await watcher.evaluate("seen.jumped"))
        took["stop"] = await _press(page, "#press-stop")
        took["clue"] = await _press(watcher, "#clue-word")
        await watcher.keyboard.type(word)
        took["typing"] = await _answered(watcher)
    return jumped, took


async def _press(page: Page, what: str) -> float:
    """Press something, and return the milliseconds until the next picture."""
    await page.evaluate(AFRESH)
    await page.locator(what).click()
    return await _answered(page)


async def _answered(page: Page) -> float:
    await page.evaluate(SETTLED)
    return float(await page.evaluate("seen.answered"))


def _painted(what: str, times: list[float], slower: int) -> Row:
    note = f" (median of {len(times)}, the slowest {number(max(times))} ms; a CPU {slower} times slower)"
    return at_most(what, median(times), SEEN, "ms", note)


def _all(took: Mapping[str, float]) -> str:
    return f" ({', '.join(f'{what} {number(each)}' for what, each in took.items())})"
