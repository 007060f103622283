"""Compares this checkout with another one: ``python -m benchmarks.against [--rounds N] OTHER [NAME ...]``.

The CPU time of each command is taken, and the wall time to the first frame of the menu and of a game, of both
checkouts alternately, so that whatever else the machine does falls on both alike. Ratios below 1 mean that this
checkout is faster; the range is that of the single rounds.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import machine
from benchmarks.program import STARTS, startup

ROOT = Path(__file__).resolve().parent.parent
POSITION = """
###21##1.1#3##################
###32432.13###4###############
#222#2#1.13#312###############
##111211.1#2112##3###31212####
##21.111.12212#33##3#2...1####
13#2.1#1113#23#32#32232112####
#3#2.1111#3#33#332212##22#3###
#422.11111212#3#3#11#33#22####
#3#112#1....1122#211222111233#
##211#21.111...2331.1#21..1121
##112321.1#11111##2.13#2..2#2.
#113#4#322122#113#2..2#2..2#2.
######3##212#21122211111..111.
####432222#32212#11#1..111.111
#####223345#21#211111112#112#1
####12######2111.....1#2111#21
"""
COMMANDS = {
    "odds map": "benchmarks.odds -n 60",
    "exact logic": "minesweeper bench expert --solver exact -n 1500 --seed against",
    "smart": "benchmarks.solvers expert_open --solver smart -n 250 --repeats 1",
    "no-guess expert": "minesweeper generate expert --no-guess -n 600 --seed against --format code",
    "tips": "benchmarks.tips 2",
    "best": "minesweeper bench expert --solver best -n 300 --seed against",
    "solve --json": "minesweeper solve --json POSITION --mines 99",
    "the package alone": "minesweeper --version",
}
"""By what they measure, the modules to run with their arguments; each takes a second or two, or is run ten times."""
SHORT = ("solve --json", "the package alone", *STARTS)
NAMES = (*COMMANDS, *STARTS)


def seconds(checkout: Path, name: str, position: Path) -> float:
    """Returns how long a checkout takes for one of NAMES; a short one is run ten times."""
    times = 10 if name in SHORT else 1
    if name in STARTS:
        return sum(startup(STARTS[name], checkout) for _ in range(times)) / 1000
    words = [str(position) if word == "POSITION" else word for word in COMMANDS[name].split()]
    environ = {**os.environ, "PYTHONPATH": str(checkout)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(times):
        subprocess.run([sys.executable, "-m", *words], cwd=checkout, env=environ, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Prints a Markdown table, a row as soon as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.against", description="Compares two checkouts.")
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(NAMES)}")
    parser.add_argument("--rounds", type=int, default=5, help="how often each command is run (default: 5)")
    args = parser.parse_args()
    print(f"{machine()}; seconds, median of {args.rounds} rounds, old and new in turn.\n")
    print("| what | other | this | this / other | range |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        position = Path(folder) / "position.txt"
        position.write_text(POSITION.strip() + "\n")
        for name in args.names or NAMES:
            for checkout in (args.other.resolve(), ROOT):  # once to compile and to warm the disk
                seconds(checkout, name, position)
            pairs = [
                (seconds(args.other.resolve(), name, position), seconds(ROOT, name, position))
                for _ in range(args.rounds)
            ]
            ratios = [new / old for old, new in pairs]
            old, new = (statistics.median(times) for times in zip(*pairs, strict=True))
            spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
            print(f"| {name} | {old:.2f} s | {new:.2f} s | {statistics.median(ratios):.3f} | {spread} |", flush=True)


if __name__ == "__main__":
    main()
