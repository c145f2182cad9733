"""How hard each city is: `python -m tests.rules.difficulty` plays every one 10,000 times and prints the win rates.

The model counts cards and tokens and knows no words. A clue is for some of the giver's agents. The guessers see each of
those clearly, or are in doubt about it; they touch the clear ones first. A doubtful one they touch only while a mistake
costs no more than a stop does (D12, D13), or when it is the one touch they owe (D11).
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from math import ceil, comb
from random import Random
from typing import NamedTuple

from app.rules.dealing import DUET_COUNTS
from app.rules.missions import MAP, City

GAMES, SEED = 10_000, 1
SHARED = DUET_COUNTS["gg"]
ALONE = DUET_COUNTS["g."] + DUET_COUNTS["gx"]


@dataclass(frozen=True)
class Team:
    """A team's habits, as probabilities.

    `sizes`: how often a clue is for 1, 2, … cards; it is for more where too few turns are left for the agents that are.
    `clear`: that a card of a clue for 1, 2, … is seen clearly; as many as a clue may be for.
    `sure`, `luck`: that a touch of a clear card, of a doubtful one, meets an agent.
    `assassin`: that a touch which meets no agent meets the assassin and not a bystander.
    `recall`: that a touch in sudden death meets an agent.
    """

    name: str
    sizes: tuple[float, ...]
    clear: tuple[float, ...]
    sure: float
    luck: float
    assassin: float
    recall: float


TEAMS = (
    Team("beginner", (0.30, 0.55, 0.15), (0.82, 0.58, 0.40, 0.28), sure=0.85, luck=0.45, assassin=0.10, recall=0.40),
    Team("average", (0.15, 0.50, 0.35), (0.90, 0.70, 0.52, 0.38), sure=0.90, luck=0.55, assassin=0.07, recall=0.50),
    Team("good", (0.05, 0.45, 0.50), (0.95, 0.82, 0.66, 0.50), sure=0.95, luck=0.62, assassin=0.05, recall=0.65),
)


class Position(NamedTuple):
    """Agents to find: on both keys, on the clue giver's alone, on the guessers' alone. The reserve by the side up (D4).
    Of the clue's cards, those not touched yet; `touched`: whether one was."""

    shared: int
    giving: int
    guessing: int
    bystander: int
    check: int
    clear: int = 0
    doubtful: int = 0
    touched: bool = False

    @property
    def reserve(self) -> int:
        return self.bystander + self.check

    @property
    def hidden(self) -> int:
        """The agents that the giver still has clues for."""
        return self.shared + self.giving

    @property
    def left(self) -> int:
        return self.hidden + self.guessing


Chance = tuple[float, Position | bool]
"""A probability, and what it leads to: a position, or the end, won or not."""


def first(city: City) -> Position:
    """A city's table before the first clue."""
    return Position(SHARED, ALONE, ALONE, city.mistakes, city.tokens - city.mistakes)


def chances(team: Team, at: Position) -> Iterator[Chance]:
    """All that can come of a position, one clue, one touch or one stop later."""
    if not at.reserve:
        return _sudden_death(team, at)
    if not (at.clear or at.doubtful or at.touched):
        return _clues(team, at)
    if at.clear or (at.doubtful and (at.bystander or not at.touched)):
        return _touches(team, at)
    return iter([(1.0, _next_turn(_spend(at)))])


def _clues(team: Team, at: Position) -> Iterator[Chance]:
    needed = min(ceil(at.left / at.reserve), len(team.clear))
    for size, often in enumerate(team.sizes, 1):
        cards = min(max(size, needed), at.hidden)
        seen = team.clear[cards - 1]
        for clear in range(cards + 1):
            odds = comb(cards, clear) * seen**clear * (1 - seen) ** (cards - clear)
            yield often * odds, at._replace(clear=clear, doubtful=cards - clear)


def _touches(team: Team, at: Position) -> Iterator[Chance]:
    right = team.sure if at.clear else team.luck
    now = at._replace(clear=at.clear - 1) if at.clear else at._replace(doubtful=at.doubtful - 1)
    now = now._replace(touched=True)
    if at.shared:
        yield right * at.shared / at.hidden, _found(now._replace(shared=at.shared - 1))
    if at.giving:
        yield right * at.giving / at.hidden, _found(now._replace(giving=at.giving - 1))
    yield (1 - right) * (1 - team.assassin), _mistake(now)
    yield (1 - right) * team.assassin, False


def _sudden_death(team: Team, at: Position) -> Iterator[Chance]:
    """D15: the guessers' agents first, then the giver's, then those of both."""
    pile = next(name for name in ("guessing", "giving", "shared") if getattr(at, name))
    yield team.recall, at.left == 1 or at._replace(**{pile: getattr(at, pile) - 1})
    yield 1 - team.recall, False


def _found(at: Position) -> Position | bool:
    """D3, D16."""
    if not at.left:
        return True
    return at if at.hidden else _next_turn(_spend(at))


def _mistake(at: Position) -> Position | bool:
    """D13, D14."""
    if at.bystander:
        return _next_turn(at._replace(bystander=at.bystander - 1))
    return at.check > 1 and _next_turn(at._replace(check=at.check - 2))


def _spend(at: Position) -> Position:
    """D12."""
    return at._replace(check=at.check - 1) if at.check else at._replace(bystander=at.bystander - 1)


def _next_turn(at: Position) -> Position:
    """The guessers give the next clue, unless they have none left to give (D16)."""
    giving, guessing = (at.guessing, at.giving) if at.shared + at.guessing else (at.giving, at.guessing)
    return Position(at.shared, giving, guessing, at.bystander, at.check)


@cache
def odds(team: Team) -> Callable[[City], float]:
    """A team's chance to win a city, exactly: the sum over all that can happen."""

    @cache
    def win(at: Position) -> float:
        return sum(odds * (win(then) if isinstance(then, Position) else then) for odds, then in chances(team, at))

    return lambda city: win(first(city))


def player(team: Team, dice: Random) -> Callable[[City], bool]:
    """A team that plays a city once and tells whether it won."""

    @lru_cache(maxsize=100_000)
    def drawn(at: Position) -> tuple[list[Position | bool], list[float]]:
        weights, outcomes = zip(*chances(team, at), strict=True)
        return list(outcomes), list(accumulate(weights))

    def play(city: City) -> bool:
        at: Position | bool = first(city)
        while isinstance(at, Position):
            outcomes, weights = drawn(at)
            at = dice.choices(outcomes, cum_weights=weights)[0]
        return at

    return play


def rates(games: int, seed: int = SEED) -> Iterator[tuple[City, Mapping[str, tuple[float, float]]]]:
    """Every city with each team's win rate in so many games, and its exact chance."""
    exact = {team.name: odds(team) for team in TEAMS}
    played = {team.name: player(team, Random(seed)) for team in TEAMS}
    for city in MAP.values():
        yield city, {name: (sum(played[name](city) for _ in range(games)) / games, exact[name](city)) for name in exact}


def main() -> None:
    """Print the win rates drawn, and exact in brackets, as a table in Markdown, and the habits they come from.

    The easiest city for the average team comes first.
    """
    lines = ["| City | Tokens–mistakes | Beginner | Average | Good |", "|---|---|---|---|---|"]
    found = sorted(rates(GAMES), key=lambda row: -row[1]["average"][1])
    for city, won in found:
        cells = " | ".join(f"{share:.1%} ({exact:.1%})" for share, exact in won.values())
        lines.append(f"| {city.title} | {city.tokens}–{city.mistakes} | {cells} |")
    for team in TEAMS:
        lines.append(f"\n{team}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
