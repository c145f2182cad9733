"""Reading a game's forms: a move in notation, or the clue form's fields put together."""

from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from app import rules
from app.games.errors import Refused
from app.rules import Ask, Clue

Form = MultiDict[str, str]
KINDS: Mapping[str, type[Clue] | type[Ask]] = {"clue": Clue, "ask": Ask}


def read_move(form: Form) -> rules.Move:
    """Return a form's move: `move` is its notation, or `clue` or `ask` alone beside `word`, `number` and `for`."""
    text = form.get("move", "")
    if text in KINDS:
        return KINDS[text].make(form.get("word", ""), form.get("number", ""), form.getlist("for"))
    if not text:
        raise Refused("no-card-chosen")
    return rules.parse(text)


def number(form: Form, name: str) -> int:
    """Return a field that is a whole number of up to six digits, else raise Refused."""
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise Refused("bad-number")
    return int(text)


def checked(form: Form, name: str) -> bool:
    """Whether a box was ticked."""
    return form.get(name, "") not in ("", "0", "false")
