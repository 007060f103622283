"""Completion and the manual: made from the parser, understood by the shells and by man, where these are there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from minesweeper.cli import main
from minesweeper.commands.completion import SHELLS, completion_script
from minesweeper.commands.manual import Described, describe_program, man_page
from minesweeper.commands.table import COMMANDS


def command(name: str) -> Described:
    return next(each for each in describe_program() if each.name == name)


def completed(tmp_path: Path, *words: str) -> list[str]:
    """What bash offers for the last of some words."""
    script = tmp_path / "completion.bash"
    script.write_text(completion_script("bash"), encoding="utf-8")
    (tmp_path / "board.mbf").touch()
    listed = " ".join(f"'{word}'" for word in ("minesweeper", *words))
    code = (
        f'. ./completion.bash; COMP_WORDS=({listed}); COMP_CWORD={len(words)}; _minesweeper; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout.split()


def test_every_command_and_each_of_its_arguments_is_described() -> None:
    names = [each.name for each in describe_program()]
    assert names == ["", *COMMANDS]
    options = {name for option in command("generate").options for name in option.names}
    assert options >= {"--no-guess", "--format", "-o", "--output", "-n", "--jobs", "--help"}
    assert [place.value for place in command("play").places] == ["BOARD"]
    assert [place.value for place in command("history").places] == ["export|import", "FILE"]
    assert command("show").synopsis == "minesweeper show [--help] [--json] FILE|CODE"


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

    def test_files_where_a_file_may_stand(self, tmp_path: Path) -> None:
        assert completed(tmp_path, "show", "boa") == ["board.mbf"]
        assert completed(tmp_path, "play", "--board", "boa") == ["board.mbf"]
        assert completed(tmp_path, "--config", "boa") == ["board.mbf"]
        assert completed(tmp_path, "play", "boa") == []
        assert completed(tmp_path, "play", "--seed", "boa") == []


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


def test_the_manual_tells_of_every_command_option_and_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    page = capsys.readouterr().out.replace("\\-", "-")
    for each in describe_program():
        assert each.synopsis in page
        assert each.description in page
        for option in each.options:
            assert ", ".join(option.names) in page
    assert "128+N" in page


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_man_has_nothing_to_complain_about() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-P-cbou"]
    done = subprocess.run(command, input=man_page(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "EXIT STATUS" in done.stdout
