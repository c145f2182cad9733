"""Quotas: how many polls may wait for one browser, one user and one network."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from app.held.poll import Poll

NETWORK: Final = 250  # anonymous polls per network: enough for a school, and a cap on abuse
BROWSERS: Final = 4  # browsers per user
REST: Final = 3  # seconds after which a browser over its quota may poll again
LONG_REST: Final = 10  # the same for an anonymous user


class Shares:
    """Counts waiting polls; one browser may have `share` of them."""

    def __init__(self, share: int) -> None:
        self._share = share
        self._held: Counter[tuple[str, str | bytes]] = Counter()

    def refusal(self, poll: Poll) -> int | None:
        """Return the seconds after which to poll again if a quota is used up, else None."""
        if all(self._held[key] < most for key, most in self._limits(poll)):
            return None
        return LONG_REST if poll.is_stranger else REST

    def take(self, poll: Poll) -> None:
        """Count a poll that starts to wait."""
        self._held.update(key for key, _ in self._limits(poll))

    def give_back(self, poll: Poll) -> None:
        """Stop counting it."""
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
