"""The account of an evening on the cluster: that of all games, and how long the site stood still."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tests.faults.ledger import Ledger
from tests.faults.player import DONE, Game

STANDSTILL = 15.0  # seconds without an acknowledged move, at most


@dataclass(frozen=True)
class Event:
    """Something that went wrong: when, when another machine was in place, and when all webs heard of changes again."""

    name: str
    begun: float
    changed: float
    heard: float


@dataclass
class Account(Ledger):
    """The figures; `acknowledged` are the moments at which moves were."""

    events: list[Event] = field(default_factory=list)
    acknowledged: Sequence[float] = ()
    reconnected: int = 0  # times that a web had to listen anew
    watched: int = 0  # games that somebody's page followed to the end

    def close(self, games: Iterable[Game]) -> None:
        """Reckon how long nothing was acknowledged."""
        answered = [sent.answered for game in games for sent in game.sent if sent.heard == DONE]
        self.acknowledged = sorted(answered)
        if self.longest > STANDSTILL:
            self.wrong.append(f"no move was acknowledged for {self.longest:.1f} s")

    @property
    def longest(self) -> float:
        """The longest time without an acknowledged move, in seconds."""
        return max((later - earlier for earlier, later in pairwise(self.acknowledged)), default=0.0)

    def standstill(self, event: Event) -> float:
        """The longest such time of those that had begun when another machine was there."""
        gaps = pairwise(self.acknowledged)
        return max(
            (later - earlier for earlier, later in gaps if later > event.begun and earlier < event.changed), default=0
        )

    def __str__(self) -> str:
        lines = [
            super().__str__(),
            "seconds until another machine was there and all webs heard of changes; without an acknowledged move:",
        ]
        for each in self.events:
            times = (each.changed - each.begun, each.heard - each.begun, self.standstill(each))
            lines.append("".join(f"{seconds:6.1f}" for seconds in times) + f"  {each.name}")
        lines.append(f"longest time without an acknowledged move {self.longest:.1f} s, to be at most {STANDSTILL:.0f}")
        lines.append(f"webs listened anew {self.reconnected} times; {self.watched} pages followed a game to its end")
        return "\n".join(lines)
