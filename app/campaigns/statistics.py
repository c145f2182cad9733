"""Statistics of a team's attempts: wins, winning streaks, and what each giver's clues found (M5)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from app.campaigns.log import Attempt
from app.rules.missions import MAP, City


@dataclass(frozen=True)
class Tally:
    """The number of ended attempts, and how many of them were won."""

    attempts: int
    wins: int

    @property
    def rate(self) -> float | None:
        """The share of attempts won, from 0 to 1, or None if none has ended."""
        return self.wins / self.attempts if self.attempts else None


@dataclass(frozen=True)
class GiverStatistics:
    """A player's clues and the agents found in their turns; sudden death has no clues and does not count."""

    name: str
    clues: int
    agents: int

    @property
    def rate(self) -> float:
        """The agents found per clue."""
        return self.agents / self.clues


@dataclass(frozen=True)
class TeamStatistics:
    """A team's statistics. Only ended attempts count, and no void ones (V23); `running` ones are counted separately.

    `completed` is the number of cities won at least once, `cities` lists those attempted, in the map's order, and
    `longest_run` is the longest streak of wins in the order the attempts ended. `with_computer` are those attempts of
    `overall` in which the computer played; the clues that it gave count for nobody.
    """

    completed: int
    running: int
    overall: Tally
    with_computer: Tally
    cities: Sequence[tuple[City, Tally]]
    givers: Sequence[GiverStatistics]
    assassins: int
    longest_run: int


def team_statistics(attempts: Sequence[Attempt]) -> TeamStatistics:
    """Return the statistics of one team's attempts, as loaded by `log.load_attempts`."""
    ended = [attempt for attempt in attempts if attempt.ended and attempt.reason != "void"]
    cities = _by_city(ended)
    return TeamStatistics(
        completed=sum(tally.wins > 0 for _, tally in cities),
        running=sum(attempt.ended is None for attempt in attempts),
        overall=_tally(ended),
        with_computer=_tally([attempt for attempt in ended if attempt.with_computer]),
        cities=cities,
        givers=_givers(ended),
        assassins=sum(attempt.reason == "assassin" for attempt in ended),
        longest_run=_longest_run(ended),
    )


def _tally(ended: Sequence[Attempt]) -> Tally:
    return Tally(len(ended), sum(attempt.won for attempt in ended))


def _by_city(ended: Sequence[Attempt]) -> list[tuple[City, Tally]]:
    tallies = [(city, _tally([each for each in ended if each.city == city])) for city in MAP.values()]
    return [(city, tally) for city, tally in tallies if tally.attempts]


def _givers(ended: Iterable[Attempt]) -> list[GiverStatistics]:
    """Return the statistics of everybody who gave a clue, most agents per clue first."""
    given = defaultdict[int, list[tuple[str, int]]](list)
    for attempt in ended:
        for clue in attempt.details.clues if attempt.details else ():
            given[clue.giver_id].append((clue.giver, clue.agents))
    givers = [GiverStatistics(clues[0][0], len(clues), sum(agents for _, agents in clues)) for clues in given.values()]
    return sorted(givers, key=lambda giver: (-giver.rate, giver.name))


def _longest_run(ended: Sequence[Attempt]) -> int:
    in_order = sorted(ended, key=attrgetter("ended", "begun"))
    return max((len(list(run)) for won, run in groupby(in_order, key=attrgetter("won")) if won), default=0)
