"""Jinja's environment, with one mapping of global names for all templates."""

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment


class TemplateEnvironment(Environment):
    """Flask's environment; its templates look global names up in one dict.

    Jinja puts a ChainMap of its own before it for each template, for globals given when a template is loaded; copying
    that for each template, include and import takes a fifth of the time to render a board.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the global names of a template."""
        return super().make_globals(d) if d else self.globals
