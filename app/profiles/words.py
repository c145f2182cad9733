"""Labels for games and roles in the profile's tables."""

from typing import Final

from app.games.names import VARIANTS
from app.languages import later

ROLES: Final = {
    "spymaster": later("Spymaster"),
    "operative": later("Operative"),
}
GAMES: Final = {
    "versus": later("Two teams"),
    "duet": later("Duet"),
}

__all__ = ["GAMES", "ROLES", "VARIANTS"]
