"""The forms on a page, as a browser would send them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

TYPED = {"text", "search", "email", "url", "password", "textarea", "hidden", "tel"}  # kinds that may hold any text
CHOSEN = {"radio", "checkbox"}
FILLED_IN = ("input", "textarea", "select", "button")
TAGS = re.compile(rf"""</?form\b[^>]*>|<(?:{"|".join(FILLED_IN)})\b(?:[^>"']|"[^"]*"|'[^']*')*>""")  # read, of a page


@dataclass
class Form:
    """Where a form is sent, and what with: each field's value and kind by its name."""

    method: str
    path: str
    fields: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def typed(self) -> list[str]:
        """The fields into which any text could be put, hidden ones too."""
        return [name for name, (_, kind) in self.fields.items() if kind in TYPED and name != "csrf_token"]

    def values(self, **others: str) -> dict[str, str]:
        """What is sent, with other texts in some of the fields."""
        return {name: value for name, (value, _) in self.fields.items() if name != "csrf_token"} | others


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.forms, self.by_id, self.open = address, list[Form](), dict[str, Form](), list[Form]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            form = Form(told.get("method", "get").upper(), urlsplit(told.get("action") or self.address).path)
            self.forms.append(form)
            self.open = [form]
            self.by_id[told.get("id", "")] = form
        elif told.get("name") and tag in FILLED_IN:
            form = self.by_id.get(told["form"]) if "form" in told else next(iter(self.open), None)
            kind = told.get("type", "text") if tag == "input" else tag
            if form and (kind not in CHOSEN or told["name"] not in form.fields or "checked" in told):
                form.fields[told["name"]] = told.get("value", ""), kind

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = []


def forms(page: str, address: str) -> Iterator[Form]:
    """Return the forms of the page at an address."""
    reader = _Reader(address)
    reader.feed("".join(TAGS.findall(page)))  # to read all of a page takes longer than to render it
    return iter(reader.forms)
