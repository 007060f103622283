"""Breaks copies of the program, one way after another, and tells which are noticed: ``python -m tests.tools.mutants``.

The tree itself is never touched. A mutant whose text is not in its file any more fails: it has to be written anew.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.tools.mutants.catalogue import MUTANTS, Mutant

ROOT = Path(__file__).resolve().parents[3]
TREE = ("minesweeper", "tests", "docs", "benchmarks", "settings.json", "minesweeper.py", "pyproject.toml", "README.md")
HUNG_SECONDS = 180
"""A mutant that makes a test wait for ever is noticed too."""
NOTICED, MISSED, STALE, BROKEN = "noticed", "MISSED", "STALE", "BROKEN"


def main(argv: Sequence[str] | None = None) -> int:
    """Tries all mutants, or those whose name or file has a text in it; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutants", description=__doc__)
    parser.add_argument("only", nargs="?", default="", help="a part of the name or of the file")
    parser.add_argument("--check", action="store_true", help="only look whether every mutant can be made")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args(argv)
    chosen = [mutant for mutant in MUTANTS if arguments.only in f"{mutant.name} {mutant.file} promise {mutant.promise}"]
    if arguments.check:
        stale = [told for mutant in chosen if (told := is_stale(mutant))]
        print("\n".join([*stale, f"{len(chosen) - len(stale)} of {len(chosen)} mutants can be made"]))
        return int(bool(stale))
    began, results = time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(arguments.jobs):
            copies.put(make_copy(Path(folder) / str(number)))
        with ThreadPoolExecutor(arguments.jobs) as pool:
            attempts = pool.map(lambda mutant: attempt(mutant, copies), chosen)
            for mutant, (result, seconds, told) in zip(chosen, attempts, strict=True):
                results.append(result)
                print(f"{result:8} {seconds:5.1f} s  {mutant.file}: {mutant.name}", flush=True)
                if result in (STALE, BROKEN):
                    print(told)
    count = results.count(NOTICED)
    print(f"{count} of {len(chosen)} mutants are noticed, {time.monotonic() - began:.0f} s")
    return int(count != len(chosen) or not chosen)


def make_copy(folder: Path) -> Path:
    """A copy of what the tests need."""
    for name in TREE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.jsonl"))
        else:
            folder.mkdir(exist_ok=True)
            shutil.copy2(source, folder / name)
    return folder


def is_stale(mutant: Mutant) -> str:
    """Why a mutant can't be made any more, or nothing."""
    count = (ROOT / "minesweeper" / mutant.file).read_text("utf-8").count(mutant.old)
    return "" if count == 1 else f"  {mutant.name}: in {mutant.file} {count} times, not once: {mutant.old!r}"


def attempt(mutant: Mutant, copies: SimpleQueue[Path]) -> tuple[str, float, str]:
    """What came of a mutant, how long it took, and what there is to say about it."""
    copy, began = copies.get(), time.monotonic()
    path = copy / "minesweeper" / mutant.file
    try:
        text = path.read_text("utf-8")
        if text.count(mutant.old) != 1:
            return (
                STALE,
                0.0,
                f"  its text is in {mutant.file} {text.count(mutant.old)} times, not once: {mutant.old!r}",
            )
        path.write_text(text.replace(mutant.old, mutant.new), "utf-8")
        result, told = run_tests(mutant, copy)
        return result, time.monotonic() - began, told
    finally:
        shutil.copy2(ROOT / "minesweeper" / mutant.file, path)
        copies.put(copy)


def run_tests(mutant: Mutant, copy: Path) -> tuple[str, str]:
    """Runs the tests that must notice a mutant."""
    select = ["-k", f"promise_{mutant.promise:02} or test_frame"] if mutant.promise else []
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *select, *mutant.tests.split()]
    # No bytecode: a file that changes twice within a second would be taken for the one before.
    environ = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(copy), "PYTHONPYCACHEPREFIX": ""}
    try:
        done = subprocess.run(
            command, cwd=copy, env=environ, capture_output=True, text=True, check=False, timeout=HUNG_SECONDS
        )
    except subprocess.TimeoutExpired:
        return NOTICED, ""
    if done.returncode in (0, 1):
        return (NOTICED if done.returncode else MISSED), ""
    return BROKEN, f"  pytest ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-500:]}"


if __name__ == "__main__":
    sys.exit(main())
