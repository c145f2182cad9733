"""Form handling: validate, run the action, and collect the errors."""

from collections.abc import Callable

from wtforms import Form

from app.refusals import Refusal


def handle_form(form: Form, action: Callable[[], object], limit: Callable[[], object] = lambda: None) -> int:
    """Run `action` if the form is valid; return 303, 422 (invalid) or the status of a refusal, with errors in the form.

    `limit` counts the attempt before validation and raises RateLimited.
    """
    status = _run(form, action, limit)
    if status != 303:
        _focus_first_error(form)
    return status


def add_error(form: Form, refusal: Refusal) -> int:
    """Show a refusal at its field, or above the form; return its status."""
    if refusal.field:
        form[refusal.field].errors = (*form[refusal.field].errors, refusal.sentence)
    else:
        form.form_errors.append(refusal.sentence)
    return refusal.status


def _run(form: Form, action: Callable[[], object], limit: Callable[[], object]) -> int:
    try:
        limit()
        if not form.validate():
            return 422
        action()
    except Refusal as refusal:
        return add_error(form, refusal)
    return 303


def _focus_first_error(form: Form) -> None:
    """Autofocus the first invalid field, which may be far down the page."""
    fields = list(form)
    field = next((field for field in fields if field.errors), fields[0])
    field.render_kw = {**(field.render_kw or {}), "autofocus": True}
