"""How long the site stood still, reckoned from when moves were acknowledged."""

from types import SimpleNamespace

from tests.cluster.account import Account, Event
from tests.faults.player import DONE


def account(*moments: float) -> Account:
    """One with moves acknowledged at these moments, and one refused at 5.0."""
    sent = [SimpleNamespace(answered=moment, heard=DONE) for moment in moments]
    account = Account(seed=1)
    account.close([SimpleNamespace(sent=[*sent, SimpleNamespace(answered=5.0, heard="refused")])])
    return account


def test_the_longest_time_counts_acknowledged_moves_alone():
    assert account(11.0, 1.0, 2.0, 12.5).longest == 9.0


def test_too_long_a_time_is_wrong():
    assert account(1.0, 16.0).failures == []
    assert account(1.0, 16.1).failures == ["no move was acknowledged for 15.1 s"]


def test_each_event_has_its_own_time():
    found = account(1.0, 2.0, 8.0, 9.0, 12.0, 13.0)
    events = [Event("killed", 2.5, 6.0, 7.0), Event("frozen", 9.5, 11.0, 11.0), Event("unnoticed", 12.2, 12.4, 12.4)]
    assert [found.standstill(event) for event in events] == [6.0, 3.0, 1.0]
