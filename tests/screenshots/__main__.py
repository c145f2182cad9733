"""`python -m tests.screenshots [FOLDER]`: take a picture of each page, wide in daylight and on a phone at night."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from app import create_app, local_postgres
from app.config import ROOT, Settings
from app.db import db, schema
from app.worker import shutdown
from tests.bench.people import Person
from tests.browser import chromium
from tests.processes import serve
from tests.screenshots.stage import Stage, play_out

SECRET: Final = "s" * 64
QUALITY: Final = 45  # of JPEG, in percent
LOOKS: Final = {  # by what is added to a picture's name; the pictures are smaller than the windows, and so light
    "": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "light", "device_scale_factor": 0.65},
    "-phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "device_scale_factor": 0.8},
}
MAIL: Final = "mail"  # which is no page of the site
SHOTS: Final = (  # a picture's name, who looks, at what
    ("front", "", "/"),
    ("lobby", "Ada", "lobby"),
    ("classic-spymaster", "Ada", "classic"),
    ("classic-operative", "Bruno", "classic"),
    ("pictures-spymaster", "Ada", "pictures"),
    ("pictures-operative", "Bruno", "pictures"),
    ("duet", "Bruno", "duet"),
    ("duet-pictures", "Ada", "duet-pictures"),
    ("sudden-death", "Ada", "sudden-death"),
    ("end", "Ada", "over"),
    ("replay", "Ada", "over/replay?move=9"),
    ("map", "Ada", "map"),
    ("lesson", "", "/learn"),
    ("profile", "Ada", "profile"),
    ("friends", "Ada", "/people"),
    ("rules", "", "/rules"),
    ("mail", "", MAIL),
)


def main() -> None:
    """Put all pictures into the folder, which is docs/ if none is named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"
    shutdown.on_stop_signal(sys.exit)
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(local_postgres.running_server(place / "postgres", "fsync=off"))
        app = create_app(Settings(database_url=url, secret_key=SECRET, mail_dir=place / "mail"))
        with app.app_context():
            schema.migrate()
        stage = play_out(app)
        with app.app_context():
            db.engine.dispose()
        site = stack.enter_context(serve(place / "var", DATABASE_URL=url, SECRET_KEY=SECRET, WORKER="0"))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.flags())
        for name, page in _pages(browser, site.url, stage):
            page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=QUALITY)
        browser.close()


def _pages(browser: Browser, url: str, stage: Stage) -> Iterator[tuple[str, Page]]:
    """Open each page in each look, under the picture's name."""
    for suffix, look in LOOKS.items():
        for name, who, where in SHOTS:
            context = browser.new_context(base_url=url, reduced_motion="reduce", **look)  # type: ignore[arg-type]
            if who:
                context.add_cookies(_cookies(stage.cast[who], url))
            page = context.new_page()
            if where == MAIL:
                page.set_content(stage.mail)
            else:
                page.goto(path_of(stage, where))
            page.evaluate("document.fonts.ready")
            page.wait_for_timeout(300)  # for what comes with the first poll
            yield name + suffix, page
            context.close()


def path_of(stage: Stage, where: str) -> str:
    """Return the path of what a picture shows."""
    known, slash, rest = where.partition("/")
    return stage.paths[known] + slash + rest if known else where


def _cookies(person: Person, url: str) -> list[dict[str, str]]:
    pairs = (cookie.split("=", 1) for cookie in person.cookies.split("; "))
    return [{"name": name, "value": value, "url": url} for name, value in pairs]


if __name__ == "__main__":
    main()
