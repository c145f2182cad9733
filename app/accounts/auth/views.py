"""Views for signing up, signing in and signing out."""

from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask_login import current_user, login_required
from wtforms import Form

from app.accounts import rate_limits
from app.accounts.auth import known_browsers, login_manager, service
from app.accounts.email.wording import confirmation_message
from app.accounts.form_handling import handle_form
from app.accounts.forms import LoginForm, SignupForm, field_text
from app.accounts.models import User
from app.accounts.passkeys import service as passkeys
from app.accounts.second_factor import factors, second_step
from app.http.client_address import network
from app.http.safe_redirects import next_path
from app.i18n.languages import _

bp = Blueprint("accounts", __name__)


@bp.get("/signup")
def signup() -> Any:
    """Show the sign-up form, with a guest's name filled in; redirect those who have an account to `next`."""
    if has_account():
        return redirect(next_path(), 303)
    return render_template("accounts/auth/signup.html", form=SignupForm(obj=current_guest()))


@bp.post("/signup")
def sign_up() -> Any:
    """Create an account, or turn the current guest into one, sign in, and redirect to `next`.

    An invalid or refused form is shown again with its errors and status 422, or 429 when rate limited.
    """
    form = SignupForm(request.form)
    said = field_text(form.name), field_text(form.password), field_text(form.email)
    status = handle_form(
        form,
        lambda: sign_in_user(service.sign_up(*said, _current_user())),
        limit=lambda: rate_limits.enforce(f"signup {network(request.remote_addr)}"),
    )
    if status != 303:
        return render_template("accounts/auth/signup.html", form=form), status
    if current_user.new_email:
        flash(confirmation_message(current_user))
    return redirect_after_login()


@bp.get("/login")
def login() -> Any:
    """Show the sign-in form; redirect those who have an account and are signed in to `next`."""
    if has_account():
        return redirect(next_path(), 303)
    return render_login(200)


@bp.post("/login")
def sign_in() -> Any:
    """Sign in and redirect to `next`, or lead to the second step.

    The form is shown again with 422 if it is wrong, or with 429 when rate limited.
    """
    form, found = LoginForm(request.form), list[User]()
    said = field_text(form.name), field_text(form.password)
    status = handle_form(
        form,
        lambda: found.append(service.sign_in(*said, request.remote_addr, known_browsers.load_known_browser())),
    )
    return complete_first_step(found[0]) if status == 303 else render_login(status, form=form)


@bp.get("/logout")
@login_required
def logout_page() -> Any:
    """Show the page that asks to confirm signing out, and warns a guest of being erased."""
    return render_template("accounts/auth/logout.html")


@bp.post("/logout")
def logout() -> Any:
    """Sign this browser out and redirect to the home page; a guest is erased, and must confirm first with `sure`."""
    visitor = current_guest()
    if visitor and not request.form.get("sure"):
        return redirect(url_for(".logout_page"), 303)
    if visitor:
        service.erase_guest(visitor)
    login_manager.end_session()
    flash(_("You are signed out."))
    return redirect(url_for("lobbies.home"), 303)


def render_login(status: int, **shown: Form) -> Any:
    """Return the sign-in page and its status; `shown` are forms with errors: `form`, or `refused` of a passkey."""
    forms = {"form": LoginForm(), "refused": None} | shown
    return render_template("accounts/auth/login.html", passkey_options=passkeys.sign_in_options(), **forms), status


def complete_first_step(user: User) -> Any:
    """Sign in somebody who has the right password or link and redirect to `next`, or lead them to the second step."""
    if factors.is_required(user):
        second_step.begin(user)
        return redirect(url_for("accounts.second_step", next=request.values.get("next")), 303)
    sign_in_user(user)
    return redirect_after_login()


def sign_in_user(user: User, second_factor: bool = False) -> None:
    """Start a session for the user, which commits, and flash a greeting; `second_factor` as in `start_session`."""
    login_manager.start_session(user, second_factor)
    flash(_("Hello %(name)s, you are signed in.", name=user.name))


def redirect_after_login() -> Any:
    """Return a redirect to `next` that also marks this browser as known to the account."""
    return known_browsers.remember_browser(make_response(redirect(next_path(), 303)), current_user)


def current_guest() -> User | None:
    """Return the signed-in user if it is a guest, else None."""
    user = _current_user()
    return user if user and user.is_guest else None


def _current_user() -> User | None:
    return current_user._get_current_object() if current_user.is_authenticated else None


def has_account() -> bool:
    """Return whether the signed-in user has an account, as neither a visitor nor a guest has."""
    return bool(current_user.is_authenticated and not current_user.is_guest)
