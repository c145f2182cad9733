"""Parsing of game forms: moves in notation, or built from the fields of the clue form."""

from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from app import rules
from app.games.store.errors import ActionRefused
from app.http.fields import parse_int
from app.rules import Ask, Clue

Form = MultiDict[str, str]
CLUE_KINDS: Mapping[str, type[Clue] | type[Ask]] = {"clue": Clue, "ask": Ask}


def read_move(form: Form) -> rules.Move:
    """Return a form's move: `move` holds its notation, or `clue` or `ask` beside `word`, `number` and `for`."""
    text = form.get("move", "")
    if text in CLUE_KINDS:
        return CLUE_KINDS[text].make(form.get("word", ""), form.get("number", ""), form.getlist("for"))
    if not text:
        raise ActionRefused("no-card-chosen")
    return rules.parse(text)


def read_number(form: Form, name: str, digits: int = 6) -> int:
    """Return a form field as an integer of at most so many digits; raises ActionRefused."""
    number = parse_int(form.get(name, ""), digits)
    if number is None:
        raise ActionRefused("bad-number")
    return number


def is_checked(form: Form, name: str) -> bool:
    """Whether a checkbox is ticked."""
    return form.get(name, "") not in ("", "0", "false")
