"""The account of a run: what was acknowledged is in the log once; each game is the replay of its log, and the model."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from app import rules
from tests.faults.history import find_violations
from tests.faults.player import DONE, REFUSED, UNKNOWN, Game
from tests.faults.stage import Reach
from tests.faults.standstill import Span, find_standstills, longest

LOG = "SELECT code, seq, seat, text FROM moves JOIN games ON game_id = id ORDER BY game_id, seq"
ROWS = "SELECT code, deal, version, phase, turn, winner, reason, finished_at IS NOT NULL FROM games"


@dataclass
class Ledger:
    """The figures of a run; the last five are to be nought."""

    seed: int
    disk: str = ""
    games: Counter[str] = field(default_factory=Counter)  # by variant
    moves: int = 0
    answers: Counter[str] = field(default_factory=Counter)  # by status; "none" were lost
    faults: Counter[str] = field(default_factory=Counter)  # by kind
    standstills: Sequence[Span] = ()
    seconds: float = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)
    unordered: list[str] = field(default_factory=list)  # in no order that the times of requests and answers allow
    wrong: list[str] = field(default_factory=list)

    @property
    def failures(self) -> list[str]:
        """All that should not be."""
        return [each for found in self._found.values() for each in found]

    @property
    def _found(self) -> dict[str, list[str]]:
        return {
            "lost": self.lost,
            "doubled": self.doubled,
            "differing": self.differing,
            "out of order": self.unordered,
            "wrong answers": self.wrong,
        }

    def __str__(self) -> str:
        lines = [
            f"seed {self.seed}, {self.seconds:.0f} s, disk: {self.disk}",
            f"games {self.games.total():6}  ({_counts(self.games)})",
            f"moves {self.moves:6}",
            f"sent  {self.answers.total():6}  ({_counts(self.answers)})",
            f"faults{self.faults.total():6}",
            *(f"  {count:4}  {name}" for name, count in sorted(self.faults.items())),
            f"longest stand-still {longest(self.standstills):.1f} s",
        ]
        examples = [each for found in self._found.values() for each in found[:10]]
        return "\n".join([*lines, *(f"{name} {len(found)}" for name, found in self._found.items()), *examples])


async def check(ledger: Ledger, stage: Reach, games: Sequence[Game]) -> None:
    """Compare every game with its log and with the model."""
    logs: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
    for code, seq, seat, text in await stage.sql(LOG):
        logs[code].append((seq, seat, text))
    rows = {row[0]: row[1:] for row in await stage.sql(ROWS)}
    ledger.standstills = list(find_standstills((sent for game in games for sent in game.sent), DONE))
    for game in games:
        log = logs[game.code]
        ledger.games[game.plan.variant] += 1
        ledger.moves += len(log)
        _check_log(ledger, game, log)
        _settle(game, log)
        found = find_violations(log, game.sent, game.read, {DONE, REFUSED})
        ledger.unordered += [f"{game.path}: {each}" for each in found]
        if game.code in rows:
            _check_table(ledger, game, log, rows[game.code])
        else:
            ledger.lost.append(f"{game.path}: the whole game")


def _check_log(ledger: Ledger, game: Game, log: Sequence[tuple[int, str, str]]) -> None:
    """Each acknowledged move once, each unknown one once or not at all, and nothing else."""
    heard = defaultdict(list)
    for sent in game.sent:
        heard[sent.seen + 1, sent.seat, sent.text].append(sent.heard)
    for move, words in heard.items():
        if DONE in words and move not in log:
            ledger.lost.append(f"{game.path}: {move} was acknowledged")
        if words.count(DONE) > 1:
            ledger.doubled.append(f"{game.path}: {move} was acknowledged twice")
    for move in log:
        if set(heard[move]) <= {REFUSED}:
            ledger.doubled.append(f"{game.path}: {move} was played, and heard was {heard[move]}")


def _settle(game: Game, log: Sequence[tuple[int, str, str]]) -> None:
    """Play in the model too what was sent when the evening broke off, if it was played: nobody heard so."""
    last = log[-1] if log else None
    under_way = {(sent.seen + 1, sent.seat, sent.text) for sent in game.sent if sent.heard == UNKNOWN}
    if game.table.outcome is None and last in under_way and len(log) == len(game.moves) + 1:
        game.go_on(last[1], rules.parse(last[2]))


def _check_table(ledger: Ledger, game: Game, log: Sequence[tuple[int, str, str]], row: tuple[object, ...]) -> None:
    """The log replayed is the row, and the model."""
    moves = [(seat, text) for _, seat, text in log]
    if [seq for seq, _, _ in log] != list(range(1, len(log) + 1)) or moves != game.moves:
        ledger.differing.append(f"{game.path}: log {log}, model {game.moves}")
        return
    table = rules.replay(row[0], moves)  # type: ignore[arg-type]
    outcome = table.outcome
    told = (outcome.winner, outcome.reason, True) if outcome else (None, None, False)
    if table != game.table or row[1:] != (table.version, table.phase, list(table.turn), *told):
        ledger.differing.append(f"{game.path}: row {row[1:]}, replay {table.version} {table.phase} {told}")


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counter.items()))
