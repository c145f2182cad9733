"""A lobby under test: opened by its host's request, looked at in the database."""

import re
from dataclasses import dataclass

from flask import Flask
from sqlalchemy import select

from app.db import db
from app.games.store.models import Game
from app.lobbies.models import Lobby
from tests.visitor import Visitor

HTMX = {"HX-Request": "true"}


@dataclass
class SampleLobby:
    """A lobby by its code."""

    app: Flask
    code: str

    def url(self, part: str = "") -> str:
        """The address of the lobby, or of something in it."""
        return f"/lobbies/{self.code}" + (f"/{part}" if part else "")

    def do(self, person: Visitor, what: str, **fields):
        """Send one of the lobby's forms as htmx does."""
        return person.post(self.url(what), headers=HTMX, **fields)

    def sit(self, person: Visitor, seat: str, **fields):
        """Take a seat, which must succeed."""
        answer = self.do(person, "seats", seat=seat, **fields)
        assert answer.status_code == 200, answer.text
        return answer

    @property
    def seats(self) -> dict[str, str | None]:
        """Who holds which seat, by name; without those who were removed."""
        with self.app.app_context():
            return {member.user.name: member.seat for member in self._row().present}

    @property
    def host(self) -> str:
        """The host's name."""
        with self.app.app_context():
            row = self._row()
            return row.member(row.host_id).user.name

    def read(self, column: str):
        """A column of the lobby's row."""
        with self.app.app_context():
            return getattr(self._row(), column)

    def change(self, **columns) -> None:
        """Set columns of the row behind the site's back."""
        with self.app.app_context():
            row = self._row()
            for name, value in columns.items():
                setattr(row, name, value)
            db.session.commit()

    @property
    def games(self) -> list[str]:
        """The codes of all games there are."""
        with self.app.app_context():
            return list(db.session.scalars(select(Game.code)))

    def _row(self) -> Lobby:
        return db.session.scalars(select(Lobby).where(Lobby.code == self.code)).one()


def open_lobby(host: Visitor, **fields) -> SampleLobby:
    """Open a lobby by the form."""
    answer = host.post("/lobbies", **fields)
    assert answer.status_code == 303, answer.text
    return SampleLobby(host.app, answer.location.rpartition("/")[2])


def tag_in(answer) -> str:
    """The tag that a fragment carries."""
    return re.search(r'hx-ptag="([^"]*)"', answer.text)[1]


def alert(answer) -> str:
    """What a refusal says, without the link to its rule."""
    found = re.search(r'role="alert">\s*(.*?)\s*(?:<a class="ruled"|</)', answer.text, re.DOTALL)
    return found[1] if found else ""


def ruled(answer) -> str:
    """To which rule a refusal links; "" for none."""
    found = re.search(r'role="alert">[^<]*<a class="ruled" href="/rules#(\w+)"', answer.text)
    return found[1] if found else ""


def buttons(answer) -> set[str]:
    """The seats that the answer offers to the reader."""
    return set(re.findall(r'name="seat"\s+value="([^"]+)"\s+aria-label', answer.text))
