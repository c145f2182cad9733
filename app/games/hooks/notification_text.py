"""The text of notifications about games: of the cards it contains no more than the clue that is being guessed."""

from collections.abc import Collection, Mapping
from typing import Final

from sqlalchemy import select

from app.accounts.users import display_name
from app.db import db
from app.games.hooks.clues_in_notices import clue_text
from app.games.store.models import Game
from app.games.store.players import joined_names, present_players
from app.games.store.topics import game_topic
from app.games.store.turn_notifications import game_path
from app.games.wording.sentences import game_title
from app.i18n.languages import _, format_list, lazy_gettext
from app.notifications import muting
from app.notifications.models import Notice
from app.notifications.registry import NoticeText, notice_text

TURN_SENTENCES: Final[Mapping[str, str]] = {  # by the phase
    "clue": lazy_gettext("It is your turn to give a clue."),
    "consult": lazy_gettext("The other spymaster is asking you if a clue is valid."),
    "guess": lazy_gettext("It is your turn to guess."),
    "cover": lazy_gettext("A clue was invalid: you may cover one of your cards."),
    "sudden-death": lazy_gettext("Sudden death: it is your turn to touch a card."),
}
TURN_SENTENCES_WITH_PARTNERS: Final[Mapping[str, str]] = {
    "clue": lazy_gettext("It is your turn to give a clue in your game with %(people)s."),
    "consult": lazy_gettext("The other spymaster is asking you if a clue is valid, in your game with %(people)s."),
    "guess": lazy_gettext("It is your turn to guess in your game with %(people)s."),
    "cover": lazy_gettext("A clue was invalid: you may cover one of your cards, in your game with %(people)s."),
    "sudden-death": lazy_gettext("Sudden death: it is your turn to touch a card, in your game with %(people)s."),
}
EVENT_SENTENCES: Final[Mapping[str, str]] = {
    "over": lazy_gettext("The game is over. See the result and the whole key."),
    "stalled": lazy_gettext(
        "A side has missed three turns in a row. You can wait, find a substitute, or end the game."
    ),
    "clock": lazy_gettext("Someone at the table would like to change the clock. Do you agree?"),
    "void": lazy_gettext("Someone at the table would like to declare the game void, so that it counts for nobody."),
    "replaced": lazy_gettext("A substitute has taken your seat. You can keep watching."),
}
OPEN_GAME: Final = lazy_gettext("Open the game")


@notice_text("turn")
def turn_text(notice: Notice) -> NoticeText:
    """Return the text of a turn notice."""
    phase, clue = notice.params.get("phase", ""), clue_text(notice.topic)
    people = format_list(map(display_name, notice.params.get("people", ())))
    if phase not in TURN_SENTENCES:
        return _notice_text(notice, _("It is your turn."))
    sentence = TURN_SENTENCES_WITH_PARTNERS[phase] % {"people": people} if people else str(TURN_SENTENCES[phase])
    return _notice_text(notice, f"{clue} {sentence}".strip())


@notice_text(*EVENT_SENTENCES)
def event_text(notice: Notice) -> NoticeText:
    """Return the text of a notice about an event in a game."""
    return _notice_text(notice, str(EVENT_SENTENCES[notice.kind]))


@notice_text("dealt")
def rematch_text(notice: Notice) -> NoticeText:
    """Return the text of the notice that a rematch has been dealt, naming by whom."""
    names = format_list(map(display_name, notice.params["people"]))
    return _notice_text(notice, _("%(name)s has dealt again: join the new game.", name=names))


@muting.topic_namer("game")
def muted_games(topics: Collection[str]) -> Mapping[str, muting.TopicLink]:
    """Return the name and path of each muted game, by topic. The name includes the players."""
    codes = [each.partition(":")[2] for each in topics]
    games = db.session.scalars(select(Game).where(Game.code.in_(codes)))
    return {game_topic(game.code): muting.TopicLink(_game_name(game), game_path(game)) for game in games}


def _game_name(game: Game) -> str:
    game_name = game_title(game.variant, game.city)
    people = joined_names(present_players(game))
    return _("%(game)s: %(people)s", game=game_name, people=people) if people else game_name


def _notice_text(notice: Notice, sentence: str) -> NoticeText:
    return NoticeText(game_title(notice.params["variant"], notice.params.get("city")), sentence, str(OPEN_GAME))
