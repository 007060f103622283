"""Builds the packages and the single file, installs each in fresh environments and tests it there.

``python -m tests.tools.release`` uses every Python from 3.10 on that it finds. ``--here`` uses only the running one and
leaves out the tools that judge a package's page, as ``.ci/run`` does. Nothing is uploaded.

The release workflow builds once with ``--build DIST`` and tests exactly these files with ``--dist DIST`` on every
system, so that what is published is what was tested. ``--notes TAG`` prints the changelog's section about a tag.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from minesweeper.version import VERSION
from tests.tools import onefile

ROOT = Path(__file__).resolve().parents[2]
OLDEST, NEWEST = 10, 14
"""The minor versions of Python 3 that the package says it runs on."""
ONE_FILE = "minesweeper.pyz"
SHORT_SET = ("tests/whole/test_installed.py",)
FROM_SDIST = ("tests/test_shape.py", "tests/tools/test_readme.py", "tests/storage/test_store_golden.py")
"""Tests that read what lies around the package. ``tests/tools/test_release.py`` shows that an sdist has every file."""
JUDGES = (
    ("twine", "check", "--strict", "*"),
    # W002 is about equal files: each name of the command needs its own file of completions.
    ("check-wheel-contents", "--ignore", "W002", "*.whl"),
    ("pyroma", "--min", "8", "*.tar.gz"),
)


class Failed(Exception):
    """Raised if a step failed. The message says which step."""


class Built(NamedTuple):
    """The files that would be published."""

    wheel: Path
    sdist: Path
    one_file: Path

    @classmethod
    def found_in(cls, folder: Path) -> Built:
        """The files that ``build`` has made in a folder. Raises Failed if a package is missing or exists twice."""
        results = [sorted(folder.glob(name)) for name in ("*.whl", "*.tar.gz", ONE_FILE)]
        if any(len(files) != 1 for files in results):
            raise Failed(f"{folder} needs one wheel, one sdist and {ONE_FILE}")
        return cls(*(files[0].resolve() for files in results))


def run(title: str, command: Sequence[str | Path], cwd: Path = ROOT, environ: Mapping[str, str] | None = None) -> None:
    """Runs one step and prints how it ended. Its output is shown only if it failed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MINESWEEPER"))}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=kept | dict(environ or {}), capture_output=True, text=True, check=False
    )
    last = next((line for line in reversed(done.stdout.splitlines()) if line.strip()), "")
    print(f"{'ok    ' if done.returncode == 0 else 'FAILED'} {title}{f': {last[:90]}' if last else ''}", flush=True)
    if done.returncode != 0:
        print(done.stdout + done.stderr)
        raise Failed(title)


def build(folder: Path) -> Built:
    """Builds the packages and the one file."""
    run("build wheel and sdist", [sys.executable, "-m", "hatchling", "build", "-d", folder])
    onefile.build(folder / ONE_FILE)
    return Built.found_in(folder)


def release_notes(tag: str, changelog: str) -> str:
    """The section of the changelog about a tag's version.

    Raises Failed if the tag isn't that of this version, or if the version has no section with the day of its release.
    """
    if tag != f"v{VERSION}":
        raise Failed(f"the tag is {tag}, but minesweeper/version.py says {VERSION}")
    for section in re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]:
        heading, _, notes = section.partition("\n")
        if re.fullmatch(rf"{re.escape(VERSION)} - \d{{4}}-\d\d-\d\d", heading):
            return notes.strip()
    raise Failed(f"CHANGELOG.md needs a section '## {VERSION} - YEAR-MONTH-DAY' with the day of the release")


def fresh_environment(python: Path, folder: Path, *install: str | Path) -> Path:
    """Makes a virtual environment with only these packages and returns its Python."""
    run(f"new environment {folder.name}", [python, "-m", "venv", folder])
    inside = folder / ("Scripts" if os.name == "nt" else "bin") / ("python.exe" if os.name == "nt" else "python")
    run(f"pip install {' '.join(Path(what).name for what in install)}", [inside, "-m", "pip", "install", *install])
    return inside


def check_shared_files(inside: Path) -> None:
    """Raises Failed unless man and the shells find the manual page and completions of an installed package."""
    from hatch_build import SHARED_FILES  # it needs hatchling

    home = inside.parent.parent
    missing = [place for place in SHARED_FILES if not (home / place).is_file()]
    print(f"{'FAILED' if missing else 'ok    '} {home.name}, man page and completions")
    if missing:
        raise Failed(f"not installed: {', '.join(missing)}")


def try_packages(built: Built, python: Path, name: str, folder: Path, *, with_one_file: bool) -> None:
    """Installs wheel and sdist with one Python and runs the short set of tests with each, and with the single file."""
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *SHORT_SET]
    # Without a package index, because the wheel needs nothing else on this system.
    alone = () if sys.platform == "win32" else ("--no-index",)
    for kind, what in (("wheel", (*alone, built.wheel)), ("sdist", (built.sdist,))):
        inside = fresh_environment(python, folder / f"{name}-{kind}", *what)
        check_shared_files(inside)
        run(f"{name}, {kind} installed", tests, environ={"MINESWEEPER_PYTHON": str(inside)})
    if with_one_file:
        environ = {"MINESWEEPER_PYTHON": str(python), "MINESWEEPER_FILE": str(built.one_file)}
        run(f"{name}, the one file", tests, environ=environ)


def try_tests_of_sdist(built: Built, folder: Path) -> None:
    """Runs tests from the unpacked sdist, as a distribution would that packages the game."""
    with tarfile.open(built.sdist) as archive:
        archive.extractall(folder, filter="data")
    unpacked = next(path for path in folder.iterdir() if path.is_dir())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *FROM_SDIST]
    run("tests of the unpacked sdist", command, cwd=unpacked)


def judge(built: Built, folder: Path) -> None:
    """Runs the tools of packagers on the metadata, the page and the contents of the packages."""
    inside = fresh_environment(Path(sys.executable), folder / "judges", *(judge[0] for judge in JUDGES))
    for tool, *words in JUDGES:
        files = [path for path in (built.wheel, built.sdist) if path.match(words[-1])]
        run(tool, [inside.with_name(tool), *words[:-1], *files])


def pythons() -> dict[str, Path]:
    """The Pythons found on the path and in the folders of pyenv and uv, by name; one for each minor version."""
    homes = [Path(place) for place in os.environ.get("PATH", "").split(os.pathsep)]
    for pattern in (".pyenv/versions/3.*/bin", ".local/share/uv/python/cpython-3.*/bin"):
        homes += sorted(Path.home().glob(pattern))
    results = {f"3.{sys.version_info[1]}": Path(sys.executable)}
    for minor in range(OLDEST, NEWEST + 1):
        for path in (home / f"python3.{minor}" for home in homes):
            if f"3.{minor}" not in results and path.is_file() and answers(path, minor):
                results[f"3.{minor}"] = path
    return results


def answers(python: Path, minor: int) -> bool:
    """Whether a Python of this minor version runs and can make environments.

    A shim of pyenv may lead nowhere, and the Python of some Linux systems has no ``ensurepip`` until a package adds it.
    """
    look = "import ensurepip, sys, venv; print(sys.version_info[1])"
    done = subprocess.run([python, "-c", look], capture_output=True, text=True, check=False)
    return done.stdout.strip() == str(minor)


def arguments_of(words: Iterable[str]) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.release", description=__doc__)
    parser.add_argument("--here", action="store_true", help="only with this Python, without twine, pyroma and such")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--build", type=Path, metavar="DIST", help="build into this folder, and try nothing")
    only.add_argument("--dist", type=Path, metavar="DIST", help="try what --build has made in this folder")
    only.add_argument("--notes", metavar="TAG", help="print what the changelog says about this tag, and try nothing")
    return parser.parse_args(list(words))


def main(words: Iterable[str]) -> int:
    """Does what the command line asks for and returns the exit status."""
    arguments = arguments_of(words)
    try:
        if arguments.notes:
            print(release_notes(arguments.notes, (ROOT / "CHANGELOG.md").read_text("utf-8")))
        elif arguments.build:
            build(arguments.build.resolve())
        else:
            try_everything(arguments)
    except Failed as failed:
        print(f"Not ready to be published: {failed}.", file=sys.stderr)
        return 1
    return 0


def try_everything(arguments: argparse.Namespace) -> None:
    """Runs all steps. Raises Failed at the first that doesn't succeed."""
    interpreters = {f"3.{sys.version_info[1]}": Path(sys.executable)} if arguments.here else pythons()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        built = Built.found_in(arguments.dist) if arguments.dist else build(folder / "dist")
        try_tests_of_sdist(built, folder / "unpacked")
        # The suite tries the one file of the checkout with the Python that runs the suite.
        with_one_file = not arguments.here or arguments.dist is not None
        for version, python in sorted(interpreters.items(), key=lambda item: int(item[0][2:])):
            try_packages(built, python, version, folder, with_one_file=with_one_file)
        if not arguments.here:
            judge(built, folder)
    untried = [f"3.{minor}" for minor in range(OLDEST, NEWEST + 1) if f"3.{minor}" not in interpreters]
    print(f"All is well with Python {', '.join(sorted(interpreters))}; not tried: {', '.join(untried) or 'none'}.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
