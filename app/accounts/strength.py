"""How many tries a password withstands, by zxcvbn: common passwords, words, names, dates, rows of keys."""

from threading import Lock

from zxcvbn import zxcvbn

LONGEST = 20  # characters that are looked at: the time grows steeply with them, and a longer password is no weaker
SHORTEST_PART = 3  # characters of a part of a name
EXPECTED = ("deaddrop", "dead drop", "dead-drop", "codenames", "code names", "tiamo", "forza", "пароль", "йцукен")

_one_at_a_time = Lock()  # zxcvbn keeps the expected words in a global variable


def guesses(password: str, name: str) -> float:
    """Return after how many tries somebody would find this password who knows the name and the site."""
    expected = [name, name.replace(" ", ""), *name.split(), *EXPECTED]
    with _one_at_a_time:
        found = zxcvbn(password[:LONGEST], [word for word in expected if len(word) >= SHORTEST_PART])
    return float(found["guesses"])
