"""Runs the bench command: reads its arguments, finds the boards they name and prints the report."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

from minesweeper.bench.games import CODE, DealtBoards, OtherCodeError, code_of_player, play_all
from minesweeper.bench.report import BenchTally, rate_text, to_json, to_table, won_rate
from minesweeper.bench.results_file import MOST_BOARDS, BenchRun, Merged, SaveError, SaveFile, read_wins
from minesweeper.boards.deal import BoardSeed, usual_first
from minesweeper.boards.formats import MAX_LINE, read_board_lines
from minesweeper.boards.layout import Board
from minesweeper.core.boardspec import SPEC_EXAMPLE, BoardSpec, read_spec
from minesweeper.core.commandline import (
    LONGEST_THINK,
    ArgumentsError,
    add_json,
    check_pretty,
    checked,
    time_up_to,
    whole_number,
)
from minesweeper.core.files import bounded_lines, counted, input_name, open_input
from minesweeper.core.pool import RemoteError, WorkerError
from minesweeper.core.progress import ProgressLine
from minesweeper.core.signals import Stopped, held, signals_as_stops
from minesweeper.core.text import LONGEST_NAME, clean, json_text, plural, quote
from minesweeper.core.times import clock_text
from minesweeper.solvers.players import PLAYERS, PLUG_IN, find_player
from minesweeper.solvers.rollouts import Budget
from minesweeper.storage.settings import PRESETS
from minesweeper.version import VERSION

if TYPE_CHECKING:
    from minesweeper.bench.cluster import Cluster

INTERRUPTED = 130
UNDONE = 1
"""The exit status when not all boards could be played."""
DEFAULT_GAMES = 1000
DEFAULT_SOLVER = "smart"
MOST_EACH = 1_000_000
"""The most boards that can be listed one by one: they are held in memory."""
MOST_JOBS = 256
MOST_ROLLOUTS = 1_000_000
MOST_WAIT = 1_000_000
DEFAULT_WAIT = 30
MOST_CELLS = 1_000_000_000
"""The most cells that the boards of one file may have together: their mines are held in memory, one bit per cell."""

_DEFAULT_SEED = "bench"


class UnfinishedError(ValueError):
    """Reports why a run ended before its last board. Raised after the report of the finished boards."""

    exit_status = UNDONE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
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
    seed = f"make the boards from this text (default: {_DEFAULT_SEED})"
    parser.add_argument("--seed", metavar="TEXT", help=seed)
    jobs = whole_number(1, MOST_JOBS)
    parser.add_argument("--jobs", metavar="N", type=jobs, help="use this many processes (default: 1)")
    cluster = "play on a dask cluster: the address of its scheduler, such as tcp://host:8786, or its scheduler file"
    parser.add_argument("--cluster", metavar="ADDRESS", help=cluster)
    wait = f"wait this long for workers of the cluster, at the start and when all are gone (default: {DEFAULT_WAIT})"
    parser.add_argument("--wait", metavar="SECONDS", type=time_up_to(MOST_WAIT), help=wait)
    parser.add_argument(
        "--boards", metavar="FILE", help="play the boards of a file of JSON lines or codes (- for standard input)"
    )
    against = (
        "compare with another player board by board: a file made by --save or by --json --each; with --boards, also a"
        " file with one line per board that begins with 1 for a win or 0"
    )
    parser.add_argument("--against", metavar="FILE", help=against)
    value = "also estimate the win rate with most of the luck removed, which takes twice the time"
    parser.add_argument("--value", action="store_true", help=value)
    save = (
        "write each result to a file as it comes; run the command again to continue where the file ends, or with a"
        " larger -n to add boards"
    )
    parser.add_argument("--save", metavar="FILE", help=save)
    merge = "play nothing; report on files made by --save together, with each board counted once"
    parser.add_argument("--merge", metavar="FILE", nargs="+", help=merge)
    add_json(parser, "print one JSON object")
    parser.add_argument("--each", action="store_true", help="also print the result of each board")


def _solver(text: str) -> str:
    """Checks the name of a solver. A plug-in is loaded for that."""
    find_player(text)
    return text


@dataclass
class _Job:
    """Describes a run: the boards, the solver and its workers."""

    boards: Sequence[Board | BoardSeed]
    run: BenchRun
    budget: Budget | None
    saved: SaveFile | None
    workers: int | Cluster | None = None
    """The number of processes, or a cluster; None until it is connected, and if nothing is left to play."""
    began: float = field(default_factory=time.monotonic)
    """When the workers were ready; before that, when the search for them began. Seconds of the monotonic clock."""

    @property
    def title(self) -> str:
        """Returns the title of the report."""
        if self.workers is None:
            return _title(self.run)
        who = plural(self.workers, "job") if isinstance(self.workers, int) else self.workers.title
        return f"{_title(self.run)}, {who}"


def _title(run: BenchRun) -> str:
    seed = "" if run.seed is None else f", seed {quote(run.seed)}"
    part = "" if run.begin == 1 else f", from board {run.begin:,}"
    return f"{clean(run.board, LONGEST_NAME)}{seed}{part}, {clean(run.solver, LONGEST_NAME)} solver"


def run(args: argparse.Namespace, presets: Mapping[str, BoardSpec] = PRESETS) -> int:
    """Plays the boards and prints the report. Bad input raises a ValueError before any game is played.

    However the run ends, the finished boards are reported, and the exit status says how it ended.
    """
    check_pretty(args)
    if args.merge is not None:
        return _merge(args)
    if args.cluster is None and args.wait is not None:
        raise ArgumentsError("--wait needs --cluster. Processes of this machine start at once")
    if args.cluster is not None and args.jobs is not None:
        raise ArgumentsError("--jobs can't be combined with --cluster. The cluster has its own workers")
    boards, played = _named_boards(args, presets)
    if args.each and played.wanted > MOST_EACH:
        raise ArgumentsError(
            f"--each lists at most {MOST_EACH:,} boards. Use --save FILE, which holds the result of each"
        )
    theirs = None
    if args.against is not None:
        theirs = read_wins(
            args.against, played, lambda begin, count: _digest(_boards_of_file(args.boards, begin, count))
        )
    budget = _budget(args)
    tally = BenchTally(each=args.each, theirs=theirs, first=played.begin)
    saved = None if args.save is None else SaveFile(args.save, played, partial(_digest_of_first, boards))
    try:
        return _play(_Job(boards, played, budget, saved), tally, args)
    finally:
        if saved is not None:
            saved.close()


def _play(job: _Job, tally: BenchTally, args: argparse.Namespace) -> int:
    """Plays the remaining boards, prints the report even when stopped, and returns the exit status."""
    ended, status = None, 0
    with signals_as_stops():
        try:
            if job.saved is not None:
                _count_saved(job.saved, tally)
            ended = _play_on(job, tally, args)
        except KeyboardInterrupt:
            status = INTERRUPTED
        except Stopped as stop:
            status = stop.exit_status
        try:
            _print(tally, job.run, job.title, args, seconds=time.monotonic() - job.began)
        except OSError as error:
            from minesweeper.core.commandline import exit_status, reader_has_left

            if not reader_has_left(error):
                raise
            exit_status(error)  # the report has no reader; the exit status can still say how the run ended
    if ended is None:
        return status
    if not isinstance(ended, ValueError) or not type(ended).__module__.startswith("minesweeper"):
        raise ended  # a fault of this program
    raise UnfinishedError(_ending_text(ended, job.run.begin + tally.games)) from None


def _ending_text(error: Exception, board: int) -> str:
    """Says why a run ended at a board, and names the worker if it was another machine."""
    if isinstance(error, (WorkerError, SaveError, OtherCodeError)):
        return str(error)
    worker = error.__cause__.worker if isinstance(error.__cause__, RemoteError) else ""
    return f"board {board:,}: {worker} says: {error}" if worker else f"board {board:,}: {error}"


def _count_saved(saved: SaveFile, tally: BenchTally) -> None:
    try:
        with ProgressLine(sys.stderr) as line:
            for board, result in saved.results(line.show):
                tally.add(board, result)
    except (KeyboardInterrupt, Stopped):
        _tell(f"{saved.name} wasn't read to its end. The report covers the boards before that")
        raise


def _play_on(job: _Job, tally: BenchTally, args: argparse.Namespace) -> Exception | None:
    """Plays the remaining boards once there are workers. Returns the error that ended the run early, if any."""
    left = job.boards[tally.games :]
    if not left:
        return None
    try:
        job.workers = _find_workers(args)
        job.began = time.monotonic()
        _play_boards(left, job, job.workers, tally)
    except ArgumentsError:
        raise
    except Exception as error:
        return error
    return None


def _play_boards(boards: Sequence[Board | BoardSeed], job: _Job, workers: int | Cluster, tally: BenchTally) -> None:
    run, saved, before = job.run, job.saved, tally.games
    value = bool(run.options.get("value"))
    results = play_all(boards, run.solver, workers, value=value, budget=job.budget)

    def progress() -> str:
        return _progress(tally, run.wanted, before, time.monotonic() - job.began)

    with closing(results) as games, ProgressLine(sys.stderr, elsewhere=True) as line:
        line.keep_showing(progress)
        for result in games:
            board = run.begin + tally.games
            with held():  # a board is saved and counted, or neither
                if saved is not None:
                    saved.add(board, result)
                tally.add(board, result)
            if line.is_due:
                line.show(progress())


def _progress(tally: BenchTally, wanted: int, before: int, seconds: float) -> str:
    """Returns the text of the progress line. ``before`` boards were done already; the others took ``seconds``."""
    wins, games = tally.wins, tally.games  # wins first: another thread may be counting
    done = f"{games:,} of {wanted:,}: "
    if not games:
        return f"{done}none done yet"
    left = f", {clock_text(seconds / (games - before) * (wanted - games))} left" if games > before else ""
    return f"{done}{rate_text(won_rate(wins, games), 1, ' won')}{left}"


def _merge(args: argparse.Namespace) -> int:
    """Prints one report about the boards of several files."""
    names = "board solver budget rollouts n begin seed first jobs cluster wait boards against value save"
    for name in names.split():
        if getattr(args, name) not in (None, False):
            option = {"board": "BOARD", "n": "-n", "begin": "--from"}.get(name, f"--{name}")
            raise ArgumentsError(f"{option} can't be combined with --merge. The files name their boards and solver")
    tally = BenchTally(each=args.each)
    with ProgressLine(sys.stderr) as line:
        merged = Merged(args.merge, line.show)
        for board, result in merged.results():
            tally.add(board, result)
            if args.each and tally.games > MOST_EACH:
                raise ArgumentsError(f"--each lists at most {MOST_EACH:,} boards. The files hold the result of each")
    _print(tally, merged.run, _title(merged.run), args, missing=merged.missing)
    return 0


def _print(
    tally: BenchTally,
    played: BenchRun,
    title: str,
    args: argparse.Namespace,
    *,
    seconds: float | None = None,
    missing: Sequence[tuple[int, int]] = (),
) -> None:
    if args.json:
        named = played.named(tally.games) | ({"missing": missing} if missing else {})
        print(json_text(to_json(tally, named), pretty=args.pretty), flush=True)
    else:
        print("\n".join(to_table(tally, title, played.wanted, seconds, missing, played.look)), flush=True)


def _budget(args: argparse.Namespace) -> Budget | None:
    """Returns the limits for thinking; None if no option sets one."""
    if args.budget is None and args.rollouts is None:
        return None
    if args.solver != "deep":
        solver = args.solver or DEFAULT_SOLVER
        raise ArgumentsError(f"--budget and --rollouts limit the solver deep only, not {solver}. Add --solver deep")
    return Budget(rollouts=args.rollouts) if args.budget is None else Budget(args.budget)


def _find_workers(args: argparse.Namespace) -> int | Cluster:
    """Returns the number of processes that play, or the cluster."""
    if args.cluster is None:
        return args.jobs or 1
    from minesweeper.bench.cluster import AddressError, Cluster

    try:
        cluster = Cluster(args.cluster, DEFAULT_WAIT if args.wait is None else args.wait, _tell)
    except AddressError as error:
        raise ArgumentsError(str(error)) from None
    if args.solver is not None and args.solver not in PLAYERS:
        try:
            cluster.try_player(args.solver)
        except BaseException:
            cluster.close(())
            raise
    return cluster


def _tell(text: str) -> None:
    """Prints a message above the progress line."""
    if sys.stderr.isatty():
        text = f"\r{text:<79}"
    print(text, file=sys.stderr, flush=True)


# Boards


def _named_boards(
    args: argparse.Namespace, presets: Mapping[str, BoardSpec]
) -> tuple[Sequence[Board | BoardSeed], BenchRun]:
    """Returns the boards that the arguments name, and the run that they make."""
    solver = args.solver or DEFAULT_SOLVER
    options = {"rollouts": args.rollouts, "budget": args.budget, "value": args.value or None}
    played = BenchRun(
        board="",
        digest=None,
        seed=None,
        first=None,
        start=None,
        solver=solver,
        options={name: value for name, value in options.items() if value is not None},
        version=VERSION,
        code=CODE,
        player_code=code_of_player(solver),
        begin=args.begin or 1,
        wanted=args.n or DEFAULT_GAMES,
    )
    if args.boards is None:
        if args.board is None:
            raise ArgumentsError(f"name a board: {', '.join(presets)}, {SPEC_EXAMPLE}, or --boards FILE")
        spec = presets.get(args.board.lower()) or read_spec(args.board, presets)
        return _dealt_boards(spec, args, played)
    for name, value in (("BOARD", args.board), ("--seed", args.seed), ("--first", args.first)):
        if value is not None:
            raise ArgumentsError(f"{name} can't be combined with --boards. The file holds whole boards")
    boards = _boards_of_file(args.boards, played.begin, args.n)
    name = clean(args.boards, LONGEST_NAME)
    return boards, played._replace(board=name, digest=_digest(boards), wanted=len(boards))


def _digest_of_first(boards: Sequence[Board | BoardSeed], count: int) -> str | None:
    """Returns the fingerprint of the first boards of a file; None for dealt boards, which their seed identifies."""
    if isinstance(boards, DealtBoards):
        return None
    return _digest(board for board in boards[:count] if isinstance(board, Board))


def _digest(boards: Iterable[Board]) -> str:
    total = sha256()
    for board in boards:
        grid = board.layout.grid
        total.update(f"{grid.width} {grid.height} {board.first} {board.layout.mines:x}\n".encode())
    return total.hexdigest()


def _dealt_boards(spec: BoardSpec, args: argparse.Namespace, played: BenchRun) -> tuple[DealtBoards, BenchRun]:
    seed = _DEFAULT_SEED if args.seed is None else str(args.seed)
    opening = args.first != "safe"
    start = usual_first(spec, opening=opening)
    numbers = range(played.begin, played.end + 1)
    first = "open" if opening else "safe"
    boards = DealtBoards(spec, start, seed, opening, numbers)
    return boards, played._replace(board=str(spec), seed=seed, first=first, start=spec.grid.row_col(start))


def _boards_of_file(path: str, begin: int, count: int | None) -> list[Board]:
    """Reads ``count`` boards of a file from board ``begin`` on, by default all of them. Checks every line."""
    source, boards, cells = input_name(path), list[Board](), 0
    with open_input(path) as stream, ProgressLine(sys.stderr) as line:
        lines = counted(bounded_lines(stream, MAX_LINE), "lines read", line.show, every=1)
        end = None if count is None else begin - 1 + count
        for board in islice(read_board_lines(lines, source), begin - 1, end):
            cells += board.layout.grid.size
            if cells > MOST_CELLS:
                raise ArgumentsError(f"{source} has more than {MOST_CELLS:,} cells. Choose fewer boards with -n")
            boards.append(board)
    if not boards:
        raise ArgumentsError(f"{source} has no boards" if begin == 1 else f"{source} has no board {begin:,}")
    return boards
