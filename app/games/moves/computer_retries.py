"""When the computer tries again in a game in which it has failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

_FIRST_DELAY: Final = timedelta(seconds=1)
_LONGEST_DELAY: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class _Failure:
    delay: timedelta
    retry_at: datetime


class Retries:
    """The games in which the computer has failed, by code: each failure in a row doubles the delay, to five minutes.

    They are kept in memory: a process that starts, perhaps with the fault corrected, tries at once.
    """

    def __init__(self) -> None:
        """Begin without failures."""
        self._failures: dict[str, _Failure] = {}

    def waiting(self, at: datetime) -> Sequence[str]:
        """Return the codes of the games that are not tried again yet."""
        return [code for code, failure in [*self._failures.items()] if failure.retry_at > at]

    def add_failure(self, code: str, at: datetime) -> None:
        """Delay the next try in a game; forget games that nobody has tried for long, which are over."""
        last = self._failures.get(code)
        delay = min(last.delay * 2, _LONGEST_DELAY) if last else _FIRST_DELAY
        recent = {each: one for each, one in [*self._failures.items()] if one.retry_at > at - _LONGEST_DELAY}
        self._failures = {**recent, code: _Failure(delay, at + delay)}

    def remove(self, code: str) -> None:
        """Forget the failures in a game."""
        self._failures.pop(code, None)
