"""A page of Chromium whose every request is answered by a visitor's site in this very process."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Route

from tests.security.table import ROWS
from tests.visitor import Visitor

ORIGIN = "http://localhost"
PAGES = list({row.pattern: row for row in ROWS if row.method == "GET"}.values())
RUNNING = """
    delete Navigator.prototype.serviceWorker; // whose requests would not come to us
    window.zqx = (...told) => console.error("ran", ...told);
    addEventListener("securitypolicyviolation", (event) =>
        console.error("violation", event.violatedDirective, event.blockedURI, event.sample));
"""
SEARCH = (Path(__file__).parent / "search.js").read_text()
WAKE = """async () => {
    if (!window.htmx) return 0; // a part of a page, opened by itself
    const pollers = [...document.querySelectorAll("[hx-ptag][hx-get]")];
    const swapped = (poller) => new Promise((done) => {
        document.addEventListener("htmx:after:swap", done, { once: true });
        setTimeout(done, 2000);
        htmx.trigger(poller, "wake", { fresh: true });
    });
    for (const poller of pollers) await swapped(poller);
    return pollers.length;
}"""


class Reader:
    """The page, with this `look` as Playwright's contexts have it; `heard` is all that must not happen there."""

    def __init__(self, browser: Browser, **look: Any) -> None:
        self.heard: list[str] = []
        self.files: dict[str, tuple[bytes, dict[str, str]]] = {}
        self.visitor: Visitor | None = None
        # No service worker: it could not reach the site, and would show its page for that instead.
        self.page = browser.new_context(base_url=ORIGIN, service_workers="block", **look).new_page()
        self.page.context.route("**/*", self._answer)
        self.page.add_init_script(RUNNING)
        self.page.on("console", self._console)
        self.page.on("dialog", self._dialog)
        self.page.on("pageerror", lambda error: self.heard.append(f"error {error}"))

    def search(self, shown: list[tuple[str, str]], where: Page | None = None) -> list[str]:
        """Return where any of these pages, or parts of one, with their names, has taken a text for markup."""
        told: list[list[str]] = []
        for start in range(0, len(shown), 50):
            told += (where or self.page).evaluate(SEARCH, [page for _, page in shown[start : start + 50]])
        return [f"{name}: {markup}" for (name, _), markup in zip(shown, told, strict=True) if markup]

    def open(self, visitor: Visitor, path: str) -> tuple[list[str], int]:
        """Open a page as a visitor, and let it poll; return what became markup, and how many parts of it polled."""
        self.visitor = visitor
        self.page.goto(path)
        polled = self.page.evaluate(WAKE)
        return self.page.evaluate(SEARCH, []), polled

    def _answer(self, route: Route) -> None:
        request, parts = route.request, urlsplit(route.request.url)
        if f"{parts.scheme}://{parts.netloc}" != ORIGIN or "zqx" in parts.path:
            self.heard.append(f"request {request.url}")
            route.abort()
        elif parts.path.startswith("/static/"):
            body, headers = self.files.get(parts.path) or self.files.setdefault(parts.path, self._ask(request))
            route.fulfill(status=200, headers=headers, body=body)
        else:
            body, headers = self._ask(request)
            route.fulfill(status=int(headers.pop("status")), headers=headers, body=body)

    def _ask(self, request) -> tuple[bytes, dict[str, str]]:  # type: ignore[no-untyped-def]
        assert self.visitor
        kept = {name: value for name, value in request.headers.items() if name.startswith(("hx-", "accept-l"))}
        path = request.url.removeprefix(ORIGIN)
        answer = self.visitor.client.open(path, method=request.method, headers=kept, data=request.post_data_buffer)
        headers = {name: value for name, value in answer.headers if name not in ("Set-Cookie", "Content-Length")}
        return answer.data, headers | ({} if path.startswith("/static/") else {"status": str(answer.status_code)})

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.heard.append(f"console {message.text}")

    def _dialog(self, dialog: Dialog) -> None:
        self.heard.append(f"dialog {dialog.message}")
        dialog.dismiss()
