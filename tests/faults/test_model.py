"""A seed chooses the same games and the same moves, whatever goes wrong meanwhile."""

from app import rules
from tests.faults.evening import evenings
from tests.faults.model import Plan, choose


def play_out(game: Plan) -> list[tuple[str, str]]:
    """Play a game as its plan wants it, in the model alone."""
    table, moves = rules.start(game.deal), []
    while table.outcome is None:
        seat, move = choose(game, table, game.dice(table.version))
        table = table.play(seat, move)
        moves.append((seat, str(move)))
    return moves


def test_a_seed_chooses_games_and_moves():
    games = [game for evening in evenings(7, 60) for game in evening.plans]
    again = [game for evening in evenings(7, 60) for game in evening.plans]
    assert games == again
    assert [play_out(game) for game in games] == [play_out(game) for game in again]
    assert games != [game for evening in evenings(8, 60) for game in evening.plans]


def test_the_games_are_of_all_kinds_and_end_in_all_ways():
    games = [game for evening in evenings(7, 500) for game in evening.plans]
    assert len(games) == 500
    assert {game.variant for game in games} == set(rules.VARIANTS)
    played = [play_out(game) for game in games]
    verbs = {text.partition(" ")[0] for moves in played for _, text in moves}
    assert verbs == {"clue", "ask", "allow", "refuse", "challenge", "cover", "decline", "guess", "stop", "resign"}
    ends = {rules.replay(game.deal, moves).outcome.reason for game, moves in zip(games, played, strict=True)}
    assert {"agents", "assassin", "forfeit"} <= ends
    assert sum(len(moves) > 15 for moves in played) >= 5
