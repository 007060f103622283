"""Completion offers the words that fit a place, in bash, fish and zsh."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.commands.completion import FILES, SHELLS, complete
from minesweeper.commands.table import COMMANDS

ROOT = Path(__file__).parents[2]
SOLVERS = ["simple", "smart", "exact", "best", "deep"]


def offered(line: str) -> list[str]:
    """The offers for the last word of a line. If the line ends with a blank, a new word begins."""
    return [offer for offer, _ in complete([*shlex.split(line), ""] if not line or line[-1] == " " else line.split())]


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("pl", ["play", "plain"]),
        ("play --se", ["--seed"]),
        ("play --tr", []),
        ("play ex", ["expert"]),
        ("play da", []),
        ("generate expert --format ", ["code", "picture", "json", "mbf"]),
        ("bench --solver ", SOLVERS),
        ("bench --solver = sm", ["smart"]),
        ("bench --solver =", SOLVERS),
        ("bench --solver = best beg", ["beginner"]),
        ("bench --solver=sm", ["--solver=smart"]),
        ("help so", ["solve"]),
        ("help play p", []),
        ("help history im", ["import"]),
        ("history ", ["export", "import", "check", "restore"]),
        ("history ex", ["export"]),
        ("history import ", [FILES]),
        ("history --f", []),
        ("history export --f", ["--force"]),
        ("history check boa", []),
        ("play beginner e", []),
        ("play --seed x beg", ["beginner"]),
        ("play --seed boa", []),
        ("show boa", [FILES]),
        ("show a boa", [FILES]),
        ("play --board boa", [FILES]),
        ("--config boa", [FILES]),
        ("bench --cluster boa", [FILES]),
        ("bench --merge a b boa", [FILES]),
        ("bench --merge a b --js", ["--json"]),
    ],
)
def test_completion_offers_what_fits_its_place(line: str, offers: list[str]) -> None:
    assert offered(line) == offers


def test_completion_offers_commands_first_and_options_at_the_end() -> None:
    assert offered("") == list(COMMANDS)
    assert "--seed" in offered("play beginner ")
    assert "play" not in offered("help play ")


def shell(name: str, code: str, folder: Path) -> list[str]:
    """Runs code in a shell that can call minesweeper and returns the lines that it prints. The folder has two files."""
    program = folder / "minesweeper"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m minesweeper "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (folder / "script").write_text(SHELLS[name], encoding="utf-8")
    for file in ("board.mbf", "my boards.txt"):
        (folder / file).touch()
    path = os.pathsep.join([str(folder), os.environ["PATH"]])
    done = subprocess.run(
        [name, *(["-f"] if name == "zsh" else []), "-c", code],
        cwd=folder,
        env={"HOME": str(folder), "PATH": path, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("words", "reply"),
    [
        (["bench", "--solver", "=", "sm"], ["smart"]),
        (["show", "'my b"], ["my boards.txt"]),
        (["play", "--board", "my\\ b"], ["my boards.txt"]),
    ],
)
def test_bash_shows_the_offers_and_keeps_names_with_blanks_whole(
    words: list[str], reply: list[str], tmp_path: Path
) -> None:
    listed = " ".join(shlex.quote(word) for word in ("minesweeper", *words))
    code = f". ./script; COMP_WORDS=({listed}); COMP_CWORD={len(words)}; _minesweeper"
    assert shell("bash", code + """; printf '%s\\n' "${COMPREPLY[@]}" """, tmp_path) == reply


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
@pytest.mark.parametrize(("line", "reply"), [("gener", "generate"), ("show boa", "board.mbf"), ("play ex", "expert")])
def test_fish_shows_the_offers_of_completion(line: str, reply: str, tmp_path: Path) -> None:
    code = f"source ./script; complete -C {shlex.quote(f'minesweeper {line}')}"
    assert reply in [offer.partition("\t")[0] for offer in shell("fish", code, tmp_path)]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
@pytest.mark.parametrize(
    ("words", "reply"),
    [
        (["gener"], ["offers generate:Make boards"]),
        (["show", "boa"], ["files"]),
        (["play", "--board", "boa"], ["files"]),
        (["play", "ex"], ["offers expert:"]),
    ],
)
def test_zsh_shows_the_offers_and_completes_file_names_itself(
    words: list[str], reply: list[str], tmp_path: Path
) -> None:
    own = "_files() { print files }; _describe() { print offers $offers }"
    code = f"source ./script; {own}; words=(minesweeper {' '.join(words)}); CURRENT={len(words) + 1}; _minesweeper"
    assert shell("zsh", code, tmp_path) == reply


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("bash", "complete -p minesweeper minesweeper-terminal"),
        ("zsh", "print -l $_comps[minesweeper] $_comps[minesweeper-terminal]"),
        ("fish", 'for each in minesweeper minesweeper-terminal; complete -C "$each gener"; end'),
    ],
)
def test_both_names_of_the_program_are_completed(name: str, question: str, tmp_path: Path) -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for installed in re.findall(r'^([\w-]+) = "minesweeper.__main__:main"$', text, re.MULTILINE):
        assert re.search(rf"[ \n]{installed}( |$)", SHELLS[name], re.MULTILINE)
    if shutil.which(name) is None:
        pytest.skip(f"there is no {name}")
    assert len(shell(name, f"source ./script\n{question}", tmp_path)) == 2
