"""Pictures of an ended game; they are public like its page, and never change."""

from typing import Final

from flask import Response, render_template, request

from app import decks
from app.games import sharing
from app.games.replaying import Film, film
from app.games.sentences import ending, title
from app.games.share_png import png
from app.games.views import bp
from app.languages import LANGUAGES, force_language

FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
HEAD: Final = 100  # pixels above the cards, for title and result
SYMBOLS: Final = {"r": "R", "b": "B", "g": "✓", ".": "–", "x": "✕"}


@bp.get("/games/<code:code>/share.svg")
def share_drawn(code: str) -> Response:
    """Return the cards with their words as SVG, in `language`; `spoilers=no` leaves out the key and the result."""
    shown = film(code)
    asked = request.args.get("language", "")
    with force_language(asked if asked in LANGUAGES else "en"):
        return Response(_drawn(shown, asked), mimetype="image/svg+xml", headers=FOR_EVER)


@bp.get("/games/<code:code>/share.png")
def share(code: str) -> Response:
    """Return the cards without words as PNG, in the size of a link preview; `spoilers=no` works here too."""
    return Response(png(sharing.grid(film(code), _told())), mimetype="image/png", headers=FOR_EVER)


def _drawn(shown: Film, language: str) -> str:
    game = shown.game
    return render_template(
        "games/share.svg",
        grid=sharing.grid(shown, _told(), top=HEAD),
        colours=sharing.COLOURS,
        symbols=SYMBOLS,
        told=_told(),
        title=title(game.variant, game.city),
        ending=ending(game.winner, game.reason or ""),
        language=language,
        deck=decks.load(game.deck).language,
    )


def _told() -> bool:
    """Whether the picture may show the key and the result."""
    return request.args.get("spoilers") != "no"
