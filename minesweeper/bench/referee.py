"""The command `referee`: judges a player on the frozen suite by five figures, each with its 95% interval.

The referee never relies on what a player says about its own moves. It finds out by itself what was provable, and win
chances come from the suite or from the exact odds of the guesses, so luck hardly plays a part. If a player always plays
the same, all figures but the time are always the same. `suite` has the boards and positions.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from minesweeper.bench.games import CODE, ValueEstimateError, code_of_player, estimate_value, play, remember
from minesweeper.bench.intervals import DEVIATIONS, Rate, ValueTally, wilson_interval
from minesweeper.bench.suite import SHA256, SUITE_VERSION, SuitePosition, suite_boards, suite_positions
from minesweeper.bench.tally import rate_text
from minesweeper.boards.deal import BoardSeed
from minesweeper.core.cells import first_cell
from minesweeper.core.commandline import add_json, checked, whole_number
from minesweeper.core.pool import work_all
from minesweeper.core.position import Position, places
from minesweeper.core.progress import progress_line
from minesweeper.core.signals import signals_as_stops
from minesweeper.core.text import JSON_VERSION, LONGEST_NAME, clean, json_text
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import ExactSolver
from minesweeper.solvers.players import PLAYERS, PLUG_IN, Choice, Player, PlayerError, find_player
from minesweeper.solvers.rollouts import Budget

DEFAULT_SOLVER = "best"
MOST_JOBS = 256
DEEP_ROLLOUTS = 60
"""How many roll-outs per candidate the player ``deep`` may use.

A limit in seconds would give other figures on other machines.
"""
SEVERAL_GUESSES = "the win chance of several guesses together is not known: guess one cell at a time"
QUESTION = (
    "Minesweeper on {width} columns and {height} rows with {mines} mines in all. In the board, # is a hidden cell, . is"
    " an opened cell without a mine next to it, and a digit is the number of mines next to an opened cell. Opening a"
    " mine loses, and opening all cells without a mine wins. {task} Answer with row and column, both counted from 0."
)
_TASKS = {
    True: "At least one hidden cell is certainly safe. Which one?",
    False: "No hidden cell is certainly safe. Which one should be opened to win most often with best play after it?",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    solver = f"judge this player: {', '.join(PLAYERS)}, or your own {PLUG_IN} (default: {DEFAULT_SOLVER})"
    parser.add_argument("--solver", metavar="SOLVER", type=checked(_solver), default=DEFAULT_SOLVER, help=solver)
    jobs = whole_number(1, MOST_JOBS)
    parser.add_argument("--jobs", metavar="N", type=jobs, default=1, help="use this many processes (default: 1)")
    forms = parser.add_mutually_exclusive_group()
    questions = "judge nothing; print the 500 positions as JSON lines, each with a question and its exact answer"
    forms.add_argument("--questions", action="store_true", help=questions)
    add_json(parser, "print one JSON object", forms)


def _solver(text: str) -> str:
    """Checks the name of a player, so that a wrong one is refused before anything else is done.

    A plug-in is loaded for that.
    """
    find_player(text)
    return text


@signals_as_stops()
def run(args: argparse.Namespace) -> int:
    """Judges a player and prints the report. With `--questions`, it prints the positions as questions instead."""
    entries = suite_positions()
    if args.questions:
        for entry in entries:
            print(json_text(question(entry)))
        return 0
    began, given_away = time.monotonic(), list[float]()
    games, seeds = list[JudgedGame](), [seed for seeds in suite_boards().values() for seed in seeds]
    answers = work_all(partial(judge_position, solver=args.solver), entries, args.jobs)
    playing = work_all(partial(judge_game, solver=args.solver), seeds, args.jobs)
    with closing(answers), closing(playing), progress_line(lambda: _progress(given_away, games)):
        given_away.extend(answers)
        games.extend(playing)
    report = make_report(args.solver, given_away, games)
    if args.json:
        print(json_text(report, pretty=args.pretty))
    else:
        print("\n".join(report_lines(report, time.monotonic() - began)))
    return 0


def _progress(answers: list[float], games: list[JudgedGame]) -> str:
    return f"{len(answers)} positions and {len(games)} boards judged"


class JudgedGame(NamedTuple):
    """How a player did on one board of the suite."""

    size: str
    """The size of the board, such as 30x16/99."""
    value: float
    """The estimated win chance, from ``games.estimate_value``."""
    needless: bool
    """Whether the player at least once opened an unproved cell while another cell was provably safe."""
    ms: float
    """The CPU time in milliseconds, for the player and the rules together."""


def _make_player(solver: str) -> Player:
    """Makes the player to judge.

    Only the players of this program remember their answers, because a plug-in may play differently the second time.
    """
    player = find_player(solver, Budget(rollouts=DEEP_ROLLOUTS) if solver == "deep" else None)()
    return remember(player) if solver in PLAYERS else player


def judge_position(entry: SuitePosition, solver: str) -> float:
    """Judges a player on one position of the suite, and returns a number that is lower if the player is better.

    In a stuck position, it is the win chance that the player gave away; giving up loses all of it. In a provable
    position, it is 0 if the player opened only safe cells, and 1 otherwise.
    """
    choice = _make_player(solver)(entry.position)
    cells = 0 if choice is None else choice.cells & entry.position.hidden
    if entry.safe:
        return float(not cells or bool(cells & ~entry.safe))
    if cells.bit_count() > 1:
        raise PlayerError(f"position {entry.number}: {SEVERAL_GUESSES}")
    return entry.win_chance - (entry.wins[first_cell(cells)] / entry.layouts if cells else 0)


def judge_game(seed: BoardSeed, solver: str) -> JudgedGame:
    """Plays a board to watch the player, then a second time to estimate its win chance."""
    player, board, moves = _make_player(solver), seed.make(), list[tuple[Position, Choice]]()

    def watched(position: Position) -> Choice | None:
        choice = player(position)
        if choice is not None:
            moves.append((position, choice))
        return choice

    result = play(board, watched)
    try:
        value = estimate_value(board, player if solver in PLAYERS else _make_player(solver))
    except ValueEstimateError as error:
        raise PlayerError(f"board {seed.seed!r} of {seed.spec}: {error}") from None
    return JudgedGame(str(seed.spec), value, _has_needless_guess(moves), result.ms)


def _has_needless_guess(moves: list[tuple[Position, Choice]]) -> bool:
    """Whether one of the moves opened an unproved cell although another cell was provably safe."""
    exact_solver = ExactSolver()
    for position, choice in moves:
        safe, _ = run_to_end(exact_solver.all_certain(position))
        if safe and choice.cells & position.hidden & ~safe:
            return True
    return False


# Report


def make_report(solver: str, given_away: Sequence[float], games: Sequence[JudgedGame]) -> dict[str, Any]:
    """The five figures, in the form that ``--json`` prints.

    ``given_away`` has the result of `judge_position` for each position of the suite, in its order.
    """
    answers = list(zip(suite_positions(), given_away, strict=True))
    stuck = [lost for entry, lost in answers if not entry.safe]
    missed = [lost for entry, lost in answers if entry.safe]
    sizes = list(dict.fromkeys(game.size for game in games))
    ms = [game.ms for game in games]
    spread = DEVIATIONS * stdev(ms) / sqrt(len(ms))
    return {
        "version": JSON_VERSION,
        "suite": {"version": SUITE_VERSION, "sha256": SHA256, "positions": len(answers), "boards": len(games)},
        "solver": solver,
        "code": CODE,
        "player_code": code_of_player(solver),
        "win_rate": _mean([game.value for game in games]),
        "win_rates": [{"board": size, **_mean([g.value for g in games if g.size == size])} for size in sizes],
        "given_away": {"positions": len(stuck), **_mean(stuck)},
        "missed": {"positions": len(missed), **_share(missed)},
        "needless": _share([game.needless for game in games]),
        "ms": {"mean": fmean(ms), "low": max(0.0, fmean(ms) - spread), "high": fmean(ms) + spread},
    }


def _mean(values: Iterable[float]) -> dict[str, Any]:
    """The mean of some values with its interval, for the report."""
    tally = ValueTally()
    for value in values:
        tally.add(value)
    rate = tally.rate()
    assert rate is not None
    return rate._asdict()


def _share(cases: Sequence[float]) -> dict[str, Any]:
    """How many of some cases are true, as a count and as a share with its interval, for the report."""
    count = int(sum(cases))
    return {"count": count, **Rate(count / len(cases), *wilson_interval(count, len(cases)))._asdict()}


def report_lines(report: dict[str, Any], seconds: float) -> list[str]:
    """The report as lines for a person. `seconds` is how long the judging took."""
    suite, ms = report["suite"], report["ms"]
    stuck, missed = report["given_away"]["positions"], report["missed"]["positions"]
    lost = [f"{100 * report['given_away'][name]:.2f}" for name in Rate._fields]
    sizes = [(f"  on {part['board']}", _text(part)) for part in report["win_rates"]]
    lines = [
        ("win rate, luck removed", _text(report["win_rate"])),
        *sizes,
        ("win chance given away", f"{lost[0]} points, 95% {lost[1]} to {lost[2]}, on {stuck} stuck positions"),
        ("provable cells missed", f"{_text(report['missed'])}, on {missed} provable positions"),
        ("needless guesses", f"{_text(report['needless'])}, of {suite['boards']} boards"),
        ("time", f"{ms['mean']:.1f} ms, 95% {ms['low']:.1f} to {ms['high']:.1f}, CPU per board"),
        ("elapsed", f"{seconds:.1f} s"),
    ]
    title = f"suite {suite['version']} of the referee, {clean(report['solver'], LONGEST_NAME)} player"
    return [title, f"SHA-256 {suite['sha256']}", *(f"  {name:<22}  {text}" for name, text in lines)]


def _text(figure: dict[str, Any]) -> str:
    return rate_text(Rate(*(figure[name] for name in Rate._fields)), 2)


# Questions


def question(entry: SuitePosition) -> dict[str, Any]:
    """A position as a question with its exact answer, for people who test programs that read text."""
    position, grid = entry.position, entry.position.grid
    text = QUESTION.format(
        width=grid.width, height=grid.height, mines=position.mine_total, task=_TASKS[bool(entry.safe)]
    )
    asked = {
        "version": JSON_VERSION,
        "number": entry.number,
        "kind": entry.kind,
        "question": f"{text}\n\n{position}",
        "board": str(position).split("\n"),
        "mines": position.mine_total,
    }
    if entry.safe:
        return {**asked, "safe": places(grid, entry.safe)}
    best = [grid.row_col(cell) for cell, wins in entry.wins.items() if wins == max(entry.wins.values())]
    values = [{"cell": grid.row_col(cell), "win": wins / entry.layouts} for cell, wins in entry.wins.items()]
    return {**asked, "best": best, "win": entry.win_chance, "layouts": entry.layouts, "cells": values}
