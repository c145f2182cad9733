"""What all phases are given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.bench.meter import Meter
from tests.bench.site import Cluster, Server
from tests.bench.tables import Table


@dataclass(frozen=True)
class Bench:
    """A database server, the site on it, and what is played there.

    At the `tables` people wait, at the `busy` ones all play, by how many sit at each; visitors see the `shown` three:
    words, pictures, words; strangers crowd around the `watched` one.
    `scale` is how long to look: six minutes in all at 1.0; `slower`, how many times slower than this
    machine's CPU that of a browser is made.
    """

    cluster: Cluster
    server: Server
    url: str
    tables: Sequence[Table]
    busy: Mapping[int, Sequence[Table]]
    shown: Sequence[Table]
    watched: Table
    scale: float
    slower: int

    def seconds(self, usual: float) -> float:
        """Return how long to do what usually takes so many seconds."""
        return max(0.5, usual * self.scale)

    def times(self, usual: int, least: int = 2) -> int:
        """Return how often to do what is usually done so often."""
        return max(least, int(usual * self.scale))

    def meter(self, server: Server | None = None) -> Meter:
        """Return what measures a server, the site by default."""
        return Meter(server or self.server, self.cluster)
