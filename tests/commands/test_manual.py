"""The manual: the parser's own description of every command, and a page that man can read."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from minesweeper.cli import main
from minesweeper.commands.manual import Described, describe_program, man_page
from minesweeper.commands.table import COMMANDS


def command(name: str) -> Described:
    return next(each for each in describe_program() if each.name == name)


def test_every_command_and_each_of_its_arguments_is_described() -> None:
    names = [each.name for each in describe_program()]
    assert names == ["", *COMMANDS]
    options = {name for option in command("generate").options for name in option.names}
    assert options >= {"--no-guess", "--format", "-o", "--output", "-n", "--jobs", "--help"}
    assert [place.value for place in command("play").places] == ["BOARD"]
    assert [place.value for place in command("history").places] == ["export|import|check|restore", "FILE"]
    assert command("show").synopsis == "minesweeper show [--help] [--position] [--json] [--pretty] FILE|CODE .."


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
