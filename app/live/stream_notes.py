"""What the site notes about the lines of an event stream, by which the long-poll middleware asks for the next ones."""

from dataclasses import dataclass, field
from typing import Any

from app.live.tags import SeenVersions

ENVIRON_KEY = "dead_drop.stream_note"  # in the WSGI environ


@dataclass
class StreamNote:
    """Whose stream it is, and the versions that its lines show; nothing is seen where no further lines follow.

    `state` is what the view remembers from one set of lines to the next, None before the first.
    """

    user_id: int = 0
    token_id: int = 0
    seen: SeenVersions = field(default_factory=dict)
    state: Any = None
