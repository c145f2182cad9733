"""Limits of the API: whatever may be sent too often is refused with 429, and with the seconds to wait."""

import time

import pytest

from app.accounts import rate_limits
from app.accounts.burst_limits import LocalCount
from tests.security import api_table

SENDING = [row for row in api_table.ROWS if row.method == "POST"]
BURSTS = {  # by the end of the address
    "moves": ("/moves",),
    "marks": ("/marks",),
    "talk": ("/talk",),
    "in-lobby": ("/seats", "/start", "/leave"),
    "in-team": ("/attempts",),
}
HOURLY = {"rematch": ("/rematch",), "lobby": ("/lobbies", "/attempts"), "deck": ("/decks",)}
ONCE = ("/account/bot",)  # what happens once to an account


def send(probe, row):
    token = probe.sample.tokens[api_table.kind_of(row)]
    sent = {"data": probe.sample.address(row.form), "content_type": "application/json"} if row.form else {}
    address, headers = probe.sample.address(row.pattern), {"Authorization": f"Bearer {token}"}
    return probe.sample.app.test_client().open(address, method=row.method, headers=headers, **sent)


def use_up(probe, name, row):
    """Let somebody have used up a limit a minute."""
    user, now = probe.sample.people[api_table.kind_of(row)].id, time.monotonic()
    probe.sample.app.extensions["pace"].counts[f"{name} {user}"] = LocalCount(now, refused_until=now + 50)


def is_refused(answer):
    return (
        answer.status_code == 429
        and answer.mimetype == "application/problem+json"
        and answer.json["code"] == "rate-limited"
        and 0 < int(answer.headers["Retry-After"]) <= rate_limits.HOUR.total_seconds()
    )


@pytest.mark.parametrize(
    ("name", "ends"), [("api", ("",)), ("anything", ("",)), *BURSTS.items()], ids=["api", "anything", *BURSTS]
)
def test_limits_a_minute(probe, name, ends):
    rows = api_table.ROWS if name == "api" else SENDING
    rows = [row for row in rows if row.pattern.endswith(ends) and row.pattern != "/api/openapi.json"]
    let_through = []
    for row in rows:
        with probe.undone():
            use_up(probe, name, row)
            if not is_refused(answer := send(probe, row)):
                let_through.append((str(row), answer.status))
    assert rows
    assert let_through == []


@pytest.mark.parametrize("name", HOURLY)
def test_limits_an_hour(probe, name, monkeypatch):
    monkeypatch.setitem(rate_limits.LIMITS, name, (0, rate_limits.HOUR))
    for row in SENDING:
        if row.pattern.endswith(HOURLY[name]):
            with probe.undone():
                assert is_refused(send(probe, row)), row


def test_whatever_is_sent_has_a_limit_of_its_own():
    limited = tuple(end for ends in (*BURSTS.values(), *HOURLY.values(), ONCE) for end in ends)
    assert [str(row) for row in SENDING if not row.pattern.endswith(limited)] == []
