"""Breaks copies of the program and lists which faults the tests notice: ``python -m tests.tools.mutants``.

The tree itself is never changed. A mutant fails if its module has lost a name that the mutant redefines.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.tools.mutants.catalogue import MUTANTS, Mutant

ROOT = Path(__file__).resolve().parents[3]
TREE = ("minesweeper", "tests", "docs", "benchmarks", "settings.json", "minesweeper.py", "pyproject.toml", "README.md")
HUNG_SECONDS = 180
"""After this time, a mutant that makes a test wait for ever counts as noticed."""
NOTICED, MISSED, STALE, BROKEN = "noticed", "MISSED", "STALE", "BROKEN"


def main(argv: Sequence[str] | None = None) -> int:
    """Tries all mutants, or those whose name or file contains a text, and returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutants", description=__doc__)
    parser.add_argument("only", nargs="?", default="", help="a part of the name or of the file")
    parser.add_argument("--check", action="store_true", help="only look whether every mutant can be made")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args(argv)
    chosen = [mutant for mutant in MUTANTS if arguments.only in f"{mutant.name} {mutant.file} promise {mutant.promise}"]
    if arguments.check:
        stale = [remark for mutant in chosen if (remark := is_stale(mutant))]
        print("\n".join([*stale, f"{len(chosen) - len(stale)} of {len(chosen)} mutants can be made"]))
        return int(bool(stale))
    began, results = time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(arguments.jobs):
            copies.put(make_copy(Path(folder) / str(number)))
        with ThreadPoolExecutor(arguments.jobs) as pool:
            attempts = pool.map(lambda mutant: attempt(mutant, copies), chosen)
            for mutant, (result, seconds, message) in zip(chosen, attempts, strict=True):
                results.append(result)
                print(f"{result:8} {seconds:5.1f} s  {mutant.file}: {mutant.name}", flush=True)
                if result in (STALE, BROKEN):
                    print(message)
    count = results.count(NOTICED)
    print(f"{count} of {len(chosen)} mutants are noticed, {time.monotonic() - began:.0f} s")
    return int(count != len(chosen) or not chosen)


def make_copy(folder: Path) -> Path:
    """Copies everything that the tests need to a folder."""
    for name in TREE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            folder.mkdir(exist_ok=True)
            shutil.copy2(source, folder / name)
    return folder


def is_stale(mutant: Mutant) -> str:
    """The name that a mutant redefines although its module no longer has it. Empty if there is none."""
    names = set(_defined(ast.parse((ROOT / "minesweeper" / mutant.file).read_text("utf-8"))))
    gone = [name for name in _redefined(mutant.code) if name not in names]
    return f"  {mutant.name}: {mutant.file} has no {gone[0]}" if gone else ""


def _defined(tree: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[str]:
    """Yields the names of a module. Members of classes have the form Class.name."""
    for node in ast.walk(tree) if prefix else tree.body:
        if isinstance(node, ast.ClassDef) and not prefix:
            yield node.name
            yield from _defined(node, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield prefix + node.name
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (prefix + (alias.asname or alias.name) for alias in node.names)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                yield from (prefix + part.id for part in ast.walk(target) if isinstance(part, ast.Name))
                # An attribute that a method sets, such as self.colours.
                yield from (prefix + part.attr for part in ast.walk(target) if isinstance(part, ast.Attribute))


def _redefined(code: str) -> Iterator[str]:
    """Yields the names that the code of a mutant assigns, except for its own helpers."""
    tree = ast.parse(code)
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    assigned = [ast.unparse(target) for target in targets]
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    values = {ast.unparse(node.value) for node in tree.body if isinstance(node, ast.Assign)}
    yield from (name for name in assigned if not name.startswith("was_"))
    yield from (name for name in functions if name not in values)


def attempt(mutant: Mutant, copies: SimpleQueue[Path]) -> tuple[str, float, str]:
    """Runs the tests against a mutant and returns the result, the seconds and a remark."""
    if stale := is_stale(mutant):
        return STALE, 0.0, stale
    copy, began = copies.get(), time.monotonic()
    path = copy / "minesweeper" / mutant.file
    try:
        path.write_text(f"{path.read_text('utf-8')}\n\n{mutant.code}\n", "utf-8")
        result, remark = run_tests(mutant, copy)
        return result, time.monotonic() - began, remark
    finally:
        shutil.copy2(ROOT / "minesweeper" / mutant.file, path)
        copies.put(copy)


def run_tests(mutant: Mutant, copy: Path) -> tuple[str, str]:
    """Runs the tests that must fail for a mutant."""
    select = ["-k", f"promise_{mutant.promise:02} or test_frame"] if mutant.promise else []
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *select, *mutant.tests.split()]
    # Without bytecode, because Python would miss a second change of a file within the same second.
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
