"""Runs the whole suite with every other supported Python that this machine has, as ``.ci/run`` does.

``python -m tests.tools.pythons`` makes a fresh environment for each of them, outside the checkout. The newest runs in
Python's development mode, which reports what is never closed, and handles signals of its own; if no other Python is
found, the running one does. Arguments are those of pytest, such as ``tests/core``.

A Python whose suite fails doesn't keep the others from running, but the exit status is 1 then.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.tools.release import NEWEST, OLDEST, ROOT, Failed, fresh_environment, pythons


class Suite(NamedTuple):
    """One run of the tests with one Python."""

    version: str
    python: Path
    needs_environment: bool = True
    is_development: bool = False

    @property
    def title(self) -> str:
        return f"Python {self.version}{' -X dev' if self.is_development else ''}"


def suites_for(interpreters: Mapping[str, Path], own: str) -> list[Suite]:
    """The runs for the Pythons that were found, the oldest first. ``own`` is the version that runs already."""
    others = sorted((version for version in interpreters if version != own), key=_minor)
    if not others:
        return [Suite(own, interpreters[own], needs_environment=False, is_development=True)]
    return [Suite(version, interpreters[version], is_development=version == others[-1]) for version in others]


def _minor(version: str) -> int:
    return int(version.partition(".")[2])


def run_suite(suite: Suite, arguments: Sequence[str], folder: Path) -> bool:
    """Runs the tests and returns whether all passed. What pytest prints is shown at once."""
    print(f"\n=== {suite.title} ===", flush=True)
    python = suite.python
    subprocess.run([python, "--version"], check=False)
    if suite.needs_environment:
        try:
            python = fresh_environment(python, folder / suite.version, "-e", f"{ROOT}[test]")
        except Failed:
            return False
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MINESWEEPER"))}
    # The variable instead of -X dev, because the processes that pytest starts must be in development mode too.
    environ = kept | ({"PYTHONDEVMODE": "1"} if suite.is_development else {})
    command = [str(python), "-m", "pytest", "-n", "auto", "-rs", *arguments]
    print("+", *command, flush=True)
    return subprocess.run(command, cwd=ROOT, env=environ, stdin=subprocess.DEVNULL, check=False).returncode == 0


def main(arguments: Iterable[str]) -> int:
    """Runs all suites and returns the exit status."""
    own = f"3.{sys.version_info[1]}"
    interpreters, words = pythons(), list(arguments)
    with tempfile.TemporaryDirectory() as folder:
        passed = {suite.title: run_suite(suite, words, Path(folder)) for suite in suites_for(interpreters, own)}
    missing = [f"3.{minor}" for minor in range(OLDEST, NEWEST + 1) if f"3.{minor}" not in interpreters]
    print("\n=== The suite with every Python ===")
    for title, is_passed in passed.items():
        print(f"{'ok    ' if is_passed else 'FAILED'} {title}")
    print(f"Not found here, or unable to make an environment: {', '.join(missing) or 'none'}.")
    return 0 if all(passed.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
