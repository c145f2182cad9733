"""Answering with streams: the lines that there are now, and a note by which the server asks for the next ones.

Without a server that holds streams (`HOLD_SECONDS=0`), a stream ends after its first lines.
"""

from collections.abc import Iterable
from typing import Any, Final

from flask import Response, request
from pydantic import BaseModel

from app.api.caller import request_token
from app.live.stream_notes import ENVIRON_KEY, StreamNote
from app.live.tags import SeenVersions

NDJSON: Final = "application/x-ndjson"


def is_continued() -> bool:
    """Whether the server sends this request to ask for further lines of a stream."""
    note = _note()
    return note is not None and note.state is not None


def last_state() -> Any:
    """Return the `state` given with the stream's lines before these; None before the first."""
    note = _note()
    return note.state if note else None


def stream_response(lines: Iterable[BaseModel], seen: SeenVersions, state: object) -> Response:
    """Return the response with the next lines of a stream, one JSON object each, and note how it goes on.

    The server asks for the next lines when one of the topics in `seen` is past its version there; the stream ends if
    `seen` is empty. `state` is what `last_state` returns then.
    """
    if note := _note():
        note.user_id, note.token_id = request_token().user_id, request_token().id
        note.seen, note.state = seen, state
    text = "".join(f"{line.model_dump_json()}\n" for line in lines)
    return Response(
        text, mimetype=NDJSON, headers={"X-Accel-Buffering": "no"}
    )  # asks nginx to pass each line on at once


def _note() -> StreamNote | None:
    note: StreamNote | None = request.environ.get(ENVIRON_KEY)
    return note
