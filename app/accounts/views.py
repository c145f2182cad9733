"""Views for signing up, signing in and signing out."""

from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask_login import current_user, login_required

from app.accounts import browsers, limits, service, session
from app.accounts.forms import LoginForm, SignupForm, typed
from app.accounts.models import User
from app.accounts.submitting import submit
from app.accounts.words import sent
from app.languages import _

bp = Blueprint("accounts", __name__)


@bp.get("/signup")
def signup() -> Any:
    """Show the sign-up form; a guest's name is filled in."""
    if has_account():
        return redirect(session.destination(), 303)
    return render_template("accounts/signup.html", form=SignupForm(obj=guest()))


@bp.post("/signup")
def sign_up() -> Any:
    """Create an account, or turn the current guest into one, and sign in."""
    if has_account():
        return redirect(session.destination(), 303)
    form = SignupForm(request.form)
    said = typed(form.name), typed(form.password), typed(form.email)
    status = submit(
        form, lambda: welcome(service.sign_up(*said, guest())), limit=lambda: limits.signup(request.remote_addr)
    )
    if status != 303:
        return render_template("accounts/signup.html", form=form), status
    if current_user.new_email:
        flash(sent(current_user))
    return arrived()


@bp.get("/login")
def login() -> Any:
    """Show the sign-in form."""
    if has_account():
        return redirect(session.destination(), 303)
    return render_template("accounts/login.html", form=LoginForm())


@bp.post("/login")
def sign_in() -> Any:
    """Sign in."""
    form = LoginForm(request.form)
    said = typed(form.name), typed(form.password)
    status = submit(form, lambda: welcome(service.sign_in(*said, request.remote_addr, browsers.read())))
    return arrived() if status == 303 else (render_template("accounts/login.html", form=form), status)


@bp.get("/logout")
@login_required
def leaving() -> Any:
    """Ask for confirmation before signing out, since a guest loses the seat."""
    return render_template("accounts/logout.html")


@bp.post("/logout")
def logout() -> Any:
    """Sign this browser out; guests must confirm first."""
    visitor = guest()
    if visitor and not request.form.get("sure"):
        return redirect(url_for(".leaving"), 303)
    if visitor:
        service.farewell(visitor)
    session.end()
    flash(_("You are signed out."))
    return redirect(url_for("lobbies.front"), 303)


def welcome(user: User) -> None:
    """Sign the user in and greet them."""
    session.begin(user)
    flash(_("Hello %(name)s, you are signed in.", name=user.name))


def arrived() -> Any:
    """Redirect to the requested page after sign-in, and mark the browser as known."""
    return browsers.remember(make_response(redirect(session.destination(), 303)), current_user)


def guest() -> User | None:
    """Return the current guest, or None."""
    return current_user._get_current_object() if current_user.is_authenticated and current_user.is_guest else None


def has_account() -> bool:
    """Whether a user with an account is signed in."""
    return bool(current_user.is_authenticated and not current_user.is_guest)
