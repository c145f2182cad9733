"""Every city of the map has a name to be translated (M7)."""

from app.games.wording.cities import CITY_NAMES, city_name
from app.rules.missions import MAP


def test_every_city_is_called_something():
    assert list(CITY_NAMES) == list(MAP)
    assert [city_name(city) for city in MAP.values()] == [city.title for city in MAP.values()]
