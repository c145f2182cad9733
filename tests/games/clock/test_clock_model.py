"""The reckoned deadline against a minute hand that simply walks: days away, time given, banks, all in any order."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from hypothesis import example, given, settings
from hypothesis import strategies as st

from app import rules
from app.accounts.models import User
from app.games.store import clock_pauses, clocks
from app.games.store.clocks import Clock
from app.games.store.models import Game, Player
from tests.games.tables import CLUE, DUET_KEYS

START = datetime(2030, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
DAY, LONGEST = 1440, 14 * 1440  # minutes
DEAL = {"variant": "duet", "keys": DUET_KEYS, "tokens": 9, "mistakes": 9}
CLUED = rules.start(DEAL).play("a", rules.parse(f"clue {CLUE} 2"))
STOPPED = CLUED.play("b", rules.parse("guess 0")).play("b", rules.parse("stop"))


@dataclass
class Hand:
    """A clock that is walked through: `used` minutes of the phase's `time`, at minute `now`."""

    time: int
    now: int = 0
    used: int = 0
    stood: int = 0
    away: dict[int, tuple[int, int]] = field(default_factory=dict)

    def both_away(self) -> range:
        """The minutes in which both who are awaited are away."""
        first, last = zip(*self.away.values(), strict=True) if len(self.away) == 2 else ([0], [0])
        return range(max(first), min(last))

    def walk(self, until: int) -> None:
        """Walk on to a minute, or to the end of the phase; stand while both are away, but no longer than allowed."""
        away, now, used, stood = self.both_away(), self.now, self.used, self.stood
        while now < until and used < self.time:
            if now in away and stood < LONGEST:
                stood += 1
            else:
                used += 1
            now += 1
        self.now, self.used, self.stood = now, used, stood

    def end(self) -> int:
        """The minute in which the phase is over."""
        ahead = Hand(self.time, self.now, self.used, self.stood, self.away)
        ahead.walk(10**9)
        return ahead.now


def laid(clock: Clock) -> Game:
    """A Duet in which two people on side B have a clue, with rows that are in no database."""
    game = Game("code2345", "duet", "en-base", DEAL, [], [], ["b"])
    game.players = [Player(number, seat) for number, seat in enumerate("abb")]
    for player in game.players:
        player.user = User(f"Person {player.user_id}")
    clocks.set_clock(game, CLUED, clock, START)
    return game


def change(game: Game, hand: Hand, who: int, what: tuple[str, int, int]) -> None:
    """Do one thing at both clocks."""
    at, (kind, first, length) = START + hand.now * MINUTE, what
    before, least = hand.end(), min(DAY, Clock.parse(game.clock).phase // 60)
    user = game.players[who].user
    if kind == "day":
        game.given += 86_400
        hand.time += DAY
    elif kind == "away":
        hand.away[who] = hand.now + first, hand.now + first + length
        user.away_from, user.away_until = at + first * MINUTE, at + (first + length) * MINUTE
    else:
        hand.away.pop(who, None)
        user.away_from = user.away_until = None
    clocks.update_deadline(game, CLUED, at)
    lent = min(max(0, min(before, hand.now + least) - hand.end()), LONGEST - hand.stood)
    hand.used, hand.stood = hand.used - lent, hand.stood + lent


AWAY = st.tuples(st.just("away"), st.sampled_from([0, 0, 60, 600]), st.integers(1, 20 * DAY))
OTHER = st.tuples(st.sampled_from(["day", "back"]), st.just(0), st.just(0))
PAUSES = st.sampled_from([0, 1, 59, 180, 360, DAY, 8 * DAY])
ACTION = st.tuples(PAUSES, st.sampled_from([1, 2]), AWAY | OTHER)
BOTH = st.tuples(st.tuples(st.just(60), st.just(1), AWAY), st.tuples(st.just(60), st.just(2), AWAY))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([0, 1, 3]), BOTH, st.lists(ACTION, max_size=10))
@example(0, tuple((60, who, ("away", 0, 20 * DAY)) for who in (1, 2)), [(8 * DAY, 1, ("away", 0, 20 * DAY))])
def test_the_deadline_is_where_the_hand_arrives(bank, both, actions):
    game = laid(Clock("own", 43_200, bank * 43_200))
    hand = Hand(720 + bank * 720)
    for pause, who, what in [*both, *actions]:
        assert game.deadline == START + hand.end() * MINUTE
        if hand.now + pause >= hand.end():
            break
        hand.walk(hand.now + pause)
        change(game, hand, who, what)
    assert game.deadline == START + hand.end() * MINUTE
    hand.walk((hand.now + hand.end()) // 2)
    clocks.advance(game, CLUED, STOPPED, START + hand.now * MINUTE)
    assert game.banks == {"a": bank * 43_200, "b": 60 * min(bank * 720, hand.time - max(0, hand.used))}
    assert game.paused == 60 * hand.stood <= 60 * LONGEST == clock_pauses.MAX_PAUSE
