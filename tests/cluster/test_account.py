"""How long the site stood still, in all and at each event."""

from tests.cluster.account import Account, Event


def account(*standstills: tuple[float, float]) -> Account:
    """One with these times at which play stood still."""
    return Account(seed=1, standstills=standstills)


def test_too_long_a_time_is_wrong():
    assert account((1.0, 16.0)).failures == []
    assert account((1.0, 16.1)).failures == ["play stood still for 15.1 s"]


def test_each_event_has_its_own_time_beside_others_of_its_kind():
    found = account((1.0, 2.0), (2.0, 8.0), (8.0, 9.0), (9.0, 12.0), (12.0, 13.0))
    found.events = [Event("killed", 2.5, 6.0, 7.0), Event("frozen", 9.5, 11.0, 11.0), Event("killed", 12.2, 12.4, 12.4)]
    assert [found.standstill(event) for event in found.events] == [6.0, 3.0, 1.0]
    assert "   3.5   4.5   6.0     0.2   0.2   1.0   killed\n   1.5   1.5   3.0   frozen\n" in str(found)
