"""The form with which a host changes the game of an open lobby."""

from werkzeug.datastructures import MultiDict
from wtforms import SelectField

from app.games.store.attempts import load_results
from app.games.wording.cities import city_name
from app.i18n.languages import lazy_gettext
from app.lobbies.models import Lobby
from app.lobbies.web.forms import LobbyForm, deck_values, playable_variants
from app.rules import VARIANTS
from app.rules.missions import MAP, progress

OF_EVERY_GAME = ("clock", "bank", "touching", "late_touch", "public", "bots")  # fields that another game keeps


class SettingsForm(LobbyForm):
    """The lobby form preset from an open lobby, to change it.

    Another variant may be chosen. For an attempt there is a city, which decides tokens and mistakes.
    """

    city = SelectField(lazy_gettext("City"))

    def __init__(self, lobby: Lobby, sent: MultiDict[str, str] | None = None) -> None:
        """Offer the choices of the variant in `sent` if the lobby can change to it, else of the lobby's own.

        When the variant changes, only the fields in OF_EVERY_GAME are taken from `sent`.
        """
        self.other_games = other_games(lobby)
        wanted = sent.get("variant", "") if sent else lobby.variant
        variant = next((each for each in self.other_games if each == wanted), lobby.variant)
        if sent and variant != lobby.variant:
            sent = MultiDict((key, value) for key, value in sent.items(multi=True) if key in OF_EVERY_GAME)
        super().__init__(VARIANTS[variant], sent, deck_values(lobby.deck))
        self.city.choices = [(name, city_name(MAP[name])) for name in open_cities(lobby)]
        self.city.validate_choice = bool(self.city.choices)
        if sent is None:
            self.preset(lobby.settings)
            self.public.data, self.bots.data = lobby.public, lobby.bots
        if not self.city.raw_data:
            self.city.data = lobby.city


def other_games(lobby: Lobby) -> list[str]:
    """Return the names of the variants that a lobby can have: all, or for an attempt those of Duet."""
    return [each.name for each in playable_variants() if not lobby.city or each.game == "duet"]


def open_cities(lobby: Lobby) -> list[str]:
    """Return the names of the cities that an attempt's team may choose (M3); none for other lobbies."""
    if lobby.sheet_id is None:
        return []
    standing = progress(load_results(lobby.sheet_id))
    return [name for name in MAP if standing[name].state != "closed"]
