"""Why something typed into a form cannot be taken; each message is meant for whoever typed it."""


class Refused(ValueError):
    """The base of all refusals; `field` is the form's field that the message belongs to."""

    field = ""


class BadName(Refused):
    """A name that has a wrong shape, is reserved, is taken, or looks like one that is."""

    field = "name"


class BadPassword(Refused):
    """A new password that is too short, too long, or the name itself."""

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
