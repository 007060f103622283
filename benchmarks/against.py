"""Compares this checkout with another one: ``python -m benchmarks.against [--rounds N] OTHER [NAME ...]``.

The CPU time of each command is taken, and the wall time to the first frame of the menu and of a game, of both
checkouts alternately, so that whatever else the machine does falls on both alike. Ratios below 1 mean that this
checkout is faster; the range is that of the single rounds.

With ``--instructions``, valgrind counts the instructions of a tenth of the work instead: slower, but the same on a busy
machine, so that a difference of 1% shows.
"""

from __future__ import annotations

import argparse
import os
import re
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
    "smart": "benchmarks.solvers expert_open --solver smart --repeats 1 -n 250",
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
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(times):
        _run(checkout, COMMANDS[name].replace("POSITION", str(position)).split())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def instructions(checkout: Path, name: str, position: Path) -> float:
    """Returns how many million instructions a checkout needs for a tenth of one of COMMANDS."""
    text = re.sub(r"-n (\d+)0\b", r"-n \1", COMMANDS[name]).replace("POSITION", str(position))
    count = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    match = re.search(r"Collected : (\d+)", _run(checkout, text.split(), *count))
    assert match is not None
    return int(match[1]) / 1e6


def _run(checkout: Path, words: list[str], *under: str) -> str:
    """Runs a module of a checkout, perhaps under another program, and returns its errors."""
    environ = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
    command = [*under, sys.executable, "-m", *words]
    done = subprocess.run(command, cwd=checkout, env=environ, capture_output=True, check=True, text=True)
    return done.stderr


def main() -> None:
    """Prints a Markdown table, a row as soon as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.against", description="Compares two checkouts.")
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(NAMES)}")
    parser.add_argument("--rounds", type=int, default=5, help="how often each command is run (default: 5)")
    parser.add_argument("--instructions", action="store_true", help="count instructions with valgrind instead")
    args = parser.parse_args()
    other, measure, unit = args.other.resolve(), seconds, "s"
    if args.instructions:  # the same in every round
        measure, unit, args.rounds = instructions, "million instructions", 1
    print(f"{machine()}; median of {args.rounds} rounds, old and new in turn.\n")
    print("| what | other | this | this / other | range |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        position = Path(folder) / "position.txt"
        position.write_text(POSITION.strip() + "\n")
        for name in args.names or (COMMANDS if args.instructions else NAMES):
            for checkout in (other, ROOT):  # once to compile and to warm the disk
                seconds(checkout, name, position)
            pairs = [(measure(other, name, position), measure(ROOT, name, position)) for _ in range(args.rounds)]
            ratios = [new / old for old, new in pairs]
            old, new = (statistics.median(times) for times in zip(*pairs, strict=True))
            spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
            row = f"{old:.2f} {unit} | {new:.2f} {unit} | {statistics.median(ratios):.3f} | {spread}"
            print(f"| {name} | {row} |", flush=True)


if __name__ == "__main__":
    main()
