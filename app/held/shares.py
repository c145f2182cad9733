"""How many polls are held for one browser, one user and one network."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from app.held.poll import Poll

NETWORK: Final = 250  # polls of strangers from one network: a school, or whoever opens as many sockets as they can
BROWSERS: Final = 4  # browsers of one user
REST: Final = 3  # seconds after which a browser with its share may ask again
LONG_REST: Final = 10  # seconds after which a stranger may


class Shares:
    """Counts of held polls; a browser may have `share` of them."""

    def __init__(self, share: int) -> None:
        self._share = share
        self._held: Counter[tuple[str, str | bytes]] = Counter()

    def refusal(self, poll: Poll) -> int | None:
        """Return after how many seconds to ask again where a share is used up, else None."""
        if all(self._held[key] < most for key, most in self._limits(poll)):
            return None
        return LONG_REST if poll.is_stranger else REST

    def take(self, poll: Poll) -> None:
        """Count a poll that is held from now on."""
        self._held.update(key for key, _ in self._limits(poll))

    def give_back(self, poll: Poll) -> None:
        """Count it no more."""
        for key, _ in self._limits(poll):
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    def _limits(self, poll: Poll) -> Iterator[tuple[tuple[str, str | bytes], int]]:
        if poll.is_stranger:
            yield ("network", poll.network), NETWORK
            return
        yield ("user", poll.user), BROWSERS * self._share
        if poll.browser:
            yield ("browser", poll.browser), self._share
