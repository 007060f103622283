"""Finds blunders of ``best``: guesses that ``deep`` refutes by more than 5 points of win chance.

``python -m benchmarks.blunders find --first safe --save FILE --minutes 120`` plays games of ``best`` and thinks about
each guess before the end game with up to 400 roll-outs of each candidate. Where ``deep`` would open another cell, both
are judged on layouts that it has not seen, 400 of them unless fewer already show that they are closer than that, with
``best`` playing on.
(So the leads of the others are no figures to be added up: a judgement that ends early ends on a low one.)
Every guess is saved with what is cheap to know about it, as a line of JSON; the same command goes on where the file
ends. ``python -m benchmarks.blunders tell FILE ..`` says how often it happens and what these guesses have in common.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.estimates import mean_of
from benchmarks.measure import machine
from minesweeper.bench.games import made_safe
from minesweeper.bench.stats import DEVIATIONS
from minesweeper.boards.deal import BoardSeed
from minesweeper.boards.layout import Board
from minesweeper.play.game import Phase, begin_game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.endgame import find_islands
from minesweeper.solvers.exact import Analysis, ExactSolver
from minesweeper.solvers.guess import GuessKind, GuessMove, best_guess, rank_guesses
from minesweeper.solvers.rollouts import Budget, Rollouts, deep_guess
from minesweeper.storage.settings import PRESETS

ROLLOUTS = 400
JUDGE = 400
LOOK = 50
"""After so many layouts it is seen whether more are worth their time."""
BLUNDER = 0.05


def lead_of(analysis: Analysis, move: GuessMove, plain: GuessMove, random: Random) -> tuple[float, float, int]:
    """Estimates how much more a move is worth than that of ``best``: lead, 95% margin and number of layouts."""
    cells = [plain.cell] if move.wins is not None else [plain.cell, move.cell]
    rollouts = Rollouts(analysis, random, lambda found: run_to_end(best_guess(found)))
    safety = [1 - mined / layouts for mined, layouts in map(analysis.odds, cells)]
    known = move.wins[0] / move.wins[1] if move.wins is not None else None
    leads: list[float] = []
    lead = margin = 0.0
    while len(leads) < JUDGE:
        drawn = rollouts.draw()
        values = []
        for cell, share in zip(cells, safety, strict=True):
            values.append(share * run_to_end(rollouts.play_out(rollouts.layout_for(drawn, cell), cell)))
        leads.append((values[-1] if known is None else known) - values[0])
        if len(leads) % LOOK == 0:
            lead = sum(leads) / len(leads)
            margin = DEVIATIONS * sqrt(sum((one - lead) ** 2 for one in leads) / (len(leads) - 1) / len(leads))
            if lead + margin < BLUNDER:
                break
    return lead, margin, len(leads)


def features(analysis: Analysis, plain: GuessMove) -> dict[str, Any]:
    """Returns facts about a guess that need no roll-out."""
    ranked = run_to_end(rank_guesses(analysis))
    first = next(one for one in ranked if one.cell == plain.cell)
    others = [one for one in ranked if one is not first]
    position = analysis.position
    safest = max(1 - risk / layouts for _, risk, layouts in analysis.group_odds()) if analysis.parts else 0.0
    inside = analysis.interior_odds
    islands = find_islands(analysis)
    return {
        "left": position.hidden.bit_count() - position.mine_total,
        "hidden": position.hidden.bit_count(),
        "magnitude": round(analysis.magnitude, 2),
        "parts": len(analysis.parts),
        "islands": len(islands),
        "interior": analysis.interior.bit_count(),
        "inside": None if inside is None else round(1 - inside[0] / inside[1], 4),
        "frontier": round(safest, 4),
        "score": round(first.score, 4),
        "safety": round(first.safety, 4),
        "is_inside": bool(analysis.interior >> plain.cell & 1),
        "others": [
            [
                one.cell,
                round(one.score / first.score, 4),
                round(one.safety, 4),
                bool(analysis.interior >> one.cell & 1),
            ]
            for one in others[:6]
        ],
    }


def guesses_of(board: Board, tell_time: Callable[[], float]) -> Iterator[dict[str, Any]]:
    """Yields the guesses of ``best`` in a game that continues after a mine, each with the verdict of ``deep``."""
    random = Random(board.layout.mines)
    game, exact_solver, reach = begin_game(board), ExactSolver(), 1.0
    while game.phase is Phase.PLAYING:
        safe, _ = run_to_end(exact_solver.certain(game.position))
        if not safe:
            analysis = run_to_end(exact_solver.analyse(game.position))
            plain = run_to_end(best_guess(analysis))
            if plain.kind is not GuessKind.LOOK_AHEAD:
                return
            began = tell_time()
            move = run_to_end(deep_guess(analysis, Budget(rollouts=ROLLOUTS)))
            found: dict[str, Any] = {"reach": round(reach, 5), "cell": plain.cell, "deep": move.cell}
            found |= {"kind": move.kind.value, **features(analysis, plain)}
            if move.cell != plain.cell:
                lead, margin, layouts = lead_of(analysis, move, plain, random)
                found |= {"lead": round(lead, 4), "margin": round(margin, 4), "layouts": layouts}
                if lead > BLUNDER:
                    found |= {"picture": str(analysis.position), "mines": analysis.position.mine_total}
            yield found | {"seconds": round(tell_time() - began, 2)}
            reach *= 1 - plain.odds[0] / plain.odds[1]
            safe = 1 << plain.cell
            game = made_safe(game, safe, random, analysis)
        game = game.open_cells(safe)


def find(first: str, seed: str, save: Path, minutes: float) -> None:
    """Plays boards and saves a line for each, until the CPU time of all runs together is used up."""
    spec, opening = PRESETS["expert"], first == "open"
    start = spec.grid.cell(3, 3) if opening else 0
    done = [json.loads(line) for line in save.read_text().splitlines()] if save.exists() else []
    used = sum(board["seconds"] for board in done)
    for number in range(len(done) + 1, 10**9):
        if used >= 60 * minutes:
            return
        began = time.process_time()
        board = BoardSeed(spec, start, f"{seed}/{number}", opening).make()
        guesses = list(guesses_of(board, time.process_time))
        seconds = time.process_time() - began
        used += seconds
        with save.open("a") as stream:
            line = {"first": first, "board": number, "seconds": round(seconds, 2), "guesses": guesses}
            stream.write(json.dumps(line, separators=(",", ":")) + "\n")


def tell(paths: list[Path]) -> None:
    """Prints how often ``best`` blunders, what it costs, and how blunders differ from other guesses."""
    boards = [json.loads(line) for path in paths for line in path.read_text().splitlines()]
    guesses = [guess for board in boards for guess in board["guesses"]]
    judged = [guess for guess in guesses if "lead" in guess]
    blunders = [guess for guess in judged if is_blunder(guess)]
    sure = [guess for guess in blunders if guess["lead"] - guess["margin"] > 0]
    hours = sum(board["seconds"] for board in boards) / 3600
    print(f"{machine()}; {hours:.2f} hours of a core")
    print(
        f"{len(boards):,} boards, {len(guesses):,} guesses before the end game, of {len(judged):,} deep opens another"
        f" cell; {len(blunders)} are refuted by more than {100 * BLUNDER:.0f} points on {JUDGE} layouts,"
        f" {len(sure)} of them for sure (the interval is above 0)"
    )
    if not guesses:
        return
    costs = mean_of([_cost(board) for board in boards])
    print(f"Together they cost {100 * costs.rate:.2f} ± {100 * costs.error:.2f} points of the chance to win a board")
    print("\n| | blunders | other guesses |\n|---|---|---|")
    others = [guess for guess in guesses if guess not in blunders]
    for name, value in _TRAITS.items():
        print(f"| {name} | {_middle(blunders, value)} | {_middle(others, value)} |")
    for guess in sorted(blunders, key=lambda one: -one["lead"]):
        print(
            f"\n{100 * guess['lead']:+.1f} ± {100 * guess['margin']:.1f} points: cell {guess['deep']}, best opens"
            f" {guess['cell']} (safety {guess['safety']:.3f}, score {guess['score']:.3f}); {guess['kind']};"
            f" {guess['mines']} mines\n{guess['picture']}"
        )


def is_blunder(guess: dict[str, Any]) -> bool:
    """Whether a guess was refuted by at least this much, on all layouts."""
    return bool(guess.get("lead", 0.0) > BLUNDER and guess["layouts"] == JUDGE)


def _cost(board: dict[str, Any]) -> float:
    """Returns the cost of the blunders on a board, each weighted with the chance that the game gets there."""
    return float(sum(guess["reach"] * guess["lead"] for guess in board["guesses"] if is_blunder(guess)))


_TRAITS: dict[str, Callable[[dict[str, Any]], float]] = {
    "safe cells left": lambda guess: guess["left"],
    "decimal digits of the layouts": lambda guess: guess["magnitude"],
    "components": lambda guess: guess["parts"],
    "islands": lambda guess: guess["islands"],
    "interior cells": lambda guess: guess["interior"],
    "safety of the guess": lambda guess: guess["safety"],
    "score of the guess": lambda guess: guess["score"],
    "it is an interior cell": lambda guess: float(guess["is_inside"]),
    "deep's choice is an interior cell": lambda guess: float(
        any(cell == guess["deep"] and inside for cell, _, _, inside in guess["others"])
        or (guess["deep"] == guess["cell"] and guess["is_inside"])
    ),
    "score of the second, as a share": lambda guess: guess["others"][0][1] if guess["others"] else 0.0,
    "candidates within 5%": lambda guess: float(sum(share >= 0.95 for _, share, _, _ in guess["others"])),
    "safety of the second": lambda guess: guess["others"][0][2] if guess["others"] else 0.0,
}


def _middle(guesses: list[dict[str, Any]], value: Callable[[dict[str, Any]], float]) -> str:
    """Returns the median and the quartiles."""
    values = sorted(map(value, guesses))
    if not values:
        return "-"
    quarter = [values[len(values) * part // 4] for part in (1, 2, 3)]
    return f"{quarter[1]:.3g} ({quarter[0]:.3g} to {quarter[2]:.3g}), mean {sum(values) / len(values):.3g}"


def main() -> None:
    """Finds blunders, or reports those found before."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    finder = commands.add_parser("find")
    finder.add_argument("--first", choices=("open", "safe"), default="open")
    finder.add_argument("--seed", default="blunders")
    finder.add_argument("--save", type=Path, required=True)
    finder.add_argument("--minutes", type=float, default=120.0, help="of CPU time (default: 120)")
    teller = commands.add_parser("tell")
    teller.add_argument("files", type=Path, nargs="+")
    args = parser.parse_args()
    if args.command == "find":
        find(args.first, args.seed, args.save, args.minutes)
    else:
        tell(args.files)


if __name__ == "__main__":
    main()
