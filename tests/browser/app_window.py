"""A window of Chromium in which a visitor looks at pages: the site in this very process answers its requests."""

from typing import ClassVar

from playwright.sync_api import Browser, Page, Request, Route

from tests.visitor import Visitor

ORIGIN = "http://localhost"
SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900))  # two phones, one on its side; tablet; desk
LONG = (  # as many words as lie on a table, most of them among the longest that are printed
    *("GRATTACIELO", "VENTILATEUR", "CONSTITUTION", "ROYAUME-UNI", "MITTERNACHT", "HELICOPTER", "CHAUVE-SOURIS"),
    *("KANGAROO", "SCHOKOLADE", "UNDERTAKER", "CATAPULTA", "DINOSAURO", "MICROSCOPIO", "ASCENSORE", "PARAPLUIE"),
    *("SATELLITE", "TELESCOPIO", "TRANSATLANTICO", "SPIDER", "CHAMPIGNON", "FRANKENSTEIN", "ALLUMETTE", "ASTRONAVE"),
    *("PORTEFEUILLE", "NEW YORK"),
)


class Window:
    """One tab; whoever looks through it changes from page to page."""

    files: ClassVar[dict[str, tuple[int, bytes, dict[str, str]]]] = {}  # what is the same for all windows

    def __init__(self, browser: Browser) -> None:
        self.page: Page = browser.new_context(base_url=ORIGIN, service_workers="block").new_page()
        self.page.route("**/*", self._answer)
        self.page.add_init_script("delete Navigator.prototype.serviceWorker")  # whose requests would not come to us
        self.visitor: Visitor | None = None

    def open(self, visitor: Visitor, path: str) -> Page:
        """Open a page as a visitor, and wait for its typefaces."""
        self.visitor = visitor
        self.page.goto(path)
        self.page.evaluate("document.fonts.ready")
        return self.page

    def resize(self, width: int, height: int) -> None:
        """Look through a window of that size, in pixels."""
        self.page.set_viewport_size({"width": width, "height": height})

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path.startswith("/static/") and path not in self.files:
            self.files[path] = self._ask(route.request, path)
        status, body, headers = self.files.get(path) or self._ask(route.request, path)
        route.fulfill(status=status, headers=headers, body=body)

    def _ask(self, request: Request, path: str) -> tuple[int, bytes, dict[str, str]]:
        assert self.visitor
        passed = ("hx-", "accept-l", "content-t")
        kept = {name: value for name, value in request.headers.items() if name.startswith(passed)}
        answer = self.visitor.client.open(path, method=request.method, headers=kept, data=request.post_data_buffer)
        headers = {name: value for name, value in answer.headers if name not in ("Set-Cookie", "Content-Length")}
        return answer.status_code, answer.data, headers
