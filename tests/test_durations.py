"""How long it still is, in words."""

from datetime import timedelta

import pytest

from app.db import now
from app.i18n.durations import time_left
from app.i18n.languages import force_language

MOMENT = timedelta(milliseconds=500)  # so that what is asked a little later still says the same


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=5, hours=3, minutes=59), "5 days, 3 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(hours=23, minutes=59, seconds=59), "23 hours, 59 minutes"),
        (timedelta(hours=1, seconds=59), "1 hour"),
        (timedelta(minutes=59, seconds=59), "59 minutes"),
        (timedelta(minutes=10), "10 minutes"),
        (timedelta(minutes=9, seconds=59), "9 minutes, 59 seconds"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(seconds=1), "1 second"),
        (timedelta(0), "0 seconds"),
        (timedelta(days=-3), "0 seconds"),
    ],
)
def test_as_exactly_as_it_matters_and_never_more_than_there_is(context, left, words):
    assert time_left(now() + left + MOMENT) == words


@pytest.mark.parametrize(("code", "words"), [("fr", "1 jour et 5 heures"), ("it", "1 giorno e 5 ore")])
def test_in_the_language_of_who_reads(context, code, words):
    with force_language(code):
        assert time_left(now() + timedelta(hours=29) + MOMENT).replace("\N{NO-BREAK SPACE}", " ") == words
