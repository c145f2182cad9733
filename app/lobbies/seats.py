"""Who may sit where, what is missing before a game can start, and drawing teams: nothing but values."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random

from app import rules
from app.games.sentences import SEATS
from app.languages import _
from app.lobbies.words import WANTED
from app.rules.seats import role_of, side_of

ROOM = 8  # people who may share a seat, other than a spymaster's


def room(seat: str) -> int:
    """How many people a seat holds (V1, D1)."""
    return 1 if role_of(seat) == "spymaster" else ROOM


def missing(variant: rules.Variant, taken: Collection[str]) -> list[str]:
    """Say what a game still needs: somebody on every seat (V1, D1)."""
    return [WANTED[seat] for seat in variant.seats if seat not in taken]


def full(seat: str) -> str:
    """Say that a seat has no room."""
    return _("%(seat)s: all %(num)d places are taken.", seat=SEATS[seat], num=ROOM)


def draw(variant: rules.Variant, people: Sequence[int], volunteers: Collection[int], rng: Random) -> Mapping[int, str]:
    """Draw everyone's seat, with volunteers as spymasters before others; who finds no room gets none (V1, D1)."""
    drawn = rng.sample(people, len(people))
    drawn.sort(key=lambda person: person not in volunteers)
    spymasters = sum(role_of(seat) == "spymaster" for seat in variant.seats)
    rest = rng.sample(drawn[spymasters:], len(drawn[spymasters:]))
    return dict(zip(drawn[:spymasters] + rest, _order(variant, rng), strict=False))


def _order(variant: rules.Variant, rng: Random) -> Iterator[str]:
    """The places as they are filled: spymasters first, then the sides in turn; chance says which side begins."""
    sides = list(dict.fromkeys(map(side_of, variant.seats)))
    rng.shuffle(sides)
    seats = sorted(variant.seats, key=lambda seat: sides.index(side_of(seat)))
    yield from (seat for seat in seats if role_of(seat) == "spymaster")
    others = [seat for seat in seats if role_of(seat) != "spymaster"]
    yield from others * ROOM
