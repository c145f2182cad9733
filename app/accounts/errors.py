"""Refusals of account forms, by the field that shows them, and of requests for a deleted account."""

from werkzeug.exceptions import Gone

from app.i18n.languages import lazy_gettext
from app.refusals import Refusal


class AccountDeleted(Gone):
    """The account was deleted after this request began; nothing is written to it."""

    sentence = lazy_gettext("This account was deleted in another tab. Nothing was changed.")


class BadName(Refusal):
    """A name that is malformed, reserved, taken, or looks like a taken one."""

    field = "name"


class NameClash(Refusal):
    """A name that looks like that of somebody who is there already."""


class BadPassword(Refusal):
    """A new password that is too short, too long, easily guessed, or equal to the name."""

    field = "password"


class BadEmail(Refusal):
    """Not a valid e-mail address."""

    field = "email"


class WrongPassword(Refusal):
    """Not the account's password; at sign-in also an unknown name."""

    field = "password"
