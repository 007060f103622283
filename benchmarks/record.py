"""The claim of docs/record.md: ``deep`` against JSMinesweeper on both files of expert boards, board by board.

``python -m benchmarks.record --jobs 2 --save results.jsonl``. Roll-outs are counted, not timed, so that any machine
gets the same result; what is saved is not played again, so a run may be stopped and continued.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.games import BOARDS, load_boards
from benchmarks.measure import machine
from minesweeper.bench.figures import Comparison, compare
from minesweeper.bench.games import play_all
from minesweeper.solvers.deep import Budget

FILES = ("expert_open", "expert_safe")
ROLLOUTS = 1000


def wins_of_peer(name: str) -> list[bool]:
    """For each board of a file whether JSMinesweeper won it."""
    lines = (BOARDS / f"{name}.peer.txt").read_text(encoding="ascii").splitlines()
    return [line[0] == "1" for line in lines]


def read_saved(path: Path | None) -> dict[str, list[bool]]:
    """The wins of an earlier run, by file."""
    saved: dict[str, list[bool]] = {name: [] for name in FILES}
    if path is not None and path.exists():
        for line in path.read_text(encoding="ascii").splitlines():
            entry = json.loads(line)
            saved[entry["file"]].append(entry["win"])
    return saved


def play_rest(name: str, done: int, rollouts: int, jobs: int) -> Iterator[bool]:
    """Whether ``deep`` wins each board from number ``done`` on."""
    for result in play_all(list(load_boards(name))[done:], "deep", jobs, budget=Budget(rollouts=rollouts)):
        yield result.win


def tell(what: str, compared: Comparison) -> None:
    """Prints one line of the result."""
    we, they = compared.both + compared.only_we, compared.both + compared.only_they
    print(
        f"{what}: {compared.games:,} boards, deep wins {we:,}, JSMinesweeper {they:,};"
        f" only deep {compared.only_we:,}, only JSMinesweeper {compared.only_they:,}, p = {compared.p_value:.3f}"
    )


def main() -> None:
    """Plays what is not yet played and prints the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a file for the results, to go on from later")
    parser.add_argument("--rollouts", type=int, default=ROLLOUTS, help="the first claim is about 100")
    args = parser.parse_args()
    print(machine())
    began = time.monotonic()
    wins = read_saved(args.save)
    ours: list[bool] = []
    theirs: list[bool] = []
    for name in FILES:
        for win in play_rest(name, len(wins[name]), args.rollouts, args.jobs):
            wins[name].append(win)
            if args.save is not None:
                with args.save.open("a", encoding="ascii") as stream:
                    stream.write(json.dumps({"file": name, "win": win}) + "\n")
        peer = wins_of_peer(name)
        tell(name, compare(wins[name], peer))
        ours += wins[name]
        theirs += peer
    tell("both files", compare(ours, theirs))
    print(f"{time.monotonic() - began:.0f} s in this run")


if __name__ == "__main__":
    main()
