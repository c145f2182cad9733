"""The view of /credits: the authors and licences of what the site shows and uses, as the licences require."""

from typing import Final, NamedTuple

from flask import Blueprint, render_template

from app.decks.pictures import CREDITS
from app.i18n.languages import lazy_gettext

bp = Blueprint("credits", __name__)


class ThirdPartyWork(NamedTuple):
    """A third-party work shipped with the site: its use here, author, licence, and licence file in `static`."""

    use: str
    author: str
    licence: str
    text: str


WORKS: Final = (
    ThirdPartyWork(
        lazy_gettext("htmx keeps the pages up to date."), "Big Sky Software", "0BSD", "vendor/htmx-LICENSE.txt"
    ),
    ThirdPartyWork(lazy_gettext("Pico CSS styles the pages."), "Pico", "MIT", "vendor/pico-LICENSE.txt"),
    ThirdPartyWork(
        lazy_gettext("Sofia Sans is the typeface of texts, headings and cards."),
        "The Sofia Sans Project Authors",
        "OFL-1.1",
        "fonts/sofia-sans-LICENSE.txt",
    ),
    ThirdPartyWork(
        lazy_gettext("Courier Prime is the typeface of clues."),
        "The Courier Prime Project Authors",
        "OFL-1.1",
        "fonts/courier-prime-LICENSE.txt",
    ),
    ThirdPartyWork(
        lazy_gettext("world-atlas provides the coastlines of the mission map, based on Natural Earth."),
        "Michael Bostock",
        "ISC",
        "vendor/world-atlas-LICENSE.txt",
    ),
)
LICENCES: Final = {"CC BY 3.0": "https://creativecommons.org/licenses/by/3.0/"}


@bp.get("/credits")
def show() -> str:
    """Show every author, licence and icon, and the other works that the site uses."""
    return render_template("credits/credits.html", credits=CREDITS, licences=LICENCES, works=WORKS)
