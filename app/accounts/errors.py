"""Why something typed into a form cannot be taken; each message is meant for whoever typed it."""

from werkzeug.exceptions import Gone

from app.languages import later


class Deleted(Gone):
    """The account was deleted after this request began: nothing of it is written any more."""

    sentence = later("This account was deleted in another tab. Nothing was changed.")


class Refused(ValueError):
    """The base of all refusals; `field` is the form's field that the message belongs to."""

    field = ""


class BadName(Refused):
    """A name that has a wrong shape, is reserved, is taken, or looks like one that is."""

    field = "name"


class NoGuest(Refused):
    """A guest who is to become an account, and has become one or signed out in another tab."""

    field = "name"


class BadPassword(Refused):
    """A new password that is too short, too long, easily guessed, or the name itself."""

    field = "password"


class BadEmail(Refused):
    """Something that cannot be an e-mail address."""

    field = "email"


class BadFirstDay(Refused):
    """A first day of being away that cannot be."""

    field = "first"


class BadLastDay(Refused):
    """A last day of being away that cannot be."""

    field = "last"


class WrongPassword(Refused):
    """A password that is not the one of the account; at sign-in this also stands for a name nobody has."""

    field = "password"


class WrongCurrentPassword(WrongPassword):
    """The same, where a new password is asked too."""

    field = "current"
