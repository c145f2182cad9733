"""What the computer's tables take of a process's memory."""

import os

from app.computer.fallback import PackedWords
from tests import fork_server
from tests.processes import ROOT

MOST_MEGABYTES = 15
PROGRAM = """
import gc, tracemalloc
from app.computer.associations import load
from app.computer.cards import LANGUAGES

assert not load.cache_info().currsize
tracemalloc.start()
for language in LANGUAGES:
    known = load(language)
    known.known_form("zyzzyva")  # a word that no list has: looked up by its stems
    list(known.suggestions("zyzzyva"))  # a card without a line: looked up in the fallback
    gc.collect()
    print(language, tracemalloc.get_traced_memory()[0])
"""


def test_the_tables_of_all_languages_together_are_small():
    """In a fresh process, with everything that is built when it is first asked for."""
    done = fork_server.server().run(["-c", PROGRAM], ROOT, os.environ)  # the tables of this process may be loaded
    told = done.stdout.decode()
    totals = [int(line.split()[1]) for line in told.splitlines()]
    assert len(totals) == 3
    assert totals[-1] <= MOST_MEGABYTES * 1_000_000, told


def test_packed_words_are_the_words():
    packed = PackedWords("abbé\nchat\nété".encode())
    assert [packed[place] for place in range(len(packed))] == ["abbé", "chat", "été"]
    assert len(PackedWords()) == 0
