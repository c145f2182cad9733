"""Whole games over HTTP at a running site, by the client, and beside them the rules: no difference at any move.

`API_GAMES=100` plays so many of each variant.
"""

import os
import random
import subprocess
import sys
from contextlib import ExitStack

import computer_bot
import pytest
import random_bot
from dead_drop import Problem
from random_bot import take_turn

from app import rules
from app.computer import choose_move
from app.decks import DECKS
from app.decks.pictures import PICTURES
from tests.api.test_games import plain
from tests.processes import ROOT, until

GAMES = int(os.environ.get("API_GAMES", "3"))  # of each variant


def seated(clients, variant):
    """Let everybody sit down, and start the game; return its code and the clients by seat."""
    seats = rules.VARIANTS[variant].seats
    lobby = clients[0].open_lobby(variant, seat=seats[0], house=["zero"])["code"]
    for client, seat in zip(clients[1:], seats[1:], strict=False):
        client.sit(lobby, seat)
    return clients[0].start(lobby), dict(zip(seats, clients, strict=False))


def play_to_the_end(code, people, dice):
    """Let the seats play at random; return the moves that were accepted, and what each seat saw after each."""
    games = {seat: client.game(code) for seat, client in people.items()}
    moves, seen = [], [{seat: game["view"] for seat, game in games.items()}]
    while not seen[-1][next(iter(people))]["outcome"]:
        seat = dice.choice(games[next(iter(people))]["view"]["turn"])
        move = random_bot.choose_move(games[seat], dice)
        try:
            people[seat].move(code, move, len(moves))
        except Problem as problem:
            if problem.code not in ("clue-doubtful", "clue-refused"):  # the word means something after all
                raise
            continue
        moves.append((seat, move))
        games = {seat: client.game(code) for seat, client in people.items()}
        seen.append({seat: game["view"] for seat, game in games.items()})
    return moves, seen


def check_against_rules(code, people, moves, seen):
    """Fail unless the log has these moves, and each seat has seen what the rules show it after each of them."""
    log = people[next(iter(people))].log(code)
    assert [(each["seat"], each["move"]) for each in log["moves"]] == moves
    table = rules.start(log["deal"])
    for views, move in zip(seen, [*moves, None], strict=True):
        assert views == {seat: plain(table.view(seat)) for seat in people}
        table = table.play(move[0], rules.parse(move[1])) if move else table
    assert plain(table.outcome) == log["outcome"]


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_games_are_those_of_the_rules(new_client, variant):
    dice = random.Random(variant)
    clients = [new_client(name) for name in ("Ann", "Bob", "Cat", "Dan")[: len(rules.VARIANTS[variant].seats)]]
    for _ in range(GAMES):
        code, people = seated(clients, variant)
        moves, seen = play_to_the_end(code, people, dice)
        check_against_rules(code, people, moves, seen)


@pytest.fixture
def bot(tmp_path):
    """Start an example as the README says, with somebody's token; it is ended with the test."""
    with ExitStack() as started:

        def bot(script, client):
            command = [sys.executable, str(ROOT / "clients" / "python" / script), client.site, client.token]
            log = started.enter_context((tmp_path / f"{client.token}.log").open("wb"))
            process = started.enter_context(subprocess.Popen(command, stdout=log, stderr=log, cwd=tmp_path))
            started.callback(process.kill)
            return process

        yield bot


@pytest.mark.parametrize("script", ["random_bot.py", "computer_bot.py"])
def test_the_example_bots_play_all_their_games(new_client, bot, script):
    clients = [new_client(name) for name in ("Ann", "Bob")]
    first, _ = seated(clients, "duet")
    bots = [bot(script, client) for client in clients]
    second, _ = seated(clients, "duet-pictures")
    until(lambda: all(clients[0].game(code)["view"]["outcome"] for code in (first, second)))
    assert [each.poll() for each in bots] == [None, None], "they wait for the next game"


@pytest.mark.parametrize("variant", ["duet", "classic"])
def test_the_bot_that_asks_the_computer_plays_as_it_does(new_client, variant):
    clients = [new_client(name) for name in ("Ann", "Bob", "Cat", "Dan")[: len(rules.VARIANTS[variant].seats)]]
    code, people = seated(clients, variant)
    players = {seat: computer_bot.Player("en") for seat in people}
    while not (game := clients[0].game(code))["view"]["outcome"]:
        for seat in game["view"]["turn"]:
            take_turn(people[seat], people[seat].game(code), players[seat].choose_move)
    log = clients[0].log(code)
    table = rules.start(log["deal"])
    for each in log["moves"]:
        deck = DECKS[{"duet": "en-duet", "classic": "en-base"}[variant]]
        chosen = choose_move(table.view(each["seat"]), log["words"], deck, "en", table.house)
        assert each["move"] == str(chosen)
        table = table.play(each["seat"], rules.parse(each["move"]))


def test_the_computer_s_bot_knows_pictures_by_their_addresses(new_client):
    clients = [new_client(name) for name in ("Ann", "Bob")]
    code, people = seated(clients, "duet-pictures")
    game = people["a"].game(code)
    names = [PICTURES[int(number) - 1].name("en") for number in computer_bot.card_names(game)]
    assert [f"{name} ({place})" for place, name in enumerate(names, 1)] == game["words"]
    assert computer_bot.choose_move(game, "en").startswith("clue ")
