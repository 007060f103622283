"""Without the parts of Python that Windows lacks, the package still loads and text mode still plays."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.posix import MODULES, NAMES
from tests.tools.release import NEWEST, OLDEST

ROOT = Path(__file__).resolve().parents[2]

SKIPPED = ("ui.terminal.posix", "ui.terminal.curses_terminal", "__main__", "gymnasium_env")
"""The last one needs gymnasium, which doesn't load on a system that only claims to be Windows."""
"""The input of POSIX terminals, the adapter of curses, and the module that runs the program when it is loaded."""

LACKING = f"""
import importlib, io, os, sys
import argparse, concurrent.futures.process, concurrent.futures.thread, csv, hashlib, json, multiprocessing.connection
import pathlib, socket, sqlite3, subprocess, tempfile, zlib
for name in {MODULES} + ["curses", "_curses", "_posixsubprocess"]:  # windows-curses may not be installed
    sys.modules[name] = None
for module, names in {{**{NAMES}, "select": ["poll", "epoll", "kqueue"]}}.items():
    for name in names:
        if hasattr(sys.modules.get(module) or importlib.import_module(module), name):
            delattr(sys.modules[module], name)
from tests.tools.posix import lock_as_windows
lock_as_windows()
sys.platform = "win32"
"""

LOADS = f"""
from pathlib import Path
root = Path("minesweeper")
names = sorted(".".join(path.relative_to(root).with_suffix("").parts) for path in root.rglob("*.py"))
names = [name.removesuffix(".__init__").removesuffix("__init__") for name in names if name not in {SKIPPED}]
for name in names:
    importlib.import_module(("minesweeper." + name).rstrip("."))
print(len(names))
"""

PLAYS = """
from minesweeper.cli import main
sys.stdin = io.StringIO("5 5\\nflag 1 1\\nhelp\\nquit\\n")
assert main(["plain", "beginner", "--seed", "windows"]) == 0
assert main(["stats"]) == 0
assert main(["settings"]) == 0
assert main(["generate", "9x9/10", "--no-guess", "-n", "2", "--seed", "1"]) == 0
assert main(["bench", "beginner", "--solver", "best", "-n", "3", "--jobs", "1", "--seed", "1"]) == 0
assert main(["play", "beginner"]) == 1
"""


def run(tmp_path: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Runs code in an interpreter without what Windows lacks."""
    environ = {"LOCALAPPDATA": str(tmp_path), "PATH": "", "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    environ |= {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}  # no Windows without it
    command = [sys.executable, "-c", LACKING + code]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)


def test_every_module_but_one_loads_without_posix(tmp_path: Path) -> None:
    done = run(tmp_path, LOADS)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100


def test_text_mode_and_commands_run_without_posix(tmp_path: Path) -> None:
    done = run(tmp_path, PLAYS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no curses" in done.stderr
    assert "minesweeper plain" in done.stderr
    # From Python 3.13 on a path without a drive is no absolute one on Windows: then nothing is saved, and it is told.
    assert (tmp_path / "minesweeper" / "games.db").is_file() or "games are not saved" in done.stdout


LACKED = [*MODULES, "tests.tools", "tests.whole", "screen_programs"]
LACKED += [f"{module}.{name}" for module, names in NAMES.items() for name in names]
"""What Windows lacks, and the helpers of tests that need it."""


@pytest.mark.posix("takes away what only POSIX has")
def test_every_test_that_names_posix_parts_is_collected_without_posix() -> None:
    names = re.compile(rf"\b({'|'.join(LACKED)})\b")
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if names.search(path.read_text("utf-8"))]
    assert len(files) > 20
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "tests.tools.posix"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", *files], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_workflow_covers_three_systems_and_all_python_versions() -> None:
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    versions = ", ".join(f'"3.{minor}"' for minor in range(OLDEST, NEWEST + 1))
    assert f"python: [{versions}]" in text
    assert f'python: "3.{NEWEST + 1}"\n            may-fail: true' in text
    assert "os: [ubuntu-latest, macos-latest, windows-latest]" in text
    assert "permissions:\n  contents: read\n" in text
    assert text.count("timeout-minutes:") == text.count("runs-on:")
    used = re.findall(r"uses: (.*)", text)
    assert [line for line in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", line)] == []
