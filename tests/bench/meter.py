"""How much CPU the server and its database spend while something goes on."""

import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from tests.bench.site import Cluster, Server


@dataclass
class Meter:
    """Used as a context: afterwards `seconds` have gone by, and `web` and `postgres` seconds of CPU been spent."""

    server: Server
    cluster: Cluster
    seconds: float = field(default=0.0, init=False)
    web: float = field(default=0.0, init=False)
    postgres: float = field(default=0.0, init=False)

    def __enter__(self) -> Self:
        self._begun = self._look()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        now = self._look()
        self.seconds, self.web, self.postgres = (after - before for before, after in zip(self._begun, now, strict=True))

    def _look(self) -> tuple[float, float, float]:
        return time.perf_counter(), self.server.cpu(), self.cluster.cpu()
