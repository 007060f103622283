"""The command `bench`: plays many boards with one player, and prints a report.

It finds the boards that the arguments name, plays them on processes or on a cluster, and may save each result to a file
to continue later. However a run ends, the boards that were finished are reported. `games` plays the boards,
`results_file` saves their results, and `tally` sums them up.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

from minesweeper.bench.games import CODE, DealtBoards, code_of_player, play_all
from minesweeper.bench.results_file import MOST_BOARDS, BenchRun, Merged, SaveError, SaveFile, read_wins
from minesweeper.bench.tally import BenchTally, rate_text, to_json, to_table, won_rate
from minesweeper.boards.deal import BoardSeed, usual_first
from minesweeper.boards.formats import MAX_LINE, read_board_lines
from minesweeper.boards.layout import Board
from minesweeper.core.boardspec import SPEC_EXAMPLE, read_spec
from minesweeper.core.commandline import (
    LONGEST_THINK,
    ArgumentsError,
    add_json,
    checked,
    time_up_to,
    whole_number,
)
from minesweeper.core.files import STANDARD_INPUT, OutputError, bounded_lines, input_name, open_input
from minesweeper.core.late import LateModule
from minesweeper.core.pool import WorkerError
from minesweeper.core.progress import progress_line
from minesweeper.core.signals import delay_stops, signals_as_stops
from minesweeper.core.text import LONGEST_NAME, clean, json_text, plural, quote
from minesweeper.core.times import clock_text
from minesweeper.solvers.players import PLAYERS, PLUG_IN, find_player
from minesweeper.solvers.rollouts import Budget
from minesweeper.storage.settings import PRESETS
from minesweeper.version import VERSION

if TYPE_CHECKING:
    from minesweeper.bench import cluster
else:
    cluster = LateModule("minesweeper.bench.cluster")

DEFAULT_GAMES = 1000
DEFAULT_SOLVER = "smart"
MOST_JOBS = 256
MOST_ROLLOUTS = 1_000_000
MOST_WAIT = 1_000_000
DEFAULT_WAIT = 30
MOST_CELLS = 1_000_000_000
"""The most cells that the boards of one file may have together. Their mines stay in memory, with one bit per cell."""

_DEFAULT_SEED = "bench"


class UnfinishedError(ValueError):
    """The reason why a run ended before its last board. It is raised after the report of the finished boards."""

    exit_status = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    board = f"{', '.join(PRESETS)}, or {SPEC_EXAMPLE}; leave it out with --boards".replace("%", "%%")
    parser.add_argument("board", metavar="BOARD", nargs="?", help=board)
    solver = f"let this solver play: {', '.join(PLAYERS)}, or your own {PLUG_IN} (default: {DEFAULT_SOLVER})"
    parser.add_argument("--solver", metavar="SOLVER", type=checked(_solver), help=solver)
    budget = parser.add_mutually_exclusive_group()
    seconds = "let deep think this long about a guess (default: 1)"
    budget.add_argument("--budget", metavar="SECONDS", type=time_up_to(LONGEST_THINK, above_0=True), help=seconds)
    rollouts = "limit deep by roll-outs per candidate instead of seconds: same results on every machine"
    budget.add_argument("--rollouts", metavar="N", type=whole_number(1, MOST_ROLLOUTS), help=rollouts)
    count = whole_number(1, MOST_BOARDS)
    parser.add_argument(
        "-n", metavar="N", type=count, help=f"play this many boards (default: {DEFAULT_GAMES}, or the whole file)"
    )
    begin = "start at this board (default: 1), to play a long series in parts"
    parser.add_argument("--from", dest="begin", metavar="NUMBER", type=count, help=begin)
    first = "open: the first cell opens a region; safe: it is a corner without a mine (default: open)"
    parser.add_argument("--first", choices=("open", "safe"), help=first)
    fair = "play fair boards: a guess survives where nothing can be proved, and hits a mine where something can"
    parser.add_argument("--fair", action="store_true", help=fair)
    seed = f"make the boards from this text (default: {_DEFAULT_SEED})"
    parser.add_argument("--seed", metavar="TEXT", help=seed)
    workers = parser.add_mutually_exclusive_group()
    jobs = whole_number(1, MOST_JOBS)
    workers.add_argument("--jobs", metavar="N", type=jobs, help="use this many processes (default: 1)")
    cluster = "play on a dask cluster: the address of its scheduler, such as tcp://host:8786, or its scheduler file"
    workers.add_argument("--cluster", metavar="ADDRESS", help=cluster)
    wait = f"wait this long for workers of the cluster, at the start and when all are gone (default: {DEFAULT_WAIT})"
    parser.add_argument("--wait", metavar="SECONDS", type=time_up_to(MOST_WAIT), help=wait)
    parser.add_argument(
        "--boards", metavar="FILE", help="play the boards of a file of JSON lines or codes (- for standard input)"
    )
    against = (
        "compare with another player board by board: a file made by --save; with --boards, also a file with one line"
        " per board that begins with 1 for a win or 0"
    )
    parser.add_argument("--against", metavar="FILE", help=against)
    value = "also estimate the win rate with most of the luck removed, which takes twice the time"
    parser.add_argument("--value", action="store_true", help=value)
    save = "write each result to a file as it comes; run the command again to continue where the file ends"
    parser.add_argument("--save", metavar="FILE", help=save)
    merge = "play nothing; report on files made by --save together, with each board counted once"
    parser.add_argument("--merge", metavar="FILE", nargs="+", help=merge)
    add_json(parser, "print one JSON object")
    parser.add_argument("--each", action="store_true", help="also print the result of each board")


def _solver(text: str) -> str:
    """Checks the name of a player, so that a wrong one is refused before anything else is done.

    A plug-in is loaded for that.
    """
    find_player(text)
    return text


def run(args: argparse.Namespace) -> int:
    """Plays the boards and prints the report.

    Bad arguments raise a ValueError before any game is played. However the run ends, it first reports the finished
    boards. After that, signals and errors end the program as they do everywhere.
    """
    if args.merge is not None:
        return _merge(args)
    if args.cluster is None and args.wait is not None:
        raise ArgumentsError(
            "--wait works only with --cluster, because processes of this machine start at once. Leave it out"
        )
    args.solver = args.solver or DEFAULT_SOLVER
    boards, played = _named_boards(args)
    theirs = None if args.against is None else read_wins(args.against, played)
    tally = BenchTally(each=args.each, theirs=theirs, first=played.begin)
    playing = _Playing(args, boards, played, _budget(args), tally)
    with nullcontext() if args.save is None else closing(SaveFile(args.save, played)) as saved:
        playing.play(saved)
    return 0


@dataclass
class _Playing:
    """A run while it is being played."""

    args: argparse.Namespace
    boards: Sequence[Board | BoardSeed]
    run: BenchRun
    budget: Budget | None
    tally: BenchTally
    workers: str = ""
    began: float = field(default_factory=time.monotonic)

    @signals_as_stops()
    def play(self, saved: SaveFile | None) -> None:
        """Counts the boards that `saved` has already, plays the others, and prints the report even if it is stopped."""
        try:
            if saved is not None:
                with progress_line(lambda: f"{self.tally.games:,} results read"):
                    for board, result in saved.results():
                        self.tally.add(board, result)
            if self.tally.games < self.run.wanted:
                self._play_rest(saved)
        except (ArgumentsError, SaveError):
            raise
        except BaseException as error:
            self._report()
            if not isinstance(error, ValueError) or not type(error).__module__.startswith("minesweeper"):
                raise  # Signals and faults of this program are raised again, so that they end it as everywhere.
            where = "" if isinstance(error, _NO_BOARD) else f"board {self.run.begin + self.tally.games:,}: "
            raise UnfinishedError(f"{where}{error}") from None
        self._report()

    def _play_rest(self, saved: SaveFile | None) -> None:
        """Plays the boards that aren't counted yet."""
        run, tally = self.run, self.tally
        workers = _find_workers(self.args)
        self.workers = f", {plural(workers, 'job') if isinstance(workers, int) else workers.title}"
        self.began, before = time.monotonic(), tally.games
        value = bool(run.options.get("value"))
        is_fair = bool(run.options.get("fair"))
        results = play_all(self.boards[before:], run.solver, workers, value=value, budget=self.budget, is_fair=is_fair)

        def progress() -> str:
            return _progress(tally, run.wanted, before, time.monotonic() - self.began)

        with closing(results) as games, progress_line(progress, elsewhere=True):
            for result in games:
                board = run.begin + tally.games
                with delay_stops():  # Signals wait here, so that a board is both saved and counted, or neither.
                    if saved is not None:
                        saved.add(board, result)
                    tally.add(board, result)

    def _report(self) -> None:
        title = _title(self.run) + self.workers
        _print(self.tally, self.run, title, self.args, seconds=time.monotonic() - self.began)


_NO_BOARD = (WorkerError, OutputError)
"""Errors that aren't the fault of a certain board, so their message doesn't name one."""


def _title(run: BenchRun) -> str:
    """The boards and the player in words, as the first line of the report."""
    seed = "" if run.seed is None else f", seed {quote(run.seed)}"
    part = "" if run.begin == 1 else f", from board {run.begin:,}"
    fair = " fair boards" if run.options.get("fair") else ""
    return f"{clean(run.board, LONGEST_NAME)}{fair}{seed}{part}, {clean(run.solver, LONGEST_NAME)} solver"


def _progress(tally: BenchTally, wanted: int, before: int, seconds: float) -> str:
    """The text of the progress line.

    ``before`` boards were finished already when the run began, and the others have taken ``seconds``.
    """
    # The wins are read first, because another thread may be counting a board: the text must never show more wins than
    # games.
    wins, games = tally.wins, tally.games
    progress = f"{games:,} of {wanted:,}: "
    if not games:
        return f"{progress}none done yet"
    time_left = f", {clock_text(seconds / (games - before) * (wanted - games))} left" if games > before else ""
    return f"{progress}{rate_text(won_rate(wins, games), 1, ' won')}{time_left}"


def _merge(args: argparse.Namespace) -> int:
    """Prints one report about the boards of several files."""
    names = "board solver budget rollouts n begin seed first fair jobs cluster wait boards against value save"
    _refuse(args, names.split(), "--merge. The files name their boards and solver")
    tally = BenchTally(each=args.each)
    merged = Merged(args.merge)
    with progress_line(lambda: f"{tally.games:,} results read"):
        for board, result in merged.results():
            tally.add(board, result)
    _print(tally, merged.run, _title(merged.run), args, missing=merged.missing)
    return 0


def _refuse(args: argparse.Namespace, names: Iterable[str], reason: str) -> None:
    """Raises ArgumentsError if one of the named arguments is given. `reason` says what they can't be combined with."""
    for name in names:
        if getattr(args, name) not in (None, False):
            option = {"board": "BOARD", "n": "-n", "begin": "--from"}.get(name, f"--{name}")
            raise ArgumentsError(f"{option} can't be combined with {reason}")


def _print(
    tally: BenchTally,
    played: BenchRun,
    title: str,
    args: argparse.Namespace,
    *,
    seconds: float | None = None,
    missing: Sequence[tuple[int, int]] = (),
) -> None:
    """Prints the report, as JSON or as lines for a person."""
    if args.json:
        named = played.named(tally.games) | ({"missing": missing} if missing else {})
        print(json_text(to_json(tally, named), pretty=args.pretty), flush=True)
    else:
        print("\n".join(to_table(tally, title, played.wanted, seconds, missing)), flush=True)


def _budget(args: argparse.Namespace) -> Budget | None:
    """How much `deep` may think, or None if the arguments don't limit it.

    Raises ArgumentsError for any other player.
    """
    if args.budget is None and args.rollouts is None:
        return None
    if args.solver != "deep":
        raise ArgumentsError("--budget and --rollouts limit the solver deep only. Add --solver deep")
    return Budget(rollouts=args.rollouts) if args.budget is None else Budget(args.budget)


def _find_workers(args: argparse.Namespace) -> int | cluster.Cluster:
    """The number of processes that play, or the cluster."""
    if args.cluster is None:
        return args.jobs or 1
    wait = DEFAULT_WAIT if args.wait is None else args.wait
    return cluster.Cluster(args.cluster, wait, None if args.solver in PLAYERS else args.solver)


# Boards


def _named_boards(args: argparse.Namespace) -> tuple[Sequence[Board | BoardSeed], BenchRun]:
    """The boards that the arguments name, and the run that they make.

    Raises ArgumentsError if they name no board, or if they contradict each other.
    """
    if args.fair:
        _refuse(args, ("value", "budget", "rollouts"), "--fair. The odds of a guess decide nothing on a fair board")
    options = {
        "rollouts": args.rollouts,
        "budget": args.budget,
        "value": args.value or None,
        "fair": args.fair or None,
    }
    begin, wanted = args.begin or 1, args.n or DEFAULT_GAMES
    boards: Sequence[Board | BoardSeed]
    if args.boards is not None:
        _refuse(args, ("board", "seed", "first", "fair"), "--boards. The file holds whole boards")
        name, seed, first, start = clean(args.boards, LONGEST_NAME), None, None, None
        boards, digest = _boards_of_file(args.boards, begin, args.n)
    elif args.board is not None:
        spec = PRESETS.get(args.board.lower()) or read_spec(args.board, PRESETS)
        name, seed, first = str(spec), _DEFAULT_SEED if args.seed is None else args.seed, args.first or "open"
        cell = usual_first(spec, opening=first == "open")
        start, digest = spec.grid.row_col(cell), None
        boards = DealtBoards(spec, cell, seed, first == "open", range(begin, begin + wanted))
    else:
        raise ArgumentsError(f"bench needs a board. Use {', '.join(PRESETS)}, {SPEC_EXAMPLE}, or --boards FILE")
    return boards, BenchRun(
        board=name,
        digest=digest,
        seed=seed,
        first=first,
        start=start,
        solver=args.solver,
        options={name: value for name, value in options.items() if value is not None},
        version=VERSION,
        code=CODE,
        player_code=code_of_player(args.solver),
        begin=begin,
        wanted=len(boards),
    )


def _boards_of_file(path: str, begin: int, count: int | None) -> tuple[list[Board], str]:
    """Reads ``count`` boards of a file, beginning with board number ``begin``, and the fingerprint of the whole file.
    By default it reads all boards.

    Lines after the last of these boards aren't checked. If the file is standard input, they aren't even read.
    """
    source, boards, digest = input_name(path), list[Board](), sha256()

    def lines() -> Iterator[bytes]:
        for line in bounded_lines(stream, MAX_LINE):
            digest.update(line)
            yield line

    with open_input(path) as stream, progress_line(lambda: f"{len(boards):,} boards read"):
        read = lines()
        end = None if count is None else begin - 1 + count
        cells = 0
        for board in islice(read_board_lines(read, source), begin - 1, end):
            cells += board.layout.grid.size
            if cells > MOST_CELLS:
                raise ArgumentsError(f"{source} has more than {MOST_CELLS:,} cells. Choose fewer boards with -n")
            boards.append(board)
        if path != STANDARD_INPUT:  # Standard input may be endless, so it isn't read to its end.
            deque(read, maxlen=0)
    if not boards:
        raise ArgumentsError(f"{source} has no boards" if begin == 1 else f"{source} has no board {begin:,}")
    return boards, digest.hexdigest()
