"""The account of an evening on the cluster: that of all games, and how long the site stood still."""

from dataclasses import dataclass, field

from tests.faults.ledger import Ledger
from tests.faults.standstill import longest

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
    """The figures."""

    events: list[Event] = field(default_factory=list)
    reconnected: int = 0  # times that a web had to listen anew
    watched: int = 0  # games that somebody's page followed to the end

    @property
    def failures(self) -> list[str]:
        """All that should not be, such as too long a stand-still."""
        seconds = longest(self.standstills)
        return super().failures + ([f"play stood still for {seconds:.1f} s"] if seconds > STANDSTILL else [])

    def standstill(self, event: Event) -> float:
        """How long play stood still, of the times that had begun when another machine was there."""
        return longest((begin, end) for begin, end in self.standstills if end > event.begun and begin < event.changed)

    def __str__(self) -> str:
        lines = [
            super().__str__(),
            "seconds until another machine was there, until all webs heard of changes, and of the stand-still:",
            *(f"{self._times(name)}  {name}" for name in dict.fromkeys(event.name for event in self.events)),
            f"a stand-still is to be at most {STANDSTILL:.0f} s",
            f"webs listened anew {self.reconnected} times; {self.watched} pages followed a game to its end",
        ]
        return "\n".join(lines)

    def _times(self, name: str) -> str:
        """The times of all events of this name, in their order."""
        return " ".join(
            f"{event.changed - event.begun:6.1f}{event.heard - event.begun:6.1f}{self.standstill(event):6.1f} "
            for event in self.events
            if event.name == name
        )
