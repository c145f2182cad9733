"""Finding every form that the site shows to anybody, and sending it with texts in its fields."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice

from werkzeug.test import TestResponse

from tests.security.corpus import CORPUS, heaps
from tests.security.forms import Form, forms
from tests.security.route_probe import HTMX, RouteProbe
from tests.security.sample_site import KINDS
from tests.security.table import ROWS, Row

HEAPS = heaps(CORPUS, 4)
PAGES = [row for row in ROWS if row.method == "GET"]
SHOWN_FORMS = ("nobody", "guest", "watcher", "spymaster", "a", "host", "member", "admin")  # others see no more forms
UNSHOWN = {  # what is read where no form shows it just now: from addresses, and in other states of things
    "GET /account": "before",
    "POST /account/sessions": "session",
    "GET /login": "next",
    "GET /signup": "next",
    "GET /lobbies/new": "variant deck",
    "GET /next": "but",
    "GET /games/<classic>": "dots since until",
    "GET /games/<over>/share.svg": "spoilers language",
    "GET /decks/<deck>": "version",
    "GET /teams/<team>/log": "sheet",
    "GET /": "anything",
    "GET /admin": "closed before",
    "GET /admin/log": "before",
    "GET /reports/new": "game lobby profile user line",
    "POST /reports": "game lobby profile user about kind words block",
    "POST /lobbies": "variant name deck house tokens mistakes clock bank touching late_touch public ticks",
    "POST /lobbies/<lobby>/members": "user seat admit remove",
    "POST /lobbies/<lobby>/volunteer": "willing",
    "POST /games/<classic>/moves": "move word number for sure seen",
    "POST /games/<duet>/clock": "clock bank answer",
    "POST /teams": "name members game",
    "POST /notices/settings": "channel mail rhythm push webhook",
}


@dataclass(frozen=True)
class Shown:
    """A page or a part of one that shows what was typed: by what, and the answer."""

    name: str
    answer: TestResponse

    @property
    def is_html(self) -> bool:
        """Whether a browser makes elements of it."""
        return self.answer.mimetype == "text/html" and bool(self.answer.data)


def found(probe: RouteProbe) -> dict[str, tuple[str, Form]]:
    """Every form there is, with a kind of visitor who is shown it; then those of the table, and what is not shown."""
    known: dict[str, tuple[str, Form]] = {}
    for kind in SHOWN_FORMS:
        for row in _telling(kind):
            answer = probe.page(row, kind)
            if answer.mimetype == "text/html":
                for form in forms(answer.text, probe.sample.address(row.pattern)):
                    known.setdefault(f"{form.method} {rule(probe, form)} {sorted(form.fields)}", (kind, form))
    for row in ROWS:
        if row.method == "POST" and row.form:
            fields = {name: (value, "text") for name, value in row.fields(probe.sample.address(row.form)).items()}
            known[str(row)] = KINDS[_insider(row.expected)], Form("POST", probe.sample.address(row.pattern), fields)
    for asked, names in UNSHOWN.items():
        method, pattern = asked.split(" ")
        kind = next(KINDS[_insider(row.expected)] for row in ROWS if (row.method, row.pattern) == (method, pattern))
        fields = dict.fromkeys(names.split(), ("", "text"))
        known[f"{asked} {names}"] = kind, Form(method, probe.sample.address(pattern), fields)
    return known


def _telling(kind: str) -> list[Row]:
    """The pages that a visitor gets; and of those that are refused, one of each status, for all are the same."""
    place = KINDS.index(kind)
    refused = {row.expected[place]: row for row in PAGES if row.expected[place] != "200"}
    return [row for row in PAGES if row.expected[place] == "200"] + list(refused.values())


def rule(probe: RouteProbe, form: Form) -> str:
    """The rule of the URL map that a form is sent to."""
    adapter = probe.sample.app.url_map.bind("localhost")
    return str(adapter.match(form.path, method=form.method, return_rule=True)[0].rule)


def _insider(expected: tuple[str, ...]) -> int:
    """The first visitor to whom a route is open, else the last one."""
    return next((place for place, status in enumerate(expected) if status in ("303", "422", "200")), len(expected) - 1)


def filled(probe: RouteProbe, known: dict[str, tuple[str, Form]], singles: int) -> Iterator[Shown]:
    """Send each form with a heap of texts in all of its fields, and so many single texts in each field alone."""
    texts = cycle(CORPUS)
    for name, (kind, form) in known.items():
        for number, heap in enumerate(HEAPS if form.typed else ()):
            everywhere = form.values(**dict.fromkeys(form.typed, heap))
            yield from sent(probe, kind, form, f"{name} heap {number}", everywhere, htmx=number % 2 == 1)
        for typed in form.typed:
            for one in islice(texts, singles):
                yield from sent(probe, kind, form, f"{name} {typed}={one!r}", form.values(**{typed: one}), htmx=False)


def sent(probe: RouteProbe, kind: str, form: Form, name: str, values: dict[str, str], htmx: bool) -> Iterator[Shown]:
    """Send a form, and go where its answer leads."""
    visitor, headers = probe.sample.visitor(kind), HTMX if htmx else {}
    with probe.undone():
        if form.method == "GET":
            answer = visitor.client.get(form.path, query_string=values, headers=headers)
        else:
            answer = visitor.post(form.path, headers, **values)
        yield Shown(name, answer)
        target = answer.headers.get("HX-Redirect") or answer.headers.get("Location")
        if target:
            yield Shown(f"{name} → {target}", visitor.client.get(target))
