"""The blueprint of the API, and what all its addresses share: rate limit, version, and refusals as problem details."""

from typing import Any, Final

from flask import Blueprint, Response, request, url_for

from app import rules
from app.accounts import burst_limits
from app.accounts.burst_limits import BurstLimit
from app.api.streams import is_continued
from app.games.store.errors import ActionRefused
from app.games.table.loading import load_game
from app.games.wording.refusal_text import refusal_sentence, rule_anchor
from app.http.problems import problem_response
from app.i18n.languages import _
from app.lobbies.errors import GameStarted
from app.refusals import Refusal

VERSION: Final = "1"
VERSION_HEADER: Final = "API-Version"
ANY_REQUEST: Final = BurstLimit("api", 600, 30)

bp = Blueprint("api", __name__, url_prefix="/api")


@bp.before_request
def check_request() -> Response | None:
    """Answer 400 to a request for a version of the API that this site lacks. Raises RateLimited.

    A request that the server sends to continue a stream is not counted.
    """
    if not is_continued():
        burst_limits.enforce(ANY_REQUEST)
    if request.headers.get(VERSION_HEADER, VERSION) != VERSION:
        return problem_response(400, _("This site has only version %(version)s of the API.", version=VERSION))
    return None


@bp.after_request
def add_version(response: Response) -> Response:
    """Name the API's version in a header of the response, and return it."""
    response.headers[VERSION_HEADER] = VERSION
    return response


@bp.errorhandler(Refusal)
def handle_refusal(refusal: Refusal) -> Response:
    """Return the problem details of a refusal: the reason, the field, and the address of the rule, if any."""
    members: dict[str, Any] = {"field": refusal.field} if refusal.field else {}
    return problem_response(refusal.status, refusal.sentence, **members, **_rule(refusal.rule))


@bp.errorhandler(ActionRefused)
@bp.errorhandler(rules.IllegalMove)
def handle_refused_action(error: ActionRefused | rules.IllegalMove) -> Response:
    """Return the problem details of a move or other action that a table refuses."""
    return refused_action(error)


def refused_action(error: ActionRefused | rules.IllegalMove, **members: Any) -> Response:
    """Return the problem details of what a table refuses: its code, a sentence, and the rule of this game, if any.

    The game is the one whose code is in the URL. `members` are added to the problem details.
    """
    game = rules.VARIANTS[load_game(str((request.view_args or {})["code"])).variant].game
    status = error.status if isinstance(error, ActionRefused) else 422
    sentence, rule = refusal_sentence(error.code, game), rule_anchor(error.code, game)
    return problem_response(status, sentence, error.code, **_rule(rule), **members)


@bp.errorhandler(GameStarted)
def handle_started(error: GameStarted) -> Response:
    """Return the 409 for a lobby whose game has started, with the game's code."""
    return problem_response(409, _("The game has started."), "game-started", game=error.game)


def rule_address(rule: str) -> str:
    """Return the absolute URL of a rule, given its anchor on the rules page."""
    return url_for("rules_pages.rules", _anchor=rule, _external=True)


def _rule(rule: str) -> dict[str, str]:
    return {"rule": rule_address(rule)} if rule else {}
