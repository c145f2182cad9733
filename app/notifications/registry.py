"""Registry of the texts of notices: each part of the site registers functions for its own kinds."""

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass

from app.notifications.models import Notice


@dataclass(frozen=True)
class NoticeText:
    """A notice in words: its subject, such as a game's title, a sentence, and the link's label."""

    about: str
    sentence: str
    action: str


TextWriter = Callable[[Notice], NoticeText]
Preloader = Callable[[Collection[Notice]], AbstractContextManager[None]]
_writers: dict[str, TextWriter] = {}
preloaders: list[Preloader] = []


def notice_text(*kinds: str) -> Callable[[TextWriter], TextWriter]:
    """Register a function that returns the text of these kinds; it is called with the user's language active."""

    def register(writer: TextWriter) -> TextWriter:
        _writers.update(dict.fromkeys(kinds, writer))
        return writer

    return register


def write_notice_text(notice: Notice) -> NoticeText:
    """Return the text of a notice, as of now."""
    return _writers[notice.kind](notice)


@contextmanager
def preload_texts(notices: Collection[Notice]) -> Iterator[None]:
    """Load together what the texts of these notices need, for the block in which they are written."""
    with ExitStack() as stack:
        for preloader in preloaders:
            stack.enter_context(preloader(notices))
        yield
