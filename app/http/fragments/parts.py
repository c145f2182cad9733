"""Parts of a fragment: elements that are not sent again to a page which shows them already.

A part begins with the start tag of an element that has an id, and may have parts of its own. A page names what it
shows by its `look`, a digest. Instead of a part that it shows, it is sent an empty element with that id and
`data-same`, which a swap leaves as it is (static/site/same-parts.js).

In templates, `{{ cached_part("…", …) }}` is a part rendered once for equal values, as `cached_fragment` is; what is
rendered anew each time is marked by `{% filter part %}…{% endfilter %}`.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from flask import Flask, current_app
from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from app.http.fragments import fragment_cache
from app.http.fragments.fragment_cache import Values
from app.i18n.languages import language

DIGEST_BYTES: Final = 9
CACHE_SIZE: Final = 5_000  # parts of some kB each, and the cards of boards
BEGIN, END = fragment_cache.placeholder("part"), fragment_cache.placeholder("end")
START_TAG: Final = re.compile(r'\s*<([a-z]+)\b[^>]*?\sid="([a-z0-9-]+)"')
SHOWN: Final = frozenset(map(fragment_cache.placeholder, ("strip", "note", "next")))  # their contents are digested

Known = Set[bytes]  # digests of parts


@dataclass(frozen=True, slots=True, eq=False)
class RenderedText:
    """What a template was rendered to, shared by fragments: texts, placeholders and other rendered texts, in order.

    `digest` is of all that it shows, but for the contents of placeholders, and `digests` are those of it and of the
    parts within it; `shown` are the placeholders that a digest has to heed, and `same` is what replaces it where it
    is known, if it is a part.
    """

    nodes: Sequence["str | RenderedText"]
    digest: bytes
    shown: frozenset[Markup]
    digests: bytes
    same: str = ""

    def __str__(self) -> str:
        """What stands for it in the digest of one that it is in."""
        return self.digest.hex()


@dataclass(frozen=True, slots=True)
class RenderState:
    """What a template that is being rendered in a language has inserted so far, by number."""

    language: str
    places: list[Sequence[RenderedText]] = field(default_factory=list)


class Fragment:
    """A rendered text with the contents of some placeholders.

    A part is the same at each `version` of each table (`code`).
    """

    def __init__(self, root: RenderedText, **contents: object) -> None:
        self._root, self._key = root, _key(str(current_app.secret_key))
        self._contents: Mapping[str, str] = {
            fragment_cache.placeholder(name): escape(content) for name, content in contents.items()
        }
        self._shown = {hole: self._contents[hole] for hole in SHOWN if self._contents.get(hole)}
        self.look = urlsafe_b64encode(self._digest(root)).decode()

    def without(self, known: Known) -> Markup:
        """Return the text without the parts that are known: the whole text without any."""
        texts: list[str] = []
        self._write(self._root, known, texts)
        return Markup("".join(texts))  # noqa: S704 - of rendered texts

    def digests(self) -> bytes:
        """Return the digests of all parts, one after the other."""
        return self._digests(self._root)

    def _write(self, text: RenderedText, known: Known, texts: list[str]) -> None:
        for node in text.nodes:
            if isinstance(node, Markup):  # a placeholder
                texts.append(self._contents.get(node, node))
            elif isinstance(node, str):
                texts.append(node)
            elif node.same and known and self._digest(node) in known:
                texts.append(node.same)
            else:
                self._write(node, known, texts)

    def _digests(self, text: RenderedText) -> bytes:
        if self._shown.keys().isdisjoint(text.shown):
            return text.digests
        inner = (self._digests(node) for node in text.nodes if isinstance(node, RenderedText))
        return b"".join([self._digest(text), *inner])

    def _digest(self, text: RenderedText) -> bytes:
        """Return the digest of a rendered text with the contents of its placeholders."""
        if self._shown.keys().isdisjoint(text.shown):
            return text.digest
        told = text.digest.hex(), *(self._shown.get(hole, "") for hole in sorted(text.shown))
        return _digest(told, self._key)


def init_app(app: Flask) -> None:
    """Add the filter `part` and the functions `cached_part` and `parts` to templates."""
    app.jinja_env.filters["part"] = part
    app.jinja_env.globals |= {"cached_part": cached_part, "parts": insert_parts}


def part(text: str) -> Markup:
    """Return a part, marked; nothing of what is blank. The filter of templates."""
    stripped = text.strip()
    return Markup(f"{BEGIN}{stripped}{END}") if stripped else Markup("")  # noqa: S704 - the text of a block


@pass_context
def cached_part(context: Context, template: str, /, **values: Hashable) -> Markup:
    """Return a template rendered with these values as a part, from the cache if possible; it sees nothing but them."""
    inserted: RenderState | None = context.get("render_state")
    here = inserted.language if inserted else language()
    return insert_parts(context, [_cached(context.environment, template, here, tuple(values.items()))])


@pass_context
def insert_parts(context: Context, rendered: Sequence[RenderedText]) -> Markup:
    """Return what stands for rendered texts in a template that `render` renders, elsewhere their text.

    In templates, this is `parts`.
    """
    inserted: RenderState | None = context.get("render_state")
    if inserted is None:
        return Fragment(_rendered_text(rendered)).without(frozenset())
    inserted.places.append(rendered)
    return fragment_cache.placeholder(str(len(inserted.places) - 1))


def render(template: str, **values: object) -> RenderedText:
    """Return a rendered template, with what it has inserted; it sees nothing but these values."""
    return assemble(*_render(current_app.jinja_env, template, language(), values))


def assemble(text: str, inserted: Sequence[Sequence[RenderedText]] = ()) -> RenderedText:
    """Return a text with what its placeholders stand for by number."""
    first, *rest = fragment_cache.PLACEHOLDER.split(fragment_cache.INDENTATION.sub("\n", text))
    opened: list[list[str | RenderedText]] = [[first]]
    for mark, following in zip(rest[::2], rest[1::2], strict=True):
        if mark == "part":
            opened.append([])
        elif mark == "end":
            element = _rendered_text(opened.pop(), is_part=True)
            opened[-1].append(element)
        elif mark.isdigit():
            opened[-1].extend(inserted[int(mark)])
        else:
            opened[-1].append(fragment_cache.placeholder(mark))
        opened[-1].append(following)
    return _rendered_text(opened[0])


def assemble_part(text: str, inserted: Sequence[Sequence[RenderedText]] = ()) -> RenderedText:
    """Return the part that a rendered text is; an empty text if it is blank."""
    whole = assemble(part(text), inserted)
    return next((node for node in whole.nodes if isinstance(node, RenderedText)), whole)


def _rendered_text(nodes: Iterable["str | RenderedText"], is_part: bool = False) -> RenderedText:
    kept = tuple([node for node in nodes if node])
    inner = [node for node in kept if isinstance(node, RenderedText)]
    digest = _digest([str(node) for node in kept], _key(str(current_app.secret_key)))
    shown = SHOWN.intersection(kept).union(*(node.shown for node in inner))
    digests = b"".join([digest, *(node.digests for node in inner)])
    return RenderedText(kept, digest, shown, digests, _same(kept) if is_part else "")


def _digest(told: Iterable[str], key: bytes) -> bytes:
    return blake2b("\0".join(told).encode(), key=key, digest_size=DIGEST_BYTES).digest()


def _same(nodes: Sequence["str | RenderedText"]) -> str:
    """Return the empty element that stands for a part of these nodes."""
    found = START_TAG.match(nodes[0]) if isinstance(nodes[0], str) else None
    if found is None:
        raise ValueError(f"a part without an id: {nodes[0]!s:.80}")
    tag, name = found.groups()
    return f'<{tag} id="{name}" data-same></{tag}>'


@lru_cache(4)
def _key(secret: str) -> bytes:
    """Return the key of digests: nobody can find out by them whether a page that they make up is shown somewhere."""
    return blake2b(secret.encode(), person=b"parts", digest_size=32).digest()


@fragment_cache.clearable_cache(CACHE_SIZE)
def _cached(environment: Environment, template: str, language: str, values: Values) -> RenderedText:
    return assemble_part(*_render(environment, template, language, dict(values)))


def _render(
    environment: Environment, template: str, language: str, values: Mapping[str, object]
) -> tuple[str, Sequence[Sequence[RenderedText]]]:
    """Return a rendered text, and what it has inserted."""
    inserted = RenderState(language)
    return environment.get_template(template).render(values, render_state=inserted), inserted.places
