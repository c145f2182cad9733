"""Quotas: how many polls may wait for one browser, one user and one network."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from app.long_poll.poll_request import PollRequest

MAX_PER_NETWORK: Final = 250  # anonymous polls per network: enough for a school, and a cap on abuse
MAX_BROWSERS_PER_USER: Final = 4  # browsers per user
RETRY_SECONDS: Final = 3  # seconds after which a browser over its quota may poll again
ANONYMOUS_RETRY_SECONDS: Final = 10  # the same for an anonymous user


class StreamRequest(NamedTuple):
    """An event stream of the API, by its user; how many a token has is counted by StreamPlaces."""

    user: str

    @property
    def is_anonymous(self) -> bool:
        """Whether nobody has signed in; every stream has a token."""
        return False


class PollQuotas:
    """Counts waiting polls and open event streams; one browser may have `share` polls."""

    def __init__(self, share: int) -> None:
        self._share = share
        self._held: Counter[tuple[str, str | bytes]] = Counter()

    def retry_after(self, poll: PollRequest | StreamRequest) -> int | None:
        """Return the seconds after which to poll again if a quota is used up, else None."""
        if all(self._held[key] < most for key, most in self._limits(poll)):
            return None
        return ANONYMOUS_RETRY_SECONDS if poll.is_anonymous else RETRY_SECONDS

    def acquire(self, poll: PollRequest | StreamRequest) -> None:
        """Count a poll that starts to wait."""
        self._held.update(key for key, _ in self._limits(poll))

    def release(self, poll: PollRequest | StreamRequest) -> None:
        """Stop counting it."""
        for key, _ in self._limits(poll):
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    def _limits(self, poll: PollRequest | StreamRequest) -> Iterator[tuple[tuple[str, str | bytes], int]]:
        if poll.is_anonymous and isinstance(poll, PollRequest):
            yield ("network", poll.network), MAX_PER_NETWORK
            return
        yield ("user", poll.user), MAX_BROWSERS_PER_USER * self._share
        if isinstance(poll, PollRequest) and poll.browser:
            yield ("browser", poll.browser), self._share
