"""Operations on lobbies: listing, opening and getting them, taking a seat, starting the game, leaving."""

from typing import Any

from flask import Response
from werkzeug.datastructures import MultiDict

from app.accounts import burst_limits, rate_limits
from app.api.caller import user_id
from app.api.models.games import NewGame
from app.api.models.lobbies import GameRules, Lobby, LobbyList, LobbyRequest, Member, SeatRequest
from app.api.models.problems import Problem
from app.api.operations import operation
from app.http.problems import problem_response
from app.i18n.languages import _
from app.lobbies import loading, seating, service, starting
from app.lobbies.models import Lobby as LobbyTable
from app.lobbies.web import home_lists
from app.lobbies.web.forms import LobbyForm, deck_values
from app.refusals import Refusal
from app.rules import VARIANTS

REFUSED = {403: Problem, 404: Problem, 409: Problem, 410: Problem, 422: Problem}


@operation("GET", "/lobbies", "read", answer=LobbyList)
def list_lobbies() -> LobbyList:
    """List your open lobbies, and those that anyone may join."""
    lists = home_lists.load_home(user_id())
    return LobbyList.model_validate({"own": lists.mine, "listed": lists.listed})


@operation("POST", "/lobbies", "lobby", body=LobbyRequest, answer=Lobby, status=201, refusals={422: Problem})
def open_lobby(body: LobbyRequest) -> Lobby | Response:
    """Open a lobby, and take a seat in it if you name one."""
    variant = VARIANTS[body.variant]
    if body.seat not in (*variant.seats, ""):
        raise Refusal(_("There is no such seat here."), "seat")
    form = LobbyForm(variant, form_fields(body))
    if not form.validate():
        return invalid_form(form)
    rate_limits.enforce(f"lobby {user_id()}")
    lobby = service.open_lobby(user_id(), "", form.settings(), body.public, body.seat or None, body.bots)
    return _load_answer(lobby.code)


@operation("GET", "/lobbies/<code:code>", "read", answer=Lobby, refusals={404: Problem, 409: Problem, 410: Problem})
def get_lobby(code: str) -> Lobby:
    """Get an open lobby; once the game has started, a 409 names it."""
    return _load_answer(code)


@operation("POST", "/lobbies/<code:code>/seats", "lobby", body=SeatRequest, answer=Lobby, refusals=REFUSED)
def take_seat(code: str, body: SeatRequest) -> Lobby:
    """Take a seat, change it, or stand up; if you are new, you join the lobby."""
    burst_limits.enforce(burst_limits.LOBBY)
    seating.take_seat(code, user_id(), body.seat)
    return _load_answer(code)


@operation("POST", "/lobbies/<code:code>/start", "lobby", answer=NewGame, refusals=REFUSED)
def start_game(code: str) -> NewGame:
    """Start the game of a lobby."""
    burst_limits.enforce(burst_limits.LOBBY)
    return NewGame(game=starting.start_game(code, user_id()))


@operation("POST", "/lobbies/<code:code>/leave", "lobby", refusals=REFUSED)
def leave_lobby(code: str) -> None:
    """Leave a lobby."""
    burst_limits.enforce(burst_limits.LOBBY)
    seating.leave(code, user_id())


def form_fields(body: GameRules) -> MultiDict[str, str]:
    """Return a body as the fields of the page's form, so that the same checks decide about it."""
    sent = body.model_dump(exclude={"seat", "variant", "decks", "last"})
    fields = [(name, text) for name, value in sent.items() for text in _form_values(value)]
    return MultiDict([*fields, *(("deck", deck) for deck in body.decks), *([("ticks", "1")] if body.decks else [])])


def invalid_form(form: LobbyForm) -> Response:
    """Return the 422 that says what is wrong with each field of a form that failed validation."""
    errors = [
        {"field": "decks" if field == "deck" else str(field), "detail": str(sentence)}
        for field, sentences in form.errors.items()
        for sentence in sentences
    ]
    return problem_response(422, form.error_text(), "bad-body", errors=errors)


def _form_values(value: Any) -> list[str]:
    if isinstance(value, list):
        return value
    if isinstance(value, bool):
        return ["1"] if value else []
    return ["" if value is None else str(value)]


def _load_answer(code: str) -> Lobby:
    return _build_answer(loading.find_open_lobby(code))


def _build_answer(lobby: LobbyTable) -> Lobby:
    taken = {member.seat for member in lobby.present}
    return Lobby(
        **{name: getattr(lobby, name) for name in ("code", "variant", "city", "tokens", "mistakes", "clock")},
        **{name: getattr(lobby, name) for name in ("touching", "late_touch", "public", "bots", "locked", "house")},
        decks=deck_values(lobby.deck),
        members=[
            Member(
                name=member.user.display_name,
                seat=member.seat,
                guest=member.user.is_guest,
                host=member.user_id == lobby.acting_host_id,
            )
            for member in lobby.present
        ],
        missing=[seat for seat in VARIANTS[lobby.variant].seats if seat not in taken],
    )
