"""What is to be played: games chosen by a seed alone, and the rules as the model beside the site."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from app import rules
from app.rules.seats import other

CLUE = "zyzzyva"  # no word of a deck is related to it
FULL = 0.03  # of the games are played to their natural end; the others are cut short, by the assassin or by resigning
WEIGHTS = {
    "clue": 9,
    "ask": 1,
    "allow": 3,
    "refuse": 1,
    "guess": 9,
    "stop": 2,
    "cover": 2,
    "decline": 1,
    "challenge": 1,
}


@dataclass(frozen=True)
class Plan:
    """One game as the seed wants it; `length` is after how many moves it is brought to an end, None for a full one."""

    key: str  # of the seed and the game's number: what all its chances begin with
    deal: Mapping[str, object]
    length: int | None

    @property
    def variant(self) -> str:
        """Which game it is."""
        return str(self.deal["variant"])

    def dice(self, version: int) -> Random:
        """The chances of one moment of this game."""
        return Random(f"{self.key}/{version}")


def plan(seed: int, number: int, variant: str) -> Plan:
    """Return the game of that number."""
    key = f"{seed}/{number}"
    dice = Random(key)
    return Plan(key, rules.deal(variant, dice), None if dice.random() < FULL else dice.randint(1, 2))


def choose(game: Plan, table: rules.Table, dice: Random) -> tuple[str, rules.Move]:
    """Return a legal move, and the seat that plays it."""
    ending = game.length is not None and table.version >= game.length
    may = [(seat, verb) for seat in rules.VARIANTS[game.variant].seats for verb in sorted(table.may(seat))]
    guessing = [(seat, verb) for seat, verb in may if verb == "guess"]
    if ending and guessing and (fatal := _fatal(game, table, guessing[0][0])):
        return guessing[0][0], rules.Guess(dice.choice(fatal))
    if ending and dice.random() < 0.7:
        return dice.choice(table.turn), rules.Resign()
    [(seat, verb)] = dice.choices(may, [WEIGHTS[verb] for _, verb in may])
    return seat, _move(game, table, seat, verb, dice)


def _move(game: Plan, table: rules.Table, seat: str, verb: str, dice: Random) -> rules.Move:
    if verb in {"clue", "ask"}:
        return rules.parse(f"{verb} {CLUE} {dice.randint(1, 9)}")
    cards = _open(table, seat, verb)
    if verb == "guess":
        safe = [card for card in cards if letter(game, seat, card) == _own(game, seat)]
        return rules.Guess(dice.choice(safe if safe and dice.random() < 0.75 else cards))
    return rules.Cover(dice.choice(cards)) if verb == "cover" else rules.parse(verb)


def _open(table: rules.Table, seat: str, verb: str) -> list[int]:
    return [card.index for card in table.view(seat).cards if verb in card.verbs]


def _fatal(game: Plan, table: rules.Table, seat: str) -> list[int]:
    return [card for card in _open(table, seat, "guess") if letter(game, seat, card) == "x"]


def _own(game: Plan, seat: str) -> str:
    return "g" if seat in "ab" else seat[0]


def letter(game: Plan, seat: str, card: int) -> str:
    """What a card is to the seat that touches it (V9, D6)."""
    deal: dict[str, object] = dict(game.deal)
    keys = deal.get("keys")
    key = keys[other(seat)] if isinstance(keys, dict) else str(deal["key"])
    return str(key[card])
