"""What Werkzeug compiles for each URL rule, which is most of making a site: once for all sites of a process."""

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule

Build = Callable[..., tuple[str, str]]


def share() -> None:
    """Let every site that is made in this process from now on look first for what another has compiled."""
    compile_builder: Callable[[Rule, bool], Build] = Rule._compile_builder
    compiled: dict[tuple[Any, ...], Build] = {}

    def compile_once(rule: Rule, append_unknown: bool = True) -> Build:
        if rule.defaults:  # a converter, which is the site's own, has made text of them
            return compile_builder(rule, append_unknown)
        key = (rule.rule, append_unknown, *rule._trace)
        if key not in compiled:
            compiled[key] = compile_builder(rule, append_unknown)
        return compiled[key]

    Rule._compile_builder = compile_once  # type: ignore[method-assign]
