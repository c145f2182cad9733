"""Form handling: validate, run the action, and collect the errors."""

from collections.abc import Callable

from wtforms import Form

from app.refusals import Refusal


def handle_form(form: Form, action: Callable[[], object], limit: Callable[[], object] = lambda: None) -> int:
    """Run `action` if the form is valid; return 303 on success, else the status to show the form again with.

    That is 422 for invalid fields, or the status of the Refusal that `action` or `limit` raised; the errors are then in
    the form, and the first field with one has the focus. `limit` runs before validation, to count the attempt.
    """
    status = _run(form, action, limit)
    if status != 303:
        _focus_first_error(form)
    return status


def add_error(form: Form, refusal: Refusal) -> int:
    """Add a refusal's sentence to the errors of its field, or of the form if it names none; return its status."""
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
    """Set autofocus on the first field with an error, which may be far down the page, or on the first field."""
    fields = list(form)
    field = next((field for field in fields if field.errors), fields[0])
    field.render_kw = {**(field.render_kw or {}), "autofocus": True}
