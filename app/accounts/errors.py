"""Refusals of account forms, by the field that shows them, and of requests for a deleted account."""

from werkzeug.exceptions import Gone

from app.i18n.languages import lazy_gettext
from app.refusals import Refusal


class AccountDeleted(Gone):
    """410: the account was deleted after this request began; nothing was written."""

    sentence = lazy_gettext("This account was deleted in another tab. Nothing was changed.")


class BadName(Refusal):
    """The name is malformed, reserved, taken, or too similar to one that is."""

    field = "name"


class NameClash(Refusal):
    """A name that looks like that of somebody who is there already."""


class BadPassword(Refusal):
    """The new password is too short, too long, easily guessed, or the same as the name."""

    field = "password"


class BadEmail(Refusal):
    """The text is not a valid e-mail address."""

    field = "email"


class WrongPassword(Refusal):
    """The password is not the account's; at sign-in, possibly because there is no account with that name."""

    field = "password"
