"""Tables with a known deal, made straight in the database, and the short way to play at them."""

from dataclasses import dataclass, fields

from flask import Flask
from sqlalchemy import select

from app import rules
from app.accounts.users import preload_users
from app.db import db, now
from app.games.moves import service
from app.games.store import clocks, turn_notifications
from app.games.store.models import Game, Move
from app.games.store.move_records import load_table
from app.games.store.settings import GameSettings
from app.games.table.loading import load_game

DECKS = {"words": "en-base", "pictures": "pictures"}  # by the kind of card
SETTINGS = {each.name for each in fields(GameSettings)}
CLASSIC_KEY = "r" * 9 + "b" * 8 + "." * 7 + "x"
DUET_KEYS = {  # agents 0-2 are both sides' own, 3-8 A's, 9-14 B's; 15 is an assassin to both
    "a": "ggg" + "gggggg" + "x....." + "x" + "x........",
    "b": "ggg" + "x....." + "gggggg" + "x" + "........x",
}
CLUE = "zyzzyva"  # no word of a deck is related to it
WINNING = (("a", f"clue {CLUE} 9"), *(("b", f"guess {card}") for card in range(9)))
WINNING += (("b", f"clue {CLUE} 6"), *(("a", f"guess {card}") for card in range(9, 15)))
LOSING = (("a", f"clue {CLUE} 1"), ("b", "guess 15"))


@dataclass
class Table:
    """A game under test; `people` are visitors by the name of their seat."""

    app: Flask
    code: str
    people: dict[str, object]

    @property
    def game(self) -> Game:
        """The row as the database has it now."""
        with self.app.app_context():
            return load_game(self.code)

    @property
    def version(self) -> int:
        """The version of the game as the database has it now."""
        with self.app.app_context():
            return db.session.scalars(select(Game.version).where(Game.code == self.code)).one()

    @property
    def rows(self) -> list[Move]:
        """The moves played so far, as rows."""
        with self.app.app_context():
            return list(db.session.scalars(select(Move).join(Game).where(Game.code == self.code).order_by(Move.seq)))

    @property
    def moves(self) -> list[str]:
        """The moves played so far, in notation."""
        return [row.text for row in self.rows]

    def now(self) -> rules.Table:
        """The table as it stands."""
        with self.app.app_context():
            return load_table(load_game(self.code))

    def change(self, **columns: object) -> None:
        """Set columns of the game's row."""
        with self.app.app_context():
            game = load_game(self.code)
            for name, value in columns.items():
                setattr(game, name, value)
            db.session.commit()

    def play(self, seat: str, move: str, **fields: object):
        """Send a move of a seat with what is true now; return the answer, of whatever kind."""
        return self.submit(self.people[seat], "moves", move=move, **fields)

    def submit(self, person, form: str, **fields: object):
        """Send one of the forms of the game, with its version unless `seen` is given; return the answer."""
        if "seen" not in fields:
            fields["seen"] = self.version
        return person.post(f"/games/{self.code}/{form}", **fields)

    def send(self, seat: str, *moves: str) -> None:
        """Send moves that have to succeed."""
        for move in moves:
            answer = self.play(seat, move)
            assert answer.status_code == 303, answer.text

    def must(self, seat: str, *moves: str) -> None:
        """Play moves that have to succeed, without sending them, which takes three times as long."""
        for move in moves:
            with self.app.test_request_context():
                service.play_move(self.code, self.people[seat].user.id, rules.parse(move), self.version)

    def see(self, seat: str):
        """Return the page of a seat."""
        return self.people[seat].get(f"/games/{self.code}").text


def lay(variant: str, people: dict[str, object], deal: dict[str, object] | None = None, **options: object) -> Table:
    """Make a game of `variant` for visitors by seat; a list under a seat means several people on it."""
    sitting = [(seat, person) for seat, who in people.items() for person in (who if isinstance(who, list) else [who])]
    app = sitting[0][1].app
    deck = str(options.pop("deck", DECKS[rules.VARIANTS[variant].cards]))
    with app.app_context(), preload_users([person.user.id for _, person in sitting]):
        settings = GameSettings(variant, deck, **{name: options.pop(name) for name in SETTINGS & options.keys()})
        game = service.create_game(settings, [(person.user.id, seat) for seat, person in sitting], **options)
        game.deal = {**game.deal, **(deal or {})}
        table = rules.start(game.deal)
        game.turn = list(table.turn)
        clocks.begin_phase(game, table, now())
        turn_notifications.sync([game])
        db.session.commit()
    return Table(app, game.code, {seat: who[0] if isinstance(who, list) else who for seat, who in people.items()})
