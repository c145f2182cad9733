"""How the advice on clues is judged in every language: by tables of pairs, a card a line with its clues behind it."""


def pairs(*tables):
    """The cards and clues of some tables."""
    lines = [line.partition(": ") for table in tables for line in table.split("\n") if line]
    return [(card, clue) for card, _, clues in lines for clue in clues.split()]


def missing(table, known):
    """The words of a table with those of the words beside them that are not among what is known of them."""
    return [(word, other) for word, others in table.items() for other in others.split() if other not in known(word)]


def present(table, known):
    """The words of a table with those of the words beside them that are among what is known of them."""
    return [(word, other) for word, others in table.items() for other in others.split() if other in known(word)]


def share(asked, accepted):
    """The share of answers that are accepted, and the pairs which are not."""
    wrong = [pair for pair, answer in asked.items() if answer not in accepted]
    return 1 - len(wrong) / len(asked), wrong


def judge(said, *tables):
    """Print how `said` answers tables of what is to be refused, doubted and allowed, and hold it to the figures asked.

    Return the share of the allowed of which nothing is said, and the others of them.
    """
    forms, relatives, others = ({pair: said(*pair) for pair in pairs(table)} for table in tables)
    refused, missed = share(forms, {"refused"})
    doubted, unnoticed = share(relatives, {"doubtful"})
    not_refused, false = share(relatives | others, {"doubtful", "allowed"})
    quiet, noisy = share(others, {"allowed"})
    figures = (
        f"{len(forms)} forms: {refused:.1%} refused. {len(relatives)} relatives: {doubted:.1%} doubtful. "
        f"{len(relatives | others)} others: {1 - not_refused:.1%} refused. "
        f"{len(others)} by chance: {quiet:.1%} unnoticed."
    )
    print(figures)  # noqa: T201 - for who runs pytest with -s
    assert not false, false
    assert refused >= 0.95, missed
    assert doubted >= 0.80, unnoticed
    return quiet, noisy
