"""Pictures of an ended game; they are public like its page, and never change."""

from typing import Final

from flask import Response, render_template, request

from app import decks
from app.games.postgame import sharing
from app.games.postgame.replay import Replay, load_replay
from app.games.postgame.share_png import render_png
from app.games.web.pages import bp
from app.games.wording.sentences import game_title, outcome_text
from app.i18n.languages import LANGUAGES, force_language

CACHE_FOREVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
HEADER_HEIGHT: Final = 100  # pixels above the cards, for title and result
SYMBOLS: Final = {"r": "R", "b": "B", "g": "✓", ".": "–", "x": "✕"}


@bp.get("/games/<code:code>/share.svg")
def share_drawn(code: str) -> Response:
    """Return the cards with their words as SVG, in `language`; `spoilers=no` leaves out the key and the result."""
    shown = load_replay(code)
    asked = request.args.get("language", "")
    with force_language(asked if asked in LANGUAGES else "en"):
        return Response(_render_svg(shown, asked), mimetype="image/svg+xml", headers=CACHE_FOREVER)


@bp.get("/games/<code:code>/share.png")
def share(code: str) -> Response:
    """Return the cards without words as PNG, in the size of a link preview; `spoilers=no` works here too."""
    return Response(
        render_png(sharing.build_grid(load_replay(code), _with_spoilers())), mimetype="image/png", headers=CACHE_FOREVER
    )


def _render_svg(shown: Replay, language: str) -> str:
    game = shown.game
    return render_template(
        "games/postgame/share.svg",
        grid=sharing.build_grid(shown, _with_spoilers(), top=HEADER_HEIGHT),
        colours=sharing.COLOURS,
        symbols=SYMBOLS,
        told=_with_spoilers(),
        title=game_title(game.variant, game.city),
        ending=outcome_text(game.winner, game.reason or ""),
        language=language,
        deck=decks.load(game.deck).language,
    )


def _with_spoilers() -> bool:
    """Whether the picture may show the key and the result."""
    return request.args.get("spoilers") != "no"
