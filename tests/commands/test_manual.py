"""The manual page contains the help of every command and is valid for man."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from minesweeper.cli import main
from minesweeper.commands.manual import man_page, parsers
from minesweeper.commands.table import COMMANDS


def test_the_manual_page_contains_the_help_of_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    page = capsys.readouterr().out.replace("\\-", "-").replace("\\e", "\\").replace("\\&", "")
    programs = [parser.prog for parser in parsers()]
    assert programs[0] == "minesweeper"
    assert {f"minesweeper {name}" for name in COMMANDS} | {"minesweeper history export"} <= set(programs)
    for parser in parsers():
        assert parser.format_help() in page
    assert "128+N" in page


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_groff_accepts_the_manual_page_without_a_warning() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-P-cbou"]
    done = subprocess.run(command, input=man_page(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "EXIT STATUS" in done.stdout
