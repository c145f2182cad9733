"""Operations on games: listing and getting them, moves, marks, chat, rematches and logs."""

from flask import Response

from app import rules
from app.accounts import burst_limits, rate_limits
from app.api import game_answers
from app.api.blueprint import refused_action
from app.api.caller import user_id
from app.api.models.games import (
    ChatRequest,
    Game,
    GameList,
    GameLog,
    MarkRequest,
    MoveRequest,
    NewGame,
    RematchRequest,
)
from app.api.models.problems import MoveProblem, Problem, StaleMove
from app.api.operations import operation
from app.games.chat import messages
from app.games.moves import rematch, service
from app.games.moves.clue_checks import ClueObjection
from app.games.store.errors import TooLate
from app.games.table import marks
from app.games.web import game_list

REFUSED = {404: Problem, 409: Problem, 422: Problem}


@operation("GET", "/games", "read", answer=GameList)
def list_games() -> GameList:
    """List your games."""
    return GameList.model_validate({"games": game_list.load_games(user_id())})


@operation("GET", "/games/<code:code>", "read", answer=Game, refusals={404: Problem})
def get_game(code: str) -> Game:
    """Get a game as your seat sees it, or as a watcher."""
    return game_answers.load_game_answer(code, user_id())


@operation(
    "POST",
    "/games/<code:code>/moves",
    "play",
    body=MoveRequest,
    answer=Game,
    refusals={404: Problem, 409: StaleMove, 422: MoveProblem},
)
def play_move(code: str, body: MoveRequest) -> Game | Response:
    """Play a move, and get the game after it."""
    burst_limits.enforce(burst_limits.MOVES)
    move = rules.parse(body.move)
    try:
        played = service.play_move(code, user_id(), move, body.seen, body.sure)
    except TooLate as late:
        now = game_answers.load_game_answer(code, user_id())
        return refused_action(late, game=now.model_dump(mode="json"))
    except ClueObjection as doubt:
        return game_answers.objection_response(code, move, doubt)
    return game_answers.load_game_answer(code, user_id(), played.game if played else None)


@operation("POST", "/games/<code:code>/marks", "play", body=MarkRequest, answer=Game, refusals=REFUSED)
def toggle_mark(code: str, body: MarkRequest) -> Game:
    """Mark a card for your own side, or take your mark off it."""
    burst_limits.enforce(burst_limits.MARKS)
    marks.toggle_mark(code, user_id(), body.card)
    return game_answers.load_game_answer(code, user_id())


@operation("POST", "/games/<code:code>/talk", "play", body=ChatRequest, answer=Game, refusals=REFUSED)
def post_line(code: str, body: ChatRequest) -> Game:
    """Write a line in the chat of your own side."""
    burst_limits.enforce(burst_limits.TALK)
    messages.post_line(code, user_id(), body.text)
    return game_answers.load_game_answer(code, user_id())


@operation("POST", "/games/<code:code>/rematch", "play", body=RematchRequest, answer=NewGame, refusals=REFUSED)
def play_again(code: str, body: RematchRequest) -> NewGame:
    """Get the rematch of an ended game, which is created if there is none yet."""
    rate_limits.enforce(f"rematch {user_id()}")
    following = rematch.find_or_create_rematch(code, user_id(), flip=body.flip, rotate=body.rotate)
    return NewGame(game=following.code)


@operation("GET", "/games/<code:code>/log", "read", answer=GameLog, refusals={404: Problem})
def get_log(code: str) -> GameLog:
    """Get an ended game with its key and all of its moves; 404 while it runs."""
    return game_answers.load_log_answer(code)
