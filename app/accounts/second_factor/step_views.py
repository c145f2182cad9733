"""Views of the second step of signing in."""

from collections.abc import Callable
from typing import Any

from flask import redirect, render_template, request, url_for
from wtforms import Form

from app.accounts import forms
from app.accounts.auth.views import bp, redirect_after_login, sign_in_user
from app.accounts.form_handling import handle_form
from app.accounts.forms import field_text
from app.accounts.models import User
from app.accounts.passkeys import service as passkeys
from app.accounts.second_factor import factors, recovery_codes, second_step


@bp.get("/login/second-step", endpoint="second_step")
def second_step_page() -> Any:
    """Show the second step; who has not taken the first is led to it."""
    user = second_step.find_user()
    return _render(user, 200) if user else _lead_to_first_step()


@bp.post("/login/second-step")
def take_second_step() -> Any:
    """Sign in by a `code` of the app, or by a `recovery` code, and redirect to `next`."""
    user = second_step.find_user()
    if user is None:
        return _lead_to_first_step()
    form, enter = _sent_form(user)
    status = handle_form(form, enter)
    if status != 303:
        return _render(user, status, form)
    sign_in_user(user, second_factor=True)
    return redirect_after_login()


def _sent_form(user: User) -> tuple[Form, Callable[[], None]]:
    """Return the form that was sent, and what enters its code."""
    if "recovery" in request.form:
        recovery = forms.RecoveryCodeForm(request.form)
        return recovery, lambda: second_step.enter_recovery_code(user, field_text(recovery.recovery))
    code = forms.CodeForm(request.form)
    return code, lambda: second_step.enter_code(user, field_text(code.code))


def _render(user: User, status: int, sent: Form | None = None) -> Any:
    """Return the page of the second step and its status; `sent` is a form with errors."""
    shown = {
        "form": sent if isinstance(sent, forms.CodeForm) else forms.CodeForm(),
        "recovery": sent if isinstance(sent, forms.RecoveryCodeForm) else forms.RecoveryCodeForm(),
        "has_app": factors.has_app(user.id),
        "codes_left": recovery_codes.count_codes(user.id),
        "passkey_options": passkeys.sign_in_options() if factors.has_passkey(user.id) else None,
    }
    return render_template("accounts/second_factor/second_step.html", **shown), status


def _lead_to_first_step() -> Any:
    return redirect(url_for("accounts.login", next=request.values.get("next")), 303)
