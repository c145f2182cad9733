"""Errors in account forms; each message is meant for the user."""

from werkzeug.exceptions import Gone

from app.i18n.languages import lazy_gettext


class AccountDeleted(Gone):
    """The account was deleted after this request began; nothing is written to it."""

    sentence = lazy_gettext("This account was deleted in another tab. Nothing was changed.")


class FormError(ValueError):
    """Base of all errors of one form field; `field` is the field that shows the message."""

    field = ""


class BadName(FormError):
    """A name that is malformed, reserved, taken, or looks like a taken one."""

    field = "name"


class GuestUnavailable(FormError):
    """A guest cannot sign up, having signed up or signed out in another tab."""

    field = "name"


class BadPassword(FormError):
    """A new password that is too short, too long, easily guessed, or equal to the name."""

    field = "password"


class BadEmail(FormError):
    """Not a valid e-mail address."""

    field = "email"


class BadFirstDay(FormError):
    """An impossible first day away."""

    field = "first"


class BadLastDay(FormError):
    """An impossible last day away."""

    field = "last"


class WrongPassword(FormError):
    """Not the account's password; at sign-in also an unknown name."""

    field = "password"


class WrongCurrentPassword(WrongPassword):
    """A wrong password in the form that also asks for a new one."""

    field = "current"
