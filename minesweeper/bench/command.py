"""The bench command: its arguments, the boards they name, and the report of what a solver made of them."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from math import ceil
from typing import IO, Any

from minesweeper.bench.figures import Estimate, adjust_for_luck, compare, mean_of, wilson_interval
from minesweeper.bench.games import Result, play_all
from minesweeper.boards.deal import BoardSeed, usual_first
from minesweeper.boards.formats import MAX_LINE, read_board_lines
from minesweeper.boards.layout import Board
from minesweeper.core.arguments import add_json, check_pretty, whole_number
from minesweeper.core.inputs import bounded_lines, counted, input_name, open_input
from minesweeper.core.pool import Workers
from minesweeper.core.printing import json_text
from minesweeper.core.progress import ProgressLine
from minesweeper.core.specs import SPEC_EXAMPLE, BoardSpec, read_spec
from minesweeper.core.text import LONGEST_NAME, clean, plural, quote
from minesweeper.solvers.deep import Budget
from minesweeper.solvers.own import PLUG_IN, find_player
from minesweeper.solvers.players import PLAYERS, PlayerError
from minesweeper.storage.settings import PRESETS

INTERRUPTED = 130
DEFAULT_GAMES = 1000
MOST_GAMES = 1_000_000
MOST_JOBS = 256
MOST_ROLLOUTS = 1_000_000
MOST_SECONDS = 3600
MOST_CELLS = 1_000_000_000
"""So many cells may the boards of one file have together: their mines are held in memory, a bit for each cell."""

_DEFAULT_SEED = "bench"


class BenchError(ValueError):
    """Arguments that don't go together, or a file that can't be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the bench command to its parser."""
    board = f"{', '.join(PRESETS)}, or {SPEC_EXAMPLE}; none with --boards".replace("%", "%%")
    parser.add_argument("board", metavar="BOARD", nargs="?", help=board)
    solver = f"who plays: {', '.join(PLAYERS)}, or {PLUG_IN} of your own (default: smart)"
    parser.add_argument("--solver", metavar="SOLVER", type=_solver, default="smart", help=solver)
    budget = parser.add_mutually_exclusive_group()
    seconds = "how long deep may think about a guess (default: 1)"
    budget.add_argument("--budget", metavar="SECONDS", type=_seconds, help=seconds)
    rollouts = "the same as a number of roll-outs: the results are then the same on any machine"
    budget.add_argument("--rollouts", metavar="N", type=whole_number(1, MOST_ROLLOUTS), help=rollouts)
    count = whole_number(1, MOST_GAMES)
    parser.add_argument("-n", metavar="N", type=count, help=f"how many boards (default: {DEFAULT_GAMES}, or all)")
    first = "the first cell opens a region (the default), or is a corner that is no mine"
    parser.add_argument("--first", choices=("open", "safe"), help=first)
    seed = f"the same text gives the same boards (default: {_DEFAULT_SEED})"
    parser.add_argument("--seed", metavar="TEXT", help=seed)
    jobs = whole_number(1, MOST_JOBS)
    parser.add_argument("--jobs", metavar="N", type=jobs, help="worker processes (default: 1)")
    cluster = "play on the workers of a dask cluster, by the address of its scheduler, such as tcp://host:8786"
    parser.add_argument("--cluster", metavar="ADDRESS", help=cluster)
    parser.add_argument(
        "--boards", metavar="FILE", help="play the boards of a file of JSON lines or codes; - is the input"
    )
    against = "compare board by board with another player: a line a board, the first digit 1 if it won; with --boards"
    parser.add_argument("--against", metavar="FILE", help=against)
    value = "also estimate the win rate with most of the luck taken out; takes twice the time"
    parser.add_argument("--value", action="store_true", help=value)
    add_json(parser, "print one JSON object")
    parser.add_argument("--each", action="store_true", help="also say what became of each board")


def _solver(text: str) -> str:
    """The name of a solver that can be used; one of the user's own is loaded to see that."""
    try:
        find_player(text)
    except PlayerError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _seconds(text: str) -> float:
    """A time above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"{quote(text, 20)} is no time: a number of seconds up to {MOST_SECONDS} is needed"
        )
    return seconds


def run(args: argparse.Namespace, presets: Mapping[str, BoardSpec] = PRESETS) -> int:
    """Plays the boards and prints the report; bad input raises a ValueError before any game is played."""
    check_pretty(args)
    boards, what = _named_boards(args, presets)
    theirs = _wins_of_file(args, len(boards)) if args.against is not None else None
    budget = _budget(args)
    workers = _workers(args)
    results: list[Result] = []
    interrupted = False
    began = time.monotonic()
    try:
        with closing(
            _with_progress(
                play_all(boards, args.solver, workers, value=args.value, budget=budget), len(boards), sys.stderr
            )
        ) as games:
            for result in games:
                results.append(result)  # noqa: PERF402  what is there counts when Ctrl-C comes
    except KeyboardInterrupt:
        interrupted = True
    if args.json:
        print(json_text(to_json(results, each=args.each, theirs=theirs), pretty=args.pretty))
    else:
        jobs = workers if isinstance(workers, int) else workers.width
        title = f"{what}, {args.solver} solver, {plural(jobs, 'job')}"
        print("\n".join(to_table(results, len(boards), title, time.monotonic() - began, each=args.each, theirs=theirs)))
    return INTERRUPTED if interrupted else 0


def _budget(args: argparse.Namespace) -> Budget | None:
    """How long to think; None if nothing is said about it."""
    if args.budget is None and args.rollouts is None:
        return None
    if args.solver != "deep":
        raise BenchError(f"--budget and --rollouts are for deep: {args.solver} takes as long as it needs")
    return Budget(rollouts=args.rollouts) if args.budget is None else Budget(args.budget)


def _workers(args: argparse.Namespace) -> int | Workers:
    """Who plays: so many processes, or the workers of a cluster."""
    if args.cluster is None:
        return args.jobs or 1
    if args.jobs is not None:
        raise BenchError("--jobs and --cluster don't go together: the cluster has its own workers")
    from minesweeper.bench.cluster import Cluster

    cluster = Cluster(args.cluster)
    if args.solver not in PLAYERS:
        cluster.send_player(args.solver)
    return cluster


# Which boards


def _named_boards(
    args: argparse.Namespace, presets: Mapping[str, BoardSpec]
) -> tuple[Sequence[Board | BoardSeed], str]:
    """The boards that the arguments name, and what to call them."""
    if args.boards is None:
        if args.board is None:
            raise BenchError(f"a board is needed: {', '.join(presets)}, {SPEC_EXAMPLE}, or --boards FILE")
        spec = presets.get(args.board.lower()) or read_spec(args.board, presets)
        return _dealt_boards(spec, args), f"{spec}, seed {quote(_seed(args))}"
    for name, value in (("a board", args.board), ("--seed", args.seed), ("--first", args.first)):
        if value is not None:
            raise BenchError(f"{name} and --boards don't go together: the file says it all")
    return _boards_of_file(args.boards, args.n), clean(args.boards, LONGEST_NAME)


def _seed(args: argparse.Namespace) -> str:
    return _DEFAULT_SEED if args.seed is None else str(args.seed)


def _dealt_boards(spec: BoardSpec, args: argparse.Namespace) -> list[BoardSeed]:
    opening = args.first != "safe"
    start = usual_first(spec) if opening else 0
    count = args.n or DEFAULT_GAMES
    return [BoardSeed(spec, start, f"{_seed(args)}/{number}", opening) for number in range(1, count + 1)]


def _boards_of_file(path: str, count: int | None) -> list[Board]:
    """The first boards of a file, all of them by default; every line is checked."""
    with open_input(path) as stream, ProgressLine(sys.stderr) as line:
        lines = counted(bounded_lines(stream, MAX_LINE), "lines read", line.show, every=1)
        return _checked_boards(lines, input_name(path), count)


def _checked_boards(lines: Iterable[bytes], source: str, count: int | None) -> list[Board]:
    boards: list[Board] = []
    cells = 0
    for board in islice(read_board_lines(lines, source), count):
        cells += board.layout.grid.size
        if cells > MOST_CELLS:
            raise BenchError(f"{source} has more than {MOST_CELLS:,} cells: choose fewer boards with -n")
        boards.append(board)
    if not boards:
        raise BenchError(f"{source} has no boards")
    return boards


def _wins_of_file(args: argparse.Namespace, count: int) -> list[bool]:
    """For each board whether the other player won it."""
    if args.boards is None:
        raise BenchError("--against needs --boards: the other player must have played the same boards")
    name, wins = input_name(args.against), []
    with open_input(args.against) as stream:
        for number, line in enumerate(islice(bounded_lines(stream, MAX_LINE), count), start=1):
            text = line.decode("ascii", "replace").strip()
            if text[:1] not in ("0", "1"):
                raise BenchError(f"{name}, line {number}: {quote(text, 20)} does not begin with 0 or 1")
            wins.append(text[0] == "1")
    if len(wins) < count:
        raise BenchError(f"{name} has {len(wins):,} lines, but there are {count:,} boards")
    return wins


# What is shown


def _with_progress(results: Iterator[Result], total: int, stream: IO[str]) -> Generator[Result, None, None]:
    """The same results; on a terminal a line tells how far they are."""
    with ProgressLine(stream) as line:
        wins = 0
        for done, result in enumerate(results, start=1):
            wins += result.win
            low, high = wilson_interval(wins, done)
            line.show(f"{done:,} of {total:,}: {wins / done:.1%} won, 95% {low:.1%} to {high:.1%}")
            yield result


def to_json(results: Sequence[Result], *, each: bool = False, theirs: Sequence[bool] | None = None) -> dict[str, Any]:
    """The report as an object; figures that need a game are null without one."""
    games = len(results)
    times = sorted(result.ms for result in results)
    report: dict[str, Any] = {
        "games": games,
        "wins": sum(result.win for result in results),
        "win_rate": sum(result.win for result in results) / games if games else None,
        "no_guess": sum(result.win and not result.guesses for result in results),
        "losses_on_certain_moves": sum(result.lost_on_certain_move for result in results),
        "ms_mean": round(statistics.fmean(times), 3) if times else None,
        "ms_median": round(statistics.median(times), 3) if times else None,
        "ms_p95": round(times[ceil(0.95 * games) - 1], 3) if times else None,
    }
    if (adjusted := _without_luck(results)) is not None:
        report["luck_adjusted"] = {"win_rate": adjusted.rate, "error": adjusted.error}
    if (value := _mean_value(results)) is not None:
        report["value"] = {"win_rate": value.rate, "error": value.error}
    if theirs is not None:
        compared = compare([result.win for result in results], theirs[:games])
        report["against"] = {**compared._asdict(), "p_value": compared.p_value}
    if each:
        report["results"] = [{"win": r.win, "guesses": r.guesses, "ms": round(r.ms, 3)} for r in results]
    return report


def _without_luck(results: Sequence[Result]) -> Estimate | None:
    luck = [result.luck for result in results if result.luck is not None]
    return adjust_for_luck([result.win for result in results], luck) if len(luck) == len(results) else None


def _mean_value(results: Sequence[Result]) -> Estimate | None:
    values = [result.value for result in results if result.value is not None]
    return mean_of(values) if len(values) > 1 else None


def to_table(
    results: Sequence[Result],
    total: int,
    title: str,
    seconds: float,
    *,
    each: bool = False,
    theirs: Sequence[bool] | None = None,
) -> list[str]:
    """The report as lines for a person."""
    games, report = len(results), to_json(results, theirs=theirs)
    lines = [
        f"{number:>6}  {'won' if r.win else 'not won':<7}  {r.guesses} guesses  {r.ms:.1f} ms"
        for number, r in enumerate(results if each else (), start=1)
    ]
    lines.append(title if games == total else f"{title}: stopped after {games:,} of {total:,} boards")
    if not games:
        return lines
    low, high = wilson_interval(report["wins"], games)
    guesses = sum(result.guesses for result in results)
    return [
        *lines,
        f"  won                {report['wins']:,} of {games:,}, {report['win_rate']:.1%}, 95% {low:.1%} to {high:.1%}",
        *_fair_figures(report),
        f"  without a guess    {report['no_guess']:,}",
        f"  guesses            {guesses:,}, {guesses / games:.2f} a game",
        f"  certain, but lost  {report['losses_on_certain_moves']}",
        "  CPU ms a game      mean {ms_mean:.1f}, median {ms_median:.1f}, p95 {ms_p95:.1f}".format_map(report),
        f"  elapsed            {seconds:.1f} s",
    ]


def _fair_figures(report: Mapping[str, Any]) -> list[str]:
    """The lines about luck and about another player."""
    lines = []
    for key, name in (("luck_adjusted", "luck-adjusted"), ("value", "value")):
        if key in report:
            low, high = (report[key]["win_rate"] + sign * report[key]["error"] for sign in (-1, 1))
            lines.append(f"  {name:<17}  {report[key]['win_rate']:.2%}, 95% {low:.2%} to {high:.2%}")
    if "against" in report:
        lines.append(
            "  against the other  both won {both:,}, only we {only_we:,}, only they {only_they:,},"
            " p = {p_value:.3f}".format_map(report["against"])
        )
    return lines
