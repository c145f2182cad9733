"""Labels for games and roles in the tables of a profile."""

from typing import Final

from app.games.wording.labels import VARIANTS
from app.i18n.languages import lazy_gettext

ROLES: Final = {
    "spymaster": lazy_gettext("Spymaster"),
    "operative": lazy_gettext("Operative"),
}
GAMES: Final = {
    "versus": lazy_gettext("Two teams"),
    "duet": lazy_gettext("Duet"),
}

__all__ = ["GAMES", "ROLES", "VARIANTS"]
