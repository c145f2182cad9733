"""Building the API's answers about games, from what a user's page would show."""

from collections.abc import Sequence

from flask import Response, url_for

from app import decks, rules
from app.api.blueprint import rule_address
from app.api.models.games import ChatLine, Game, GameLog, LoggedMove, Mark, Player, View
from app.games.board import cards
from app.games.moves.clue_checks import ClueObjection
from app.games.postgame.replay import load_replay
from app.games.store.models import Game as GameRow
from app.games.store.snapshot import TableSnapshot
from app.games.table.loading import load_current, load_game
from app.games.table.unread_moves import Visit
from app.games.web.context_builder import build_context
from app.games.web.page_context import PageContext
from app.games.web.reader import load_reader
from app.games.wording.sentences import ADVICE, ADVICE_RULES
from app.http.problems import problem_response
from app.i18n.languages import _
from app.rules import Ask, Clue
from app.rules.clues import Finding

LATER_VISIT = Visit(opened=False)  # of a reader who is not told again what has happened before


def load_game_answer(code: str, user_id: int, game: TableSnapshot | None = None) -> Game:
    """Return a game as the user's page shows it now, loaded unless `game` is at hand. Raises GameNotFound."""
    return game_answer(game or load_current(code, user_id), user_id)


def game_answer(game: TableSnapshot, user_id: int) -> Game:
    """Return what a user's page shows of a loaded game."""
    page = build_context(game, load_reader(game, user_id, watching=False), user_id, LATER_VISIT)
    return _page_answer(page)


def _page_answer(page: PageContext) -> Game:
    return Game(
        code=page.code,
        city=page.city.name if page.city else None,
        house=list(page.house),
        language=page.language,
        words=list(page.words),
        pictures=[url_for("static", filename=f"pictures/{file}", _external=True) for file in page.pictures],
        status=page.status,
        players=[
            Player(seat=seat, name=each.user.display_name, guest=each.user.is_guest)
            for seat, people in page.people.items()
            for each in people
        ],
        deadline=page.clock.deadline,
        may_mark=page.may_mark,
        may_chat=page.may_talk,
        marks=[Mark(card=card, names=list(who.values())) for card, who in page.marks.items()],
        chat=[ChatLine(name=name, text=text) for name, text in page.lines],
        view=View.model_validate(page.view),
    )


def load_log_answer(code: str) -> GameLog:
    """Return an ended game with its deal, players and moves. Raises GameNotFound, also for a running game."""
    replay = load_replay(code)
    game = replay.game
    return GameLog.model_validate(
        {
            "code": game.code,
            "variant": game.variant,
            "city": game.city,
            "language": decks.load(game.deck).language,
            "words": cards.card_names(game),
            "deal": game.deal,
            "players": _all_players(game),
            "moves": [
                LoggedMove(
                    number=move.seq,
                    seat=move.seat,
                    move=move.text,
                    name=replay.mover(move.seq) or None,
                    at=move.played_at,
                )
                for move in replay.moves
            ],
            "outcome": replay.tables[-1].outcome,
            "begun": game.created_at,
            "ended": game.finished_at,
        }
    )


def objection_response(code: str, move: rules.Move, doubt: ClueObjection) -> Response:
    """Return the 422 for a clue to which the checks object, with their findings and what the user can do."""
    word, words = (move.word if isinstance(move, Clue | Ask) else ""), cards.card_names(load_game(code))
    findings = [_finding(each, word, words) for each in doubt.findings]
    kind = "clue-refused" if doubt.refused else "clue-doubtful"
    sentence = (
        _("This clue cannot be given.")
        if doubt.refused
        else _("This clue is doubtful. Send it again with “sure” to give it.")
    )
    return problem_response(422, sentence, kind, findings=findings, may_ask=doubt.may_ask)


def _finding(found: Finding, word: str, words: Sequence[str]) -> dict[str, object]:
    card = words[found.card] if found.card is not None else ""
    detail = str(ADVICE[found.code]) % {"clue": word, "card": card}
    rule = rule_address(ADVICE_RULES[found.code])
    return {"code": found.code, "verdict": found.verdict, "detail": detail, "card": found.card, "rule": rule}


def _all_players(game: GameRow) -> list[Player]:
    return [Player(seat=each.seat, name=each.user.display_name, guest=each.user.is_guest) for each in game.players]
