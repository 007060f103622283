"""Completion: made from the parser, and understood by the shells that are there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from minesweeper.cli import main
from minesweeper.commands.completion import SHELLS, completion_script
from minesweeper.commands.table import COMMANDS

FILES = ("board.mbf", "my boards.txt")


def completed(tmp_path: Path, *words: str) -> list[str]:
    """What bash offers for the last of some words."""
    script = tmp_path / "completion.bash"
    script.write_text(completion_script("bash"), encoding="utf-8")
    for name in FILES:
        (tmp_path / name).touch()
    listed = " ".join(shlex.quote(word) for word in ("minesweeper", *words))
    code = f". ./completion.bash; COMP_WORDS=({listed}); COMP_CWORD={len(words)}; _minesweeper"
    code += """; printf '%s\\n' "${COMPREPLY[@]}" """
    done = subprocess.run(["bash", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout.split("\n")[:-1] if done.stdout.strip() else []


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
class TestBash:
    def test_commands_are_offered_first(self, tmp_path: Path) -> None:
        assert completed(tmp_path, "pl") == ["play", "plain"]
        assert set(completed(tmp_path, "")) >= set(COMMANDS)

    def test_options_and_levels_of_a_command(self, tmp_path: Path) -> None:
        assert completed(tmp_path, "play", "--se") == ["--seed"]
        assert completed(tmp_path, "play", "ex") == ["expert"]
        assert completed(tmp_path, "generate", "expert", "--format", "") == ["code", "picture", "json", "mbf"]
        assert completed(tmp_path, "history", "ex") == ["export"]

    def test_values_that_are_known(self, tmp_path: Path) -> None:
        assert completed(tmp_path, "bench", "--solver", "") == ["simple", "smart", "exact", "best", "deep"]
        for command in ("bench", "generate", "play", "plain"):
            assert completed(tmp_path, command, "beg") == ["beginner"]
        assert completed(tmp_path, "help", "so") == ["solve"]
        assert completed(tmp_path, "plain", "da") == ["daily"]
        assert completed(tmp_path, "play", "da") == []

    def test_a_value_may_stand_after_a_sign_of_equality(self, tmp_path: Path) -> None:
        assert completed(tmp_path, "bench", "--solver", "=", "sm") == ["smart"]
        assert completed(tmp_path, "bench", "--solver", "=") == ["simple", "smart", "exact", "best", "deep"]
        assert completed(tmp_path, "bench", "--solver", "=", "best", "beg") == ["beginner"]

    def test_parts_of_a_command_are_offered_once_and_then_what_they_take(self, tmp_path: Path) -> None:
        assert completed(tmp_path, "history", "") == ["export", "import", "check", "restore"]
        assert set(completed(tmp_path, "history", "import", "")) >= set(FILES)
        assert "export" not in completed(tmp_path, "history", "import", "")
        assert completed(tmp_path, "history", "--f") == []
        assert completed(tmp_path, "history", "export", "--f") == ["--force"]
        assert completed(tmp_path, "history", "check", "boa") == []

    def test_a_place_that_is_filled_is_not_offered_again(self, tmp_path: Path) -> None:
        assert completed(tmp_path, "play", "beginner", "e") == []
        assert "--seed" in completed(tmp_path, "play", "beginner", "")
        assert completed(tmp_path, "play", "--seed", "x", "beg") == ["beginner"]
        assert completed(tmp_path, "help", "play", "p") == []
        assert "play" not in completed(tmp_path, "help", "play", "")

    def test_files_where_a_file_may_stand(self, tmp_path: Path) -> None:
        assert completed(tmp_path, "show", "boa") == ["board.mbf"]
        assert completed(tmp_path, "play", "--board", "boa") == ["board.mbf"]
        assert completed(tmp_path, "--config", "boa") == ["board.mbf"]
        assert completed(tmp_path, "play", "boa") == []
        assert completed(tmp_path, "bench", "--cluster", "boa") == ["board.mbf"]
        for before in ((), ("a",), ("a", "b")):
            assert completed(tmp_path, "bench", "--merge", *before, "boa") == ["board.mbf"]
            assert completed(tmp_path, "bench", "--merge", *before, "--js") == ["--json"]
        assert completed(tmp_path, "show", "a", "boa") == ["board.mbf"]

    def test_names_of_files_with_blanks_stay_whole(self, tmp_path: Path) -> None:
        for typed in ("my", "my\\ b", "'my b", '"my b'):
            assert completed(tmp_path, "show", typed) == ["my boards.txt"]
            assert completed(tmp_path, "play", "--board", typed) == ["my boards.txt"]
        assert completed(tmp_path, "play", "--seed", "boa") == []


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
@pytest.mark.parametrize(
    ("line", "offered", "not_offered"),
    [
        ("history ", ["check", "export", "import", "restore"], FILES),
        ("history import ", FILES, ["export", "play"]),
        ("history export --f", ["--force"], []),
        ("history check ", [], ["export", *FILES]),
        ("help ", ["play", "history"], FILES),
        ("help play ", [], ["beginner", "play", *FILES]),
        ("play ", ["beginner", "expert"], ["daily"]),
        ("play beginner ", [], ["expert"]),
        ("play --seed x beg", ["beginner"], []),
        ("plain da", ["daily"], []),
        ("bench --solver=sm", ["--solver=smart"], []),
        ("bench --merge a ", FILES, ["beginner"]),
        ("bench --cluster ", FILES, ["beginner"]),
        ("show a ", FILES, []),
        ("gener", ["generate"], []),
    ],
)
def test_fish_offers_what_fits_there(
    line: str, offered: Sequence[str], not_offered: Sequence[str], tmp_path: Path
) -> None:
    (tmp_path / "minesweeper.fish").write_text(completion_script("fish"), encoding="utf-8")
    for name in FILES:
        (tmp_path / name).touch()
    done = subprocess.run(
        ["fish", "-c", f"source ./minesweeper.fish; complete -C {shlex.quote(f'minesweeper {line}')}"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr
    found = {text.partition("\t")[0].replace("\\", "") for text in done.stdout.splitlines()}
    assert found >= set(offered)
    assert not found & set(not_offered)


def test_the_script_for_zsh_knows_parts_and_options_that_take_several_files() -> None:
    script = completion_script("zsh")
    assert re.search(r"'--merge=\[.*?\]:\*-\*:FILE:_files'", script)
    assert re.search(r"^ +check\) _arguments '-h\[[^']*\]' '--help\[[^']*\]';;$", script, re.MULTILINE)
    assert re.search(r"^ +import\) _arguments .*':FILE:_files';;$", script, re.MULTILINE)
    assert re.search(r"'--solver=\[.*?\]:SOLVER:\(simple smart", script)
    assert "::BOARD:(beginner intermediate expert daily)" in script


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_can_read_its_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for name in COMMANDS:
        assert name in script
    assert "no-guess" in script
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    done = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def registered(shell: str, script: str, tmp_path: Path, setup: str = "") -> str:
    """What a shell has written down for both commands after it has read the script."""
    (tmp_path / "script").write_text(script, encoding="utf-8")
    asked = {
        "bash": "complete -p minesweeper minesweeper-terminal",
        "zsh": "print -l $_comps[minesweeper] $_comps[minesweeper-terminal]",
        "fish": 'for each in minesweeper minesweeper-terminal; complete -C "$each gener"; end',
    }[shell]
    alone = ["-f"] if shell == "zsh" else []
    done = subprocess.run(
        [shell, *alone, "-c", f"{setup}\nsource ./script\n{asked}"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("shell", "once"),
    [("bash", "complete -o filenames -F _minesweeper minesweeper"), ("zsh", "_minesweeper"), ("fish", "generate\t")],
)
def test_both_commands_are_completed(shell: str, once: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    lines = registered(shell, completion_script(shell), tmp_path).splitlines()
    assert len(lines) == 2
    assert all(line.startswith(once) for line in lines)


def test_the_commands_are_those_that_are_installed() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    installed = re.findall(r'^([\w-]+) = "minesweeper.__main__:main"$', text, re.MULTILINE)
    for shell in SHELLS:
        assert all(re.search(rf"[ \n]{name}( |$)", completion_script(shell), re.MULTILINE) for name in installed)


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_zsh_knows_it_when_it_is_sourced_and_from_its_path(tmp_path: Path) -> None:
    (tmp_path / "_minesweeper").write_text(completion_script("zsh"), encoding="utf-8")
    setup = "autoload -U compinit && compinit -D -u"
    for code in (f"{setup}; source ./_minesweeper", f"fpath=($PWD $fpath); {setup}"):
        done = subprocess.run(
            ["zsh", "-fc", f"{code}; echo ${{_comps[minesweeper]}}"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        assert (done.stdout, done.stderr) == ("_minesweeper\n", "")


def test_the_script_for_zsh_runs_the_function_only_where_completion_calls_it() -> None:
    assert 'if [[ ${funcstack[1]} == _minesweeper ]]; then _minesweeper "$@"; else\n' in completion_script("zsh")
