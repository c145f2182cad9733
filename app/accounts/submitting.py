"""Carrying out a form that was sent: what is refused comes back with the page."""

from collections.abc import Callable

from wtforms import Form

from app.accounts.errors import Refused
from app.accounts.limits import TooMany


def submit(form: Form, action: Callable[[], object]) -> int:
    """Run `action` if the form is in order; return 303 done, 422 refused or 429 too often, the reason in the form."""
    if not form.validate():
        return 422
    try:
        action()
    except Refused as refused:
        form[refused.field].errors = (*form[refused.field].errors, str(refused))
        return 422
    except TooMany as many:
        form.form_errors.append(many.description)
        return 429
    return 303
