"""The account forms.

The rules are in `names`, `auth.passwords` and `email`; the forms attach their messages to the fields. The CSRF token is
checked for every POST before any view, so these are plain WTForms.
"""

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import cast

from markupsafe import Markup
from wtforms import (
    BooleanField,
    DateField,
    EmailField,
    Field,
    HiddenField,
    PasswordField,
    SelectField,
    SelectMultipleField,
    StringField,
)
from wtforms.fields.choices import Choice, SelectChoice  # type: ignore[attr-defined]  # newer than the stubs
from wtforms.validators import InputRequired, ValidationError
from wtforms.widgets import CheckboxInput, Select

from app.accounts.auth import passwords
from app.accounts.email import syntax
from app.accounts.names import validation
from app.accounts.settings import timezones
from app.accounts.tokens import service as tokens
from app.i18n.languages import LANGUAGES, Form, lazy_gettext
from app.refusals import Refusal

Validator = Callable[[Form, Field], None]


def form_validator(check: Callable[[str], object]) -> Validator:
    """Return a WTForms validator that calls `check` with the field's text and shows the Refusal it raises."""

    def validator(form: Form, field: Field) -> None:
        try:
            check(field.data or "")
        except Refusal as refused:
            raise ValidationError(str(refused)) from None

    return validator


def field_text(field: Field) -> str:
    """Return the text of a field, or "" if it was not sent."""
    return str(field.data or "")


def field_date(field: Field) -> date:
    """Return the date of a date field that has been validated."""
    return cast(date, field.data)


def _name_field(element: str | None = None) -> StringField:
    checks = [InputRequired(lazy_gettext("Enter a name.")), form_validator(validation.normalize_name)]
    hints = {"autocomplete": "username", "spellcheck": "false"}
    return StringField(lazy_gettext("Name"), checks, id=element, render_kw=hints)


def _email_field() -> EmailField:
    return EmailField(
        lazy_gettext("E-mail"), [form_validator(syntax.normalize_email)], render_kw={"autocomplete": "email"}
    )


def _current_password_field(label: str, element: str | None = None) -> PasswordField:
    checks = [InputRequired(lazy_gettext("Enter your password."))]
    return PasswordField(label, checks, id=element, render_kw={"autocomplete": "current-password"})


def _new_password_field(label: str) -> PasswordField:
    checks = [InputRequired(lazy_gettext("Choose a password.")), form_validator(passwords.check_password)]
    return PasswordField(label, checks, render_kw={"autocomplete": "new-password"})


class SignupForm(Form):
    """A new account, or a guest who becomes one; `email` is optional."""

    name = _name_field()
    password = _new_password_field(lazy_gettext("Password"))
    email = _email_field()


class LoginForm(Form):
    """Name and password. The name's format is not checked: a name that is not allowed is simply wrong."""

    name = StringField(
        lazy_gettext("Name"),
        [InputRequired(lazy_gettext("Enter your name."))],
        render_kw={"autocomplete": "username", "spellcheck": "false"},
    )
    password = _current_password_field(lazy_gettext("Password"))


class NameForm(Form):
    """A new name for the signed-in user; its id differs from the sign-up form's, on the same page for a guest."""

    name = _name_field("new-name")


class EmailForm(Form):
    """A new e-mail address, or none to remove it, and the account's password."""

    email = _email_field()
    password = _current_password_field(lazy_gettext("Your password"), "email-password")


class PasswordForm(Form):
    """The current and a new password."""

    current = _current_password_field(lazy_gettext("Current password"))
    password = _new_password_field(lazy_gettext("New password"))


class LanguageForm(Form):
    """The language of the pages."""

    language = SelectField(lazy_gettext("Language"), choices=[SelectChoice(*item) for item in LANGUAGES.items()])


class _LongSelect(Select):
    """A select with hundreds of options, which are the same for everyone: each is rendered once."""

    @classmethod
    def render_option(cls, choice: Choice) -> Markup:  # type: ignore[override]  # newer than the stubs
        return _rendered_option(choice.value, choice.label, choice.selected)


@lru_cache(4_000)  # all time zones in three languages, chosen or not
def _rendered_option(value: str, label: str, selected: bool) -> Markup:
    return Select.render_option(Choice(value, label, selected, {}))  # type: ignore[call-arg]


class TimezoneForm(Form):
    """The time zone in which times are shown."""

    timezone = SelectField(lazy_gettext("Time zone"), choices=timezones.timezone_choices, widget=_LongSelect())


class AwayForm(Form):
    """First and last day away, inclusive."""

    first = DateField(lazy_gettext("First day away"), [InputRequired(lazy_gettext("Choose a day."))])
    last = DateField(lazy_gettext("Last day away"), [InputRequired(lazy_gettext("Choose a day."))])


class ProfileForm(Form):
    """Whether everyone may see the profile."""

    public = BooleanField(lazy_gettext("Everyone can see my profile"))


class AnswersForm(Form):
    """Whether the user's answers to the computer's clues may be kept."""

    shares_answers = BooleanField(lazy_gettext("Keep my answers to improve the computer’s clues"))


class LinkRequestForm(Form):
    """The name or e-mail address for which to send a link."""

    who = StringField(
        lazy_gettext("Name or e-mail address"),
        [InputRequired(lazy_gettext("Enter your name or e-mail address."))],
        render_kw={"autocomplete": "username", "spellcheck": "false", "autocapitalize": "none"},
    )


class ResetPasswordForm(Form):
    """The new password of somebody who has opened a reset link."""

    password = _new_password_field(lazy_gettext("New password"))


class TokenForm(Form):
    """A new personal token: its name, its scopes, and for how many days it is valid (0: until it is revoked)."""

    name = StringField(
        lazy_gettext("Name of the token"), [InputRequired(lazy_gettext("Enter a name."))], id="token-name"
    )
    scopes = SelectMultipleField(
        lazy_gettext("What it allows"),
        [InputRequired(lazy_gettext("Tick at least one."))],
        id="token-scopes",
        choices=[SelectChoice(*item) for item in tokens.SCOPES.items()],
        option_widget=CheckboxInput(),
    )
    days = SelectField(
        lazy_gettext("Valid for"),
        id="token-days",
        coerce=int,
        choices=[
            SelectChoice(30, lazy_gettext("30 days")),
            SelectChoice(90, lazy_gettext("90 days")),
            SelectChoice(365, lazy_gettext("One year")),
            SelectChoice(0, lazy_gettext("Until I revoke it")),
        ],
        default=90,
    )


class PasskeyProofForm(Form):
    """What a browser answers when it is asked for a passkey; a script fills it in."""

    credential = HiddenField(id="passkey-proof")


class NewPasskeyForm(Form):
    """The name of a passkey that is to be created, and the account's password."""

    name = StringField(lazy_gettext("Name of the passkey"), id="passkey-name")
    password = _current_password_field(lazy_gettext("Your password"), "passkey-password")


class CreatedPasskeyForm(Form):
    """A passkey that a browser has created, under its name; a script fills it in."""

    passkey_name = HiddenField(id="created-passkey-name")
    credential = HiddenField(id="created-passkey")


class RemovePasskeyForm(Form):
    """The removal of a passkey, which is named beside it, confirmed by the password."""

    password = _current_password_field(lazy_gettext("Your password"), "passkey-removal-password")


class AuthenticatorForm(Form):
    """Setting up an authenticator app, or turning it off, confirmed by the password."""

    password = _current_password_field(lazy_gettext("Your password"), "authenticator-password")


class CodeForm(Form):
    """A code of an authenticator app."""

    code = StringField(
        lazy_gettext("Six-digit code"),
        [InputRequired(lazy_gettext("Enter the code."))],
        render_kw={"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false"},
    )


class RecoveryCodeForm(Form):
    """A recovery code."""

    recovery = StringField(
        lazy_gettext("Recovery code"),
        [InputRequired(lazy_gettext("Enter the code."))],
        render_kw={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )


class RecoveryCodesForm(Form):
    """The request for new recovery codes, confirmed by the password."""

    password = _current_password_field(lazy_gettext("Your password"), "recovery-codes-password")


class ExportForm(Form):
    """The request for one's data; it has no fields and serves to show an error."""


class DeleteAccountForm(Form):
    """The deletion of the account, confirmed by the password."""

    password = _current_password_field(lazy_gettext("Your password"), "delete-password")
