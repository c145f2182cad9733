"""Views of a substitute link: anybody who has it may take the seat, signed in or as a guest."""

from typing import Any

from flask import make_response, render_template, request, url_for
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts.auth import guests
from app.accounts.auth.login_manager import current_user_id
from app.games.moves import substitutes
from app.games.moves.substitutes import SubstituteLinkEnded
from app.games.store.clocks import Clock
from app.games.web.pages import answer_with_table, bp
from app.games.wording.clock_labels import clock_sentence
from app.games.wording.sentences import game_title
from app.http.refusal_pages import refused_on
from app.http.responses import redirect_to
from app.i18n.languages import lazy_gettext

ENDED = lazy_gettext("This link no longer works: the seat has been taken or is no longer on offer.")


def _page(code: str, status: int = 200, **values: Any) -> Response:
    call = substitutes.find_offer(code)
    game = call.game
    page = render_template(
        "games/seats/substitute.html",
        call=call,
        code=code,
        title=game_title(game.variant, game.city),
        clock=clock_sentence(Clock.parse(game.clock)),
        refusal=substitutes.reason_against(game, current_user_id()),
        name=request.form.get("name", ""),
        **values,
    )
    return make_response(page, status)


@bp.get("/substitutes/<code:code>")
def sit_in(code: str) -> Response:
    """Show the seat that the link offers."""
    return _page(code)


@bp.post("/substitutes/<code:code>")
@refused_on(_page)
def take_seat(code: str) -> Response:
    """Take the seat; a visitor becomes a guest called `name`."""
    substitutes.find_offer(code)
    guests.limit_new_guest()
    game, user_id = substitutes.take_seat(code, current_user_id(), request.form.get("name", ""))
    guests.sign_in_guest(user_id)
    return redirect_to(url_for("games.game", code=game))


@bp.post("/games/<code:code>/computers")
@login_required
def computers(code: str) -> Response:
    """Give the open `seat` to the computer."""
    substitutes.seat_computer(code, current_user.id, request.form.get("seat", ""))
    return answer_with_table(code)


@bp.errorhandler(SubstituteLinkEnded)
def ended(error: SubstituteLinkEnded) -> Response:
    """Answer 410 for a link that has ended or never existed."""
    return make_response(render_template("games/seats/substitute.html", call=None, notice=ENDED), 410)
