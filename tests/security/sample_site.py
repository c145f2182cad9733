"""A small site for requests to every route: each kind of visitor, and one of everything that has an address.

nobody      not signed in                          spymaster, operative  red's, at the table `classic`
ended       the cookie of a deleted account        a, b                  at the table `duet`, and at `over`, a lost one
guest       without an account, part of nothing    host                  of the lobby; at `over`; two decks, a profile
stranger    an account, part of nothing            member                of the team, which has played a sheet
watcher     stands by in the lobby                 replaced              sat at `duet` before b did
admin       decides about the stranger's `report` of a  suspended          until tomorrow
"""

from dataclasses import dataclass, field
from datetime import timedelta

from flask import Flask
from sqlalchemy import select, update

from app import rules
from app.accounts.auth import passwords, reauthentication
from app.accounts.models import User
from app.accounts.names.confusables import skeleton
from app.accounts.recovery import signed_links
from app.accounts.tokens import service as api_tokens
from app.campaigns import map_sheets
from app.custom_decks import service as decks
from app.db import db, now
from app.delivery.channels import push
from app.games.clock import open_seats
from app.games.store.models import ChatMessage, Player
from app.games.store.settings import GameSettings
from app.games.table.loading import load_game
from app.lobbies import seating
from app.lobbies import service as lobbies
from app.moderation.models import Report
from app.moderation.sanctions import enforcement
from app.notifications.settings import unsubscribe_links
from tests.accounts.second_factor.strong import give_factors
from tests.games.tables import CLASSIC_KEY, DUET_KEYS, LOSING, lay
from tests.teams import founded
from tests.visitor import Visitor

KINDS = (
    "nobody", "ended", "guest", "stranger", "watcher", "replaced",
    "spymaster", "operative", "a", "b", "host", "member", "admin", "suspended",
)  # fmt: skip
OTHERS = ("blue-spymaster", "blue-operative", "partner", "forgetful")
PASSWORD = "four words in a row"
WORDS = "\n".join(f"word{number}" for number in range(60))


@dataclass(frozen=True)
class SampleSite:
    """The people by kind, None for nobody; what stands in addresses for `<classic>`, `<team>` and so on.

    `tokens` are for the API, with all scopes, by kind of those who have an account, or had.
    """

    app: Flask
    people: dict[str, User | None]
    places: dict[str, str]
    tokens: dict[str, str]
    sessions: dict[str, str] = field(init=False, repr=False, default_factory=dict)  # signed, by kind

    def visitor(self, kind: str) -> Visitor:
        """Somebody of a kind, in a browser of their own, whose cookies are always the same."""
        if kind not in self.sessions:
            self.sessions[kind] = self._sign_in(kind)
        visitor = Visitor(self.app, kind)
        visitor.user = self.people[kind]
        visitor.bring_signed(self.sessions[kind])
        return visitor

    def _sign_in(self, kind: str) -> str:
        visitor = Visitor(self.app, kind, self.people[kind])
        visitor.bring(csrf_token="0" * 40)
        if kind == "admin":
            visitor.bring(_user_id=self.places["admin session"], **{reauthentication.SESSION_KEY: now().timestamp()})
        return visitor.signed_session

    def address(self, pattern: str) -> str:
        """The address that a pattern such as `/games/<classic>/moves` stands for."""
        for name, value in self.places.items():
            pattern = pattern.replace(f"<{name}>", value)
        return pattern


def build(app: Flask) -> SampleSite:
    """Build the sample site."""
    with app.app_context():
        people = {kind: _person(kind) for kind in (*KINDS, *OTHERS)}
        push.public_key()  # is made when it is first asked for
        db.session.commit()
        having = {kind: person for kind, person in people.items() if person and kind != "guest"}
        tokens = {kind: api_tokens.create_token(person, "bot", api_tokens.SCOPES, 0) for kind, person in having.items()}
    ids = {kind: person.id for kind, person in people.items() if person}
    places = _tables(app, people) | {"city": "prague", "nowhere": "zzzzzzzz", "forged": "forged.token.here"}
    places |= {f"id of {kind}": str(number) for kind, number in ids.items()}
    places |= {"open": str(ids["host"]), "closed": str(ids["a"]), "unprofiled": str(ids["guest"])}  # profiles
    places |= {"day": str((now() + timedelta(days=1)).date()), "pass": PASSWORD, "new": "five words in a row"}
    with app.app_context():
        places |= _lobby(ids) | _decks(ids) | _tokens(ids["forgetful"])
        _end(ids["ended"])
        db.session.get_one(User, ids["host"]).public = True
        places |= _order(ids, places["duet"])
        db.session.commit()
        places["admin session"] = f"{ids['admin']}.0.{give_factors(db.session.get_one(User, ids['admin']))}"
        places["call"] = _call(places["vacant"], ids["partner"])
    places |= _team(app, people)
    return SampleSite(app, people, places, tokens)


def _person(kind: str) -> User | None:
    if kind == "nobody":
        return None
    user = User(name=kind.title(), skeleton=None if kind == "guest" else skeleton(kind))
    if kind != "guest":
        user.password_hash = _hash()
    db.session.add(user)
    db.session.flush()
    return user


def _hash(kept: list[str] = []) -> str:  # noqa: B006  # one for all: a hash takes its time
    kept[:] = kept or [passwords.hash_new_password(PASSWORD)]
    return kept[0]


def _tables(app: Flask, people: dict[str, User | None]) -> dict[str, str]:
    """Lay the tables; on `duet` there was a substitute."""
    come = {kind: Visitor(app, kind, person) for kind, person in people.items()}
    four = ("spymaster", "operative", "blue-spymaster", "blue-operative")
    seats = rules.VARIANTS["classic"].seats
    key = {"first": "red", "key": CLASSIC_KEY}
    classic = lay("classic", {seat: come[kind] for seat, kind in zip(seats, four, strict=True)}, key)
    keys = {"keys": DUET_KEYS}
    duet = lay("duet", {"a": come["a"], "b": [come["b"], come["replaced"]]}, keys, clock="own 172800")
    over = lay("duet", {"a": come["a"], "b": [come["b"], come["host"]]}, keys)
    vacant = lay("duet", {"a": come["partner"], "b": come["ended"]}, keys, clock="own 172800")
    for seat, move in LOSING:
        over.must(seat, move)
    come["a"].post(f"/games/{duet.code}/talk", text="I think of the river")
    come["b"].post(f"/games/{duet.code}/notes", note="my own pad")
    with app.app_context():
        gone = Player.game_id == duet.game.id, Player.user_id == people["replaced"].id  # type: ignore[union-attr]
        db.session.execute(update(Player).where(*gone).values(left_at=now(), replaced=True))
        db.session.commit()
    return {"classic": classic.code, "duet": duet.code, "over": over.code, "vacant": vacant.code}


def _lobby(ids: dict[str, int]) -> dict[str, str]:
    """Open a lobby for a Duet that could start, listed, with somebody standing by."""
    code = lobbies.open_lobby(ids["host"], "", GameSettings("duet", "en-duet"), public=True).code
    for kind, seat in (("host", "a"), ("partner", "b"), ("watcher", "")):
        seating.take_seat(code, ids[kind], seat)
    return {"lobby": code}


def _team(app: Flask, people: dict[str, User | None]) -> dict[str, str]:
    """Found a team, with a sheet in its archive on which Prague was lost."""
    pair = [people["member"], people["partner"]]
    with app.app_context():
        team = founded(pair[0].id, "Night Owls", pair[1].id)
    come = {side: Visitor(app, side, person) for side, person in zip("ab", pair, strict=True)}
    lost = lay("duet", come, {"keys": DUET_KEYS}, sheet_id=team.current_sheet.id, city="prague")
    lost.must("a", LOSING[0][1])
    lost.must("b", LOSING[1][1])
    with app.app_context():
        map_sheets.start_next_sheet(team.code, pair[0].id, 1)
    return {"team": team.code, "invite": team.invite}


def _decks(ids: dict[str, int]) -> dict[str, str]:
    made = {}
    for sharing in ("private", "link"):
        deck = decks.create(ids["host"], WORDS, name=f"{sharing} words", language="en", sharing=sharing)
        made["deck" if sharing == "private" else "shared"] = deck.code
    return made


def _tokens(user_id: int) -> dict[str, str]:
    """Let somebody be about to change their address, who has forgotten the password too."""
    user = db.session.get_one(User, user_id)
    user.email, user.new_email, user.email_round = "old@example.org", "new@example.org", 1
    db.session.commit()
    return mailed(user)


def mailed(user: User) -> dict[str, str]:
    """The links of the mails to somebody, as the account is now."""
    purposes = {
        "confirm": signed_links.CONFIRM_EMAIL,
        "agree": signed_links.APPROVE_EMAIL_CHANGE,
        "reset": signed_links.RESET_PASSWORD,
        "login": signed_links.LOGIN_LINK,
    }
    tokens = {name: signed_links.make_token(purpose, user) for name, purpose in purposes.items()}
    return tokens | {"stop": unsubscribe_links.create_token(user.id)}


def _end(user_id: int) -> None:
    """Delete an account as its owner would, but for the password."""
    user = db.session.get_one(User, user_id)
    user.name, user.skeleton, user.deleted_at = "someone", None, now()
    db.session.commit()


def _order(ids: dict[str, int], code: str) -> dict[str, str]:
    """Let the stranger report a, who was warned before, for a line; make an admin, and suspend somebody."""
    line = db.session.scalars(select(ChatMessage).where(ChatMessage.user_id == ids["a"])).one()
    about = {"place": f"game:{code}", "kind": "abuse", "words": "Look at this.", "about": "talk"}
    said = {"called": "A", "evidence": line.text, "said_at": line.said_at}
    report = Report(ids["stranger"], ids["a"], **about, **said)
    admin, suspended = (db.session.get_one(User, ids[kind]) for kind in ("admin", "suspended"))
    admin.admin = True
    db.session.add(report)
    enforcement.warn(admin.id, db.session.get_one(User, ids["a"]), "Mind what you say.")
    enforcement.suspend(admin.id, suspended, "1", "Enough.")
    db.session.commit()
    return {"report": str(report.id), "line": str(line.id)}


def _call(code: str, user_id: int) -> str:
    """Call a substitute for the seat that the deleted account leaves."""
    open_seats.create_link(code, user_id, "b")
    return str(load_game(code).substitute)
