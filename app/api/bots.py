"""Making an account a bot's."""

from sqlalchemy import exists, select

from app.accounts import activity_log
from app.accounts.auth.service import set_name
from app.accounts.email import addresses
from app.accounts.models import User
from app.accounts.names import history
from app.db import db
from app.games.store.models import Player
from app.i18n.languages import _
from app.lobbies.loading import still_open
from app.lobbies.models import Lobby, Member
from app.refusals import Refusal


def make_bot(user: User) -> None:
    """Make an account a bot's for good, and mark its name; without effect if it is one already. Commits.

    Raises Refusal if it has a game or is in an open lobby.
    """
    if addresses.lock_existing_user(user).is_bot:
        db.session.rollback()
        return
    if _has_begun(user.id):
        db.session.rollback()
        raise Refusal(_("Only an account that has no games and is in no lobby can become a bot."))
    before, user.is_bot = user.name, True
    set_name(user, before)
    history.record_earlier_name(user, before)
    activity_log.record_event("became-bot", user.id)
    db.session.commit()


def _has_begun(user_id: int) -> bool:
    lobbies = select(Member).join(Lobby, Lobby.id == Member.lobby_id).where(Member.user_id == user_id, still_open())
    played = select(Player).where(Player.user_id == user_id)
    return bool(db.session.scalar(select(exists(played.subquery().select()) | exists(lobbies.subquery().select()))))
