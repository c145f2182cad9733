"""Reading a game's forms: a move in notation, or the clue form's fields put together."""

from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from app import rules
from app.rules import Ask, Clue

KINDS: Mapping[str, type[Clue] | type[Ask]] = {"clue": Clue, "ask": Ask}


class BadForm(Exception):
    """A field that our pages send is missing or mangled; `code` names the sentence that says so."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_move(form: MultiDict[str, str]) -> rules.Move:
    """Return a form's move: `move` is its notation, or `clue` or `ask` alone beside `word`, `number` and `for`."""
    text = form.get("move", "")
    if text in KINDS:
        return KINDS[text].make(form.get("word", ""), form.get("number", ""), form.getlist("for"))
    if not text:
        raise BadForm("no-card-chosen")
    return rules.parse(text)


def number(form: MultiDict[str, str], name: str) -> int:
    """Return a field that is a whole number of up to six digits, else raise BadForm."""
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise BadForm("bad-seen")
    return int(text)


def checked(form: MultiDict[str, str], name: str) -> bool:
    """Whether a box was ticked."""
    return form.get(name, "") not in ("", "0", "false")
