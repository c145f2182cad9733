"""Seat capacity, missing seats, and drawing teams. Pure functions without database access."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random

from app import rules
from app.games.wording.sentences import SEATS
from app.i18n.languages import _
from app.lobbies.labels import MISSING_SEATS
from app.rules.seats import TEAMS, role_of, side_of

SEAT_CAPACITY = 8  # people on one seat, other than a spymaster's


def seat_capacity(seat: str) -> int:
    """Return how many people a seat holds: one spymaster, or SEAT_CAPACITY others (V1, D1)."""
    return 1 if role_of(seat) == "spymaster" else SEAT_CAPACITY


def neediest_seat(variant: rules.Variant, taken: Sequence[str]) -> str:
    """Return the seat that needs somebody most, or "" if all are full.

    Empty seats come first, then those of the side with fewer people, then those of operatives, which are easier.
    `taken` has the seat of each person.
    """
    holders, sides = Counter(taken), Counter(map(side_of, taken))
    free = [seat for seat in variant.seats if holders[seat] < seat_capacity(seat)]
    return min(free, key=lambda seat: _need(holders[seat], sides[side_of(seat)], role_of(seat)), default="")


def _need(holders: int, people: int, role: str) -> tuple[bool, int, bool]:
    """Return by what a seat is compared with others: the smallest needs somebody most."""
    return holders > 0, people, role == "spymaster"


def missing_seats_text(variant: rules.Variant, taken: Collection[str]) -> list[str]:
    """Return a sentence for each seat that is not in `taken`, since every seat needs a player (V1, D1)."""
    return [MISSING_SEATS[seat] for seat in variant.seats if seat not in taken]


def unequal_teams_text(seats: Sequence[str]) -> str:
    """Return a warning if one team has at least twice as many people as the other, else "".

    `seats` has the seat of each person. A team without people is no reason for the warning.
    """
    red, blue = (sum(side_of(seat) == team for seat in seats) for team in TEAMS)
    if not min(red, blue) or max(red, blue) < 2 * min(red, blue):
        return ""
    return _(
        "The teams are very unequal: Red %(red)d, Blue %(blue)d. You can start, but an even game is more fun.",
        red=red,
        blue=blue,
    )


def seat_full_text(seat: str) -> str:
    """Return the sentence that says that all places on a seat are taken."""
    return _("%(seat)s: all %(num)d seats are taken.", seat=SEATS[seat], num=SEAT_CAPACITY)


def draw_seats(
    variant: rules.Variant, people: Sequence[int], volunteers: Collection[int], rng: Random
) -> Mapping[int, str]:
    """Draw a seat for each person by lot, by user id; volunteers become spymasters first.

    People for whom there is no room are left out (V1, D1).
    """
    drawn = rng.sample(people, len(people))
    drawn.sort(key=lambda person: person not in volunteers)
    spymasters = sum(role_of(seat) == "spymaster" for seat in variant.seats)
    rest = rng.sample(drawn[spymasters:], len(drawn[spymasters:]))
    return dict(zip(drawn[:spymasters] + rest, _filling_order(variant, rng), strict=False))


def _filling_order(variant: rules.Variant, rng: Random) -> Iterator[str]:
    """Yield seats in the order in which they are filled: spymasters first, then the other seats, side by side in turn.

    Which side begins is drawn.
    """
    sides = list(dict.fromkeys(map(side_of, variant.seats)))
    rng.shuffle(sides)
    seats = sorted(variant.seats, key=lambda seat: sides.index(side_of(seat)))
    yield from (seat for seat in seats if role_of(seat) == "spymaster")
    others = [seat for seat in seats if role_of(seat) != "spymaster"]
    yield from others * SEAT_CAPACITY
