"""The win rates by which the mission map is tuned (M2, M7), and whether their model plays by the rules."""

import re
from random import Random

import difficulty
import pytest
from difficulty import GAMES, TEAMS, Position, Team, chances, first, odds, player
from rules_play import go

from app.rules import Table, deal, start
from app.rules.missions import MAP, City

ODDS = {team.name: odds(team) for team in TEAMS}
ROADS = [(near, far) for near in MAP for far in MAP[near].roads]
DRAWN, BESIDE = 400, 60
SPREAD = 3
"""How many standard deviations a drawn win rate may be off; the seeds are fixed."""


@pytest.mark.parametrize(("near", "far"), ROADS)
def test_every_road_leads_to_a_harder_city(near, far):
    """M2, M7: for a average team by half a point or more; for the others harder too, if by less."""
    for name, chance in ODDS.items():
        margin = 0.005 if name == "average" else 0
        assert chance(MAP[far]) < chance(MAP[near]) - margin, name


@pytest.mark.parametrize("city", MAP.values(), ids=lambda city: city.name)
def test_no_city_is_out_of_reach(city):
    """M2: for a good team; and a better team is the likelier to win."""
    beginner, average, good = (ODDS[team.name](city) for team in TEAMS)
    assert good > 0.02
    assert beginner < average < good < 1


@pytest.mark.parametrize("city", MAP.values(), ids=lambda city: city.name)
def test_the_map_says_how_hard_each_city_is(city):
    """M2: `odds` are the model's chances in percent, to a tenth."""
    assert city.odds == tuple(round(100 * ODDS[team.name](city), 1) for team in TEAMS)


@pytest.mark.parametrize("team", TEAMS, ids=lambda team: team.name)
def test_chances_add_up(team):
    """Every position of a harsh mission leads somewhere, with probabilities that sum to one."""
    ahead, seen = [first(MAP["ushuaia"])], set()
    while ahead:
        if (at := ahead.pop()) not in seen:
            seen.add(at)
            parts = list(chances(team, at))
            assert sum(part for part, _ in parts) == pytest.approx(1)
            assert all(0 <= part <= 1 for part, _ in parts)
            ahead += [then for _, then in parts if isinstance(then, Position)]
    assert len(seen) > 1000


@pytest.mark.parametrize("team", TEAMS, ids=lambda team: team.name)
def test_drawn_games_agree_with_the_exact_chance(team):
    """A sample as the command draws it, smaller."""
    play = player(team, Random(5))
    for city in (MAP["prague"], MAP["berlin"], MAP["honolulu"]):
        exact = ODDS[team.name](city)
        error = (exact * (1 - exact) / DRAWN) ** 0.5
        assert sum(play(city) for _ in range(DRAWN)) / DRAWN == pytest.approx(exact, abs=SPREAD * error)
    assert GAMES == 10_000


@pytest.mark.parametrize(("check", "lost"), [(1, 1.0), (2, TEAMS[0].assassin)])
def test_two_owed_and_one_left_is_lost(check, lost):
    """D13, D14: assassin or not, which the real table beside the model cannot tell apart."""
    at = Position(1, 1, 1, bystander=0, check=check, doubtful=1)
    share = sum(part for part, then in chances(TEAMS[0], at) if then is False)
    assert share == pytest.approx((1 - TEAMS[0].luck) * lost)


def test_the_command_prints_every_city(capsys, monkeypatch):
    """M7: the easiest first, with the habits of the teams."""
    monkeypatch.setattr(difficulty, "GAMES", 4)
    difficulty.main()
    printed = capsys.readouterr().out
    rows = [line.split(" | ") for line in printed.splitlines() if line.startswith("| ")][1:]
    assert {row[0].removeprefix("| ") for row in rows} == {city.title for city in MAP.values()}
    assert re.fullmatch(r"\| Prague \| 9–9 \|( \d+\.0% \(\d+\.\d%\) \|){3}", " | ".join(rows[0]))
    assert all(str(team) in printed for team in TEAMS)


def other(side: str) -> str:
    return "b" if side == "a" else "a"


def giver_of(table: Table) -> str:
    return table.turn[0] if table.phase == "clue" else table.turns[-1].giver


def agents(table: Table, side: str, beyond: str) -> list[int]:
    """The agents to find on a side's key whose letter on the other key is one of these."""
    keys = table.key_of(side), table.key_of(other(side))
    return [card for card in range(25) if keys[0][card] == "g" and keys[1][card] in beyond and card not in table.found]


def counted(table: Table) -> bool | tuple[int, ...]:
    """A position as the model has it, counted on a real table; in sudden death what is left to find; or the end."""
    if table.outcome:
        return table.outcome.winner == "team"
    giver, tokens = giver_of(table), table.view(None).tokens
    if table.phase == "sudden-death":
        return (table.view(None).left["team"],)
    alone = [len(agents(table, side, ".x")) for side in (giver, other(giver))]
    return (len(agents(table, giver, "g")), *alone, tokens.bystander, tokens.check)


def told(then: Position | bool) -> bool | tuple[int, ...]:
    """The same of the model's position."""
    if isinstance(then, bool):
        return then
    return then[:5] if then.reserve else (then.left,)


def touch(table: Table, team: Team, right: float, dice: Random) -> Table:
    """The table after a touch that meets an agent as probably as this, and the assassin as the team's habits say."""
    seat = dice.choice(table.turn)
    giver = other(seat)
    letter = "g" if dice.random() < right else "x" if dice.random() < team.assassin else "."
    touched = table.found | {guess.card for guess in table.guesses if guess.seat == seat}
    cards = [card for card in range(25) if table.key_of(giver)[card] == letter and card not in touched]
    return go(table, f"{seat} guess {dice.choice(cards)}")


def proceed(table: Table, at: Position, team: Team, dice: Random) -> Table:
    """The real table after what the team does next, from its habits and what the table shows."""
    view = table.view(None)
    if view.phase == "sudden-death":
        return touch(table, team, team.recall, dice)
    careless = view.tokens.mistake_cost == 1 or not view.turns[-1].guesses
    if at.clear or (at.doubtful and careless):
        return touch(table, team, team.sure if at.clear else team.luck, dice)
    return go(table, f"{table.turn[0]} stop")


def shadowed(team: Team, city: City, dice: Random) -> bool:
    """Whether a game on the real table is won, each step of which the model must know as one of its chances."""
    table = start(deal("duet", dice, tokens=city.tokens, mistakes=city.mistakes))
    at = first(city)
    while True:
        ahead = list(chances(team, at))
        if table.phase == "clue":
            assert counted(table) == at[:5]
            at = dice.choices([then for _, then in ahead], [part for part, _ in ahead])[0]
            table = go(table, f"{table.turn[0]} clue tree 1")
            continue
        table = proceed(table, at, team, dice)
        after = [then for part, then in ahead if part and told(then) == counted(table)]
        assert after, (at, counted(table))
        if table.outcome:
            return table.outcome.winner == "team"
        at = after[0]


@pytest.mark.parametrize("team", TEAMS, ids=lambda team: team.name)
def test_the_model_plays_by_the_rules(team):
    """D3, D8, D12, D13, D14, D15, D16: step by step beside the real table, and as often won at the end."""
    dice, cities = Random(7), [MAP[name] for name in ("prague", "berlin", "honolulu", "vatican")]
    won = sum(shadowed(team, city, dice) for city in cities for _ in range(BESIDE))
    exact = [ODDS[team.name](city) for city in cities]
    error = sum(BESIDE * chance * (1 - chance) for chance in exact) ** 0.5
    assert won == pytest.approx(BESIDE * sum(exact), abs=SPREAD * error)
