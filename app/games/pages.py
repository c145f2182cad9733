"""What the views of a game share: the page or the part of it that polls, and how a deed is answered."""

from collections.abc import Callable
from functools import wraps

from flask import request, url_for
from flask_login import login_required
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from app import pulse, rules
from app.accounts.session import reader
from app.games import scene
from app.games.errors import Refused
from app.games.loading import find, seat_of, topic
from app.games.sentences import REFUSALS
from app.rules.seats import side_of
from app.web import fragment, lead_to, wants_fragment


def tag_of(code: str) -> str:
    """Return the tag of what this reader's page shows now; raise NotHere. A new seat changes it too."""
    seat = seat_of(code, reader())
    topics = [topic(code), topic(code, side_of(seat))] if seat else [topic(code)]
    return pulse.tag(f"{reader() or '-'}.{seat or '-'}", topics)


def show(code: str, tag: str, status: int = 200, **values: object) -> Response:
    """Render the table for this reader; `values` are a refusal's, shown with what was typed."""
    template = "games/_table.html" if wants_fragment() else "games/game.html"
    typed = request.form if status >= 400 else MultiDict()
    return fragment(template, tag, status, scene=scene.build(find(code), reader()), typed=typed, **values)


def deed(view: Callable[[str], Response | None]) -> Callable[[str], Response]:
    """Answer a view that changes a game: with what it returns, else the table as it is now, or why it was refused."""

    @wraps(view)
    def answer(code: str) -> Response:
        try:
            response = view(code)
        except Refused as refusal:
            return show(code, tag_of(code), refusal.status, notice=REFUSALS[refusal.code])
        except rules.IllegalMove as illegal:
            return show(code, tag_of(code), 422, notice=REFUSALS[illegal.code])
        if response is not None:
            return response
        return show(code, tag_of(code)) if wants_fragment() else lead_to(url_for("games.game", code=code))

    guarded: Callable[[str], Response] = login_required(answer)
    return guarded
