"""Whole games of every variant under every house rule, one drawn move after another, and what always holds of them."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from rules_play import legal
from rules_random import SIMPLE, deals, legal_moves, moves_of, random_move, seats_of, with_intent

from app.rules import CLOCK, IllegalMove, Outcome, parse, replay, start

VERBS = sorted(SIMPLE | {"clue", "ask", "guess", "cover"})
ALWAYS = {"resign", "void"}  # legal for every seat as long as the game runs
ENDINGS = {
    Outcome(winner, reason) for winner in ("red", "blue") for reason in ("agents", "assassin", "forfeit", "abandoned")
} | {Outcome(None, reason) for reason in ("assassin", "time", "forfeit", "abandoned", "void")}
ENDINGS |= {Outcome("team", "agents"), Outcome("team", "sudden-death")}


class Games(RuleBasedStateMachine):
    """One table, played by all its seats and the clock."""

    @initialize(deal=deals())
    def sit_down(self, deal):
        self.deal, self.table, self.log = deal, start(deal), []

    def play(self, seat, text):
        before, version = self.table, self.table.version
        self.table = before.play(seat, parse(text))
        self.log.append((seat, text))
        assert (before.version, self.table.version) == (version, version + 1)

    @precondition(lambda self: not self.table.outcome)
    @rule(data=st.data(), rng=st.randoms(use_true_random=False))
    def awaited(self, data, rng):
        """Somebody does what they may, with cards in mind or without."""
        seat = data.draw(st.sampled_from([seat for seat in seats_of(self.table) if self.table.may(seat) - {"timeout"}]))
        verb = data.draw(st.sampled_from(sorted(self.table.may(seat))))
        text = data.draw(st.sampled_from(legal_moves(self.table, seat, verb)))
        self.play(seat, with_intent(self.table, seat, text, rng) if rng.random() < 0.5 else text)

    @precondition(lambda self: not self.table.outcome)
    @rule(rng=st.randoms(use_true_random=False))
    def a_lucky_turn(self, rng):
        """A few moves more of players who guess well."""
        for _ in range(5):
            if not self.table.outcome:
                self.play(*random_move(self.table, rng))

    @precondition(lambda self: not self.table.outcome)
    @rule(often=st.integers(0, 5))
    def time_runs_out(self, often):
        if often == 0:
            self.play(CLOCK, "timeout")

    @precondition(lambda self: not self.table.outcome)
    @rule(data=st.data(), often=st.integers(0, 60))
    def somebody_ends_it(self, data, often):
        seat = data.draw(st.sampled_from(seats_of(self.table)[:-1]))
        if often == 0:
            self.play(seat, data.draw(st.sampled_from(["resign", "void"])))

    @rule(data=st.data())
    def anybody_tries_anything(self, data):
        """What `may` does not name is refused, and what it names is refused for a reason of the move's own."""
        seat, verb = data.draw(st.sampled_from(seats_of(self.table))), data.draw(st.sampled_from(VERBS))
        text, before = data.draw(st.sampled_from(moves_of(self.table, verb))), self.table
        if verb not in self.table.may(seat) and (verb not in ALWAYS or seat == CLOCK or self.table.outcome):
            with pytest.raises(IllegalMove) as caught:
                before.play(seat, parse(text))
            assert (caught.value.code == "game-over") == bool(before.outcome)
        assert before == self.table

    @invariant()
    def may_is_true(self):
        """Each verb that is named has a legal move, no other verb has, and cards tell the same."""
        table = self.table
        for seat in seats_of(table):
            takes = {verb: legal_moves(table, seat, verb) for verb in VERBS}
            open_ = {verb for verb, texts in takes.items() if texts} - ALWAYS
            assert open_ == table.may(seat)
            if seat != CLOCK:
                told = {f"{verb} {card.index}" for card in table.view(seat).cards for verb in card.verbs}
                assert {text for text in told if not text.startswith("intend")} == {*takes["guess"], *takes["cover"]}

    @invariant()
    def cards_in_mind_are_told(self):
        for seat in seats_of(self.table)[:-1]:
            told = {card.index for card in self.table.view(seat).cards if "intend" in card.verbs}
            cards = range(len(self.table.view(seat).cards))
            assert told == {card for card in cards if legal(self.table, seat, f"clue tree 1 for {card}")}

    @invariant()
    def somebody_is_awaited_until_the_end(self):
        table = self.table
        assert (table.phase == "over") == (table.outcome is not None) == (table.turn == ())
        assert all(table.may(seat) - {"challenge"} for seat in table.turn)
        assert table.outcome is None or table.outcome in ENDINGS
        assert [bool(turn.ended) for turn in table.view(None).turns[:-1]] == [True] * (len(table.view(None).turns) - 1)
        assert table.outcome is None or table.view(None).turns == () or table.view(None).turns[-1].ended

    @invariant()
    def tokens_add_up(self):
        """D4, D12: each lies somewhere."""
        view = self.table.view(None)
        if view.tokens:
            tokens, dealt = view.tokens, self.deal["tokens"]
            lying = (tokens.bystander, tokens.check, tokens.spent_a, tokens.spent_b, tokens.on_cards, tokens.discarded)
            assert (min(lying) >= 0, sum(lying)) == (True, dealt)
            assert tokens.bystander <= self.deal["mistakes"]
            assert (view.phase == "sudden-death") <= (tokens.reserve == 0)
            assert (view.phase in {"clue", "guess"}) <= (tokens.reserve > 0)

    @invariant()
    def what_lies_open_is_counted(self):
        """V9, V10, D3: faces agree with the keys, and the numbers left with the faces."""
        view = self.table.view(None)
        faces = [card.face for card in view.cards]
        if "red" in view.left:
            for face, letter in (("red", "r"), ("blue", "b")):
                assert view.left[face] == self.deal["key"].count(letter) - faces.count(face)
        else:
            pairs = zip(*self.deal["keys"].values(), strict=True)
            assert view.left["team"] == sum("g" in pair for pair in pairs) - faces.count("agent")
        all_found = view.outcome is not None and view.outcome.reason in {"agents", "sudden-death"}
        assert (0 in view.left.values()) == all_found

    def teardown(self):
        if hasattr(self, "deal"):
            assert replay(self.deal, self.log) == self.table
            assert [str(parse(text)) for _, text in self.log] == [text for _, text in self.log]


TestGames = Games.TestCase
TestGames.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(deals(), st.randoms(use_true_random=False))
def test_games_end(deal, rng):
    """Every touch and every time that runs out bring the end nearer, however little the players know or wish."""
    table, log = start(deal), []
    while not table.outcome:
        log.append(random_move(table, rng))
        table = table.play(log[-1][0], parse(log[-1][1]))
        assert sum(text.split()[0] not in {"ask", "refuse"} for _, text in log) < 200
    assert replay(deal, log) == table
