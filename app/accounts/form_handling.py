"""Form handling: validate, run the action, and collect the errors."""

from collections.abc import Callable

from wtforms import Form

from app.accounts.errors import FormError
from app.accounts.rate_limits import RateLimited


def handle_form(form: Form, action: Callable[[], object], limit: Callable[[], object] = lambda: None) -> int:
    """Run `action` if the form is valid; return 303 (done), 422 (invalid) or 429 (rate limit), with errors in the form.

    `limit` counts the attempt before validation and raises RateLimited.
    """
    status = _run(form, action, limit)
    if status != 303:
        _focus_first_error(form)
    return status


def _run(form: Form, action: Callable[[], object], limit: Callable[[], object]) -> int:
    try:
        limit()
        if not form.validate():
            return 422
        action()
    except FormError as refused:
        form[refused.field].errors = (*form[refused.field].errors, str(refused))
        return 422
    except RateLimited as many:
        form.form_errors.append(many.sentence)
        return 429
    return 303


def _focus_first_error(form: Form) -> None:
    """Autofocus the first invalid field, which may be far down the page."""
    fields = list(form)
    field = next((field for field in fields if field.errors), fields[0])
    field.render_kw = {**(field.render_kw or {}), "autofocus": True}
