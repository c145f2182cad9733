"""Registry of the functions that write the texts of notices: each package registers them for its own kinds."""

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
    """Return a decorator that registers a function which returns the text of a notice of these kinds.

    It is called with the user's language active.
    """

    def register(writer: TextWriter) -> TextWriter:
        _writers.update(dict.fromkeys(kinds, writer))
        return writer

    return register


def write_notice_text(notice: Notice) -> NoticeText:
    """Return the text of a notice in the current language, as of now. Raises KeyError for an unregistered kind."""
    return _writers[notice.kind](notice)


@contextmanager
def preload_texts(notices: Collection[Notice]) -> Iterator[None]:
    """Load what the texts of these notices need by few statements; the texts are to be written inside the block."""
    with ExitStack() as stack:
        for preloader in preloaders:
            stack.enter_context(preloader(notices))
        yield
