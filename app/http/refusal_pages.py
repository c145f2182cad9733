"""Answering refusals: with the page whose form was sent, and the reason on it."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Response, current_app, request, url_for
from markupsafe import Markup

from app.http.responses import error_page
from app.i18n.languages import _
from app.refusals import Refusal

Page = Callable[..., Any]
View = TypeVar("View", bound=Callable[..., Any])


def init_app(app: Flask) -> None:
    """Register the error handler for `Refusal`."""
    app.register_error_handler(Refusal, handle_refusal)


def refused_on(page: Page) -> Callable[[View], View]:
    """Return a decorator for a view whose refusals are shown on `page`, a function that returns a response.

    It is called with the view's arguments, and `status`, `notice` (the reason) and `field`.
    """

    def mark(view: View) -> View:
        view.__dict__["refusal_page"] = page
        return view

    return mark


def handle_refusal(refusal: Refusal) -> Response:
    """Return the view's `refused_on` page with the reason of a refusal, or else an error page."""
    return show_refusal(refusal.status, lambda: refusal_text(refusal), refusal.field, _error_page)


def show_refusal(status: int, text: Callable[[], str], field: str, default: Page) -> Response:
    """Return the response of the current view's `refused_on` page, or else of the default one, to a refusal.

    What these raise, such as a 404, is handled as if the view had raised it.
    """
    page: Page = getattr(current_app.view_functions.get(request.endpoint or ""), "refusal_page", default)
    try:
        answer = page(**(request.view_args or {}), status=status, notice=text(), field=field)
    except Exception as error:  # an unexpected one is raised again there
        answer = current_app.handle_user_exception(error)
    return current_app.make_response(answer)


def refusal_text(refusal: Refusal) -> Markup:
    """Return the sentence of a refusal, followed by a link to its rule if it has one."""
    return Markup(" ").join(filter(None, (refusal.sentence, rule_link(refusal.rule))))


def rule_link(rule: str) -> Markup:
    """Return a link to the anchor `rule` on the rules page, or empty markup if `rule` is empty."""
    if not rule:
        return Markup()
    words = _("Rule %(rule)s", rule=rule) if rule[-1].isdigit() else _("The rule")
    return Markup('<a class="ruled" href="{}">{}</a>').format(url_for("rules_pages.rules", _anchor=rule), words)


def _error_page(status: int, notice: str, **_values: object) -> Response:
    return error_page(status, notice)
