"""All data the site keeps about a user, as JSON. Times are ISO 8601 in UTC; missing values are null.

    {"format": 1, "made": time,
     "account": {"name", "email", "new_email", "language", "timezone", "away": [from, until], "made", "seen", "guest",
                 "public", "shares_answers", "bot", "suspended", "admin"},
     "sessions": [{"browser", "network", "began", "seen"}],
     "tokens": [{"name", "scopes", "made", "until", "seen"}],
     "passkeys": [{"name", "made", "seen"}],
     "second_factor": {"app": time, "codes"},
     "events": [{"at", "kind", "count", "browser", "network"}],
     "blocks": [{"since"}],
     "names": [{"name", "until"}],
     "reports": [{"made", "kind", "place", "about", "words", "decided"}],
     "measures": [{"kind", "reason", "made", "until", "lifted"}],
     "deliveries": [{"channel", "kind", "made", "due", "state", "attempts", "ended"}],
     "told": {"mail", "push", "rhythm", "webhook", "browsers": [{"browser", "service", "since"}], "muted": [place],
              "notices": [{"place", "kind", "path", "since", "deadline", "closed", "why"}]},
     "teams": [{"code", "name", "joined"}],
     "decks": [{"code", "sharing", "made", "deleted", "versions": [{"number", "name", "language", "made", "words"}]}],
     "lobbies": [{"code", "variant", "deck", "seat", "host", "joined", "closed", "game"}],
     "games": [{"code", "variant", "deck", "city", "seat", "begun", "ended", "left", "shared", "winner",
                "reason", "moves": [{"number", "move", "at"}], "talk": [{"line", "at"}], "marks": [{"card", "at"}],
                "pointed": {ending: {card: number}}, "kudos": [number], "note", "dots": {card: colour}, "cards",
                "deal"}],
     "results": [{"code", "seat", "ended", "won", "clues", "asked", "found", "right", "wrong", "assassin"}],
     "puzzles": [{"language", "day", "moves": [move], "found", "mistakes", "clues", "result", "streak", "begun",
                  "ended"}]}

Moves are in the notation of the rules and are only the user's own. `kudos` are those the user gave, as move numbers of
clues. `marks` belong to the current turn and `pointed` to past ones: for each move that ended a turn, every marked card
with the number of the move after which it was marked. `shared` is when the user showed these to the table. `cards` and
`deal` are set once the game has ended, so that the file reveals nothing hidden from the seat.

Answers to the computer's clues that were kept for its word lists are not in the file: nobody can tell whose they were.

The file has no data of others and no secrets: for a webhook or push service only the provider. The format number grows
with the format; existing fields stay.
"""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select

from app.accounts import activity_log, rate_limits
from app.accounts.auth import session_store
from app.accounts.models import AccountEvent, Block, User
from app.accounts.names import history
from app.accounts.passkeys import service as passkeys
from app.accounts.second_factor import authenticator, recovery_codes
from app.accounts.tokens import service as tokens
from app.db import db, now
from app.delivery.models import Delivery

FORMAT_VERSION: Final = 1
sections: Final[dict[str, Callable[[int], object]]] = {}  # by field name; called with the user's id


def build_export(user: User) -> str:
    """Return the user's data as the text of a JSON file; raise RateLimited. Commits an event in the activity log.

    The number of queries does not depend on the amount of data.
    """
    rate_limits.enforce(f"export {user.id}")
    own: dict[str, Callable[[int], object]] = {
        "sessions": _sessions,
        "tokens": _tokens,
        "events": _events,
        "blocks": _blocks,
        "names": _names,
    }
    own |= {"passkeys": _passkeys, "second_factor": _second_factor, "deliveries": _deliveries}
    told = {name: part(user.id) for name, part in {**own, **sections}.items()}
    activity_log.record_event("exported", user.id)
    db.session.commit()
    data = {"format": FORMAT_VERSION, "made": iso_time(now()), "account": _account(user), **told}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def iso_time(at: datetime | None) -> str | None:
    """Return a time as in the file: ISO 8601 to the second, or None for None."""
    return at.isoformat(timespec="seconds") if at else None


def _account(user: User) -> dict[str, Any]:
    return {
        "name": user.name,
        "email": user.email,
        "new_email": user.new_email,
        "language": user.language,
        "timezone": user.timezone,
        "away": [iso_time(user.away_from), iso_time(user.away_until)] if user.away_from else None,
        "made": iso_time(user.created_at),
        "seen": iso_time(user.seen_at),
        "guest": user.is_guest,
        "public": user.public,
        "shares_answers": user.shares_answers,
        "bot": user.is_bot,
        "suspended": iso_time(user.suspended_until),
        "admin": user.admin,
    }


def _sessions(user_id: int) -> list[dict[str, Any]]:
    return [
        {
            "browser": each.browser,
            "network": each.network,
            "began": iso_time(each.began_at),
            "seen": iso_time(each.seen_at),
        }
        for each in session_store.load_sessions(user_id)
    ]


def _tokens(user_id: int) -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "scopes": each.scopes,
            "made": iso_time(each.created_at),
            "until": iso_time(each.expires_at),
            "seen": iso_time(each.used_at),
        }
        for each in tokens.load_tokens(user_id)
    ]


def _passkeys(user_id: int) -> list[dict[str, Any]]:
    return [
        {"name": each.name, "made": iso_time(each.created_at), "seen": iso_time(each.used_at)}
        for each in passkeys.load_passkeys(user_id)
    ]


def _second_factor(user_id: int) -> dict[str, Any]:
    """Return since when there is an authenticator app, and how many recovery codes are left."""
    return {
        "app": iso_time(authenticator.confirmed_at(user_id)),
        "codes": recovery_codes.count_codes(user_id),
    }


def _blocks(user_id: int) -> list[dict[str, Any]]:
    """Return the times at which the user's blocks began, without naming the blocked users."""
    own = select(Block.since).where(Block.user_id == user_id).order_by(Block.since)
    return [{"since": iso_time(since)} for since in db.session.scalars(own)]


def _names(user_id: int) -> list[dict[str, Any]]:
    return [{"name": each.name, "until": iso_time(each.until)} for each in history.load_earlier_names(user_id)[::-1]]


def _events(user_id: int) -> list[dict[str, Any]]:
    return [
        {
            "at": iso_time(each.at),
            "kind": each.kind,
            "count": each.count,
            "browser": each.browser,
            "network": each.network,
        }
        for each in db.session.scalars(
            select(AccountEvent).where(AccountEvent.user_id == user_id).order_by(AccountEvent.id)
        )
    ]


def _deliveries(user_id: int) -> list[dict[str, Any]]:
    own = select(Delivery).where(Delivery.user_id == user_id).order_by(Delivery.id)
    return [
        {
            "channel": each.channel,
            "kind": each.kind,
            "made": iso_time(each.created_at),
            "due": iso_time(each.due_at),
            "state": each.state,
            "attempts": each.attempts,
            "ended": iso_time(each.ended_at),
        }
        for each in db.session.scalars(own)
    ]
