"""A page of Chromium whose pages and polls are answered by a visitor's site in this very process.

Its files (scripts, style sheets, fonts) come from a server, so that the browser keeps them from page to page.
"""

from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Error, Page, Request
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.browser.console import tells_of_failed_request
from tests.visitor import Visitor

ANSWERED = ("Document", "XHR", "Fetch", "Image")  # by the visitor's site; all else are files
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

SILENCE = "() => { stop(); window.fetch = () => new Promise(() => {}); }"
# No service worker: it could not reach the site, and would show its page for that instead.
LOOK = {"service_workers": "block", "reduced_motion": "reduce"}


class _Quiet(WSGIRequestHandler):
    def log(self, *_: object) -> None:
        """Say nothing of each file."""


class Reader:
    """The page, with this `look` as Playwright's contexts have it; `heard` is all that must not happen there."""

    def __init__(self, browser: Browser, site: Flask, **look: Any) -> None:
        self.heard: list[str] = []
        self.visitor: Visitor | None = None
        self.server = make_server("localhost", 0, site, threaded=True, request_handler=_Quiet)
        Thread(target=self.server.serve_forever, daemon=True).start()
        self.origin = f"http://localhost:{self.server.server_port}"
        self.page = browser.new_context(**LOOK | {"base_url": self.origin} | look).new_page()
        self.page.add_init_script(RUNNING)
        self.page.context.on("request", self._request)
        self.page.on("console", self._console)
        self.page.on("dialog", self._dialog)
        self.page.on("pageerror", lambda error: self.heard.append(f"error {error}"))
        self.tools = self.page.context.new_cdp_session(self.page)
        self.tools.on("Fetch.requestPaused", self._answer)
        # Not by Playwright's routes: with them, the browser keeps no files.
        patterns = [{"urlPattern": f"{self.origin}/*", "resourceType": kind} for kind in ANSWERED]
        self.tools.send("Fetch.enable", {"patterns": patterns})

    def close(self) -> None:
        """Close the page, and end the server of its files."""
        self.visitor = None
        self.page.context.close()
        self.server.shutdown()
        self.server.server_close()

    def search(self, shown: list[tuple[str, str]], where: Page | None = None) -> list[str]:
        """Return where any of these pages, or parts of one, with their names, has taken a text for markup."""
        told: list[list[str]] = []
        for start in range(0, len(shown), 50):
            told += (where or self.page).evaluate(SEARCH, [page for _, page in shown[start : start + 50]])
        return [f"{name}: {markup}" for (name, _), markup in zip(shown, told, strict=True) if markup]

    def open(self, visitor: Visitor, path: str) -> tuple[list[str], int]:
        """Open a page as a visitor, let it poll, and leave it.

        Return what became markup, and how many parts of it polled.
        """
        self.visitor = visitor
        self.page.goto(path)
        polled, markup = self.page.evaluate(WAKE), self.page.evaluate(SEARCH, [])
        self.leave()
        return markup, polled

    def leave(self) -> None:
        """Let the page ask for nothing more: it would poll for whoever comes next, and be led away.

        It stays open, since a blank page between two would cost a process for each.
        """
        self.page.evaluate(SILENCE)
        self.visitor = None  # also what is on its way by now has no answer

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if f"{parts.scheme}://{parts.netloc}" != self.origin or "zqx" in parts.path:
            self.heard.append(f"request {request.url}")

    def _answer(self, paused: dict[str, Any]) -> None:
        named, request = {"requestId": paused["requestId"]}, paused["request"]
        with suppress(Error):  # the page is gone by now
            if urlsplit(request["url"]).path.startswith("/static/"):
                self.tools.send("Fetch.continueRequest", named)
            elif self.visitor:
                self.tools.send("Fetch.fulfillRequest", named | self._ask(self.visitor, request))
            else:
                self.tools.send("Fetch.failRequest", named | {"errorReason": "Aborted"})

    def _ask(self, visitor: Visitor, request: dict[str, Any]) -> dict[str, Any]:
        kept = {
            name: value
            for name, value in request["headers"].items()
            if name.lower().startswith(("hx-", "accept-l", "content-t"))
        }
        path, method = request["url"].removeprefix(self.origin), request["method"]
        answer = visitor.client.open(path, method=method, headers=kept, data=request.get("postData"))
        headers = [
            {"name": name, "value": value}
            for name, value in answer.headers
            if name not in ("Set-Cookie", "Content-Length")
        ]
        body = b64encode(answer.data).decode()
        return {"responseCode": answer.status_code, "responseHeaders": headers, "body": body}

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not tells_of_failed_request(message):
            self.heard.append(f"console {message.text}")

    def _dialog(self, dialog: Dialog) -> None:
        self.heard.append(f"dialog {dialog.message}")
        dialog.dismiss()
