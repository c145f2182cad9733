"""Replace pooled connections that the server has closed, without a round trip to ask whether it has."""

import select
from typing import Any

from sqlalchemy import event, exc
from sqlalchemy.pool import Pool


@event.listens_for(Pool, "checkout", insert=True)  # before others count it
def _replace_if_lost(driver: Any, *_: object) -> None:
    """Have the pool connect anew if there is anything to read: nothing is due to come on an idle connection.

    It is the end of the connection, or its last words. One that broke off without them is found by keepalives.
    """
    if driver.closed or _has_something_to_read(driver.fileno()):
        raise exc.DisconnectionError("The server has closed this connection.")


def _has_something_to_read(socket: int) -> bool:
    poller = select.poll()
    poller.register(socket, select.POLLIN)
    return bool(poller.poll(0))
