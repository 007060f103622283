"""The command line: help and version, and what each way to end tells the shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.cli import main
from minesweeper.commands import show
from minesweeper.core.specs import SpecError
from minesweeper.version import VERSION

ROOT = Path(__file__).parent.parent


def test_help_and_version_work(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["--help"], ["--version"], ["play", "--help"], ["bench", "--help"]):
        with pytest.raises(SystemExit) as stop:
            main(argv)
        assert stop.value.code == 0
        assert "minesweeper" in capsys.readouterr().out


def test_the_package_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "minesweeper", "--version"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"minesweeper {VERSION}\n"


def ends_with(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> int:
    """The exit status of a command that ends with an error."""

    def run(arguments: object) -> int:
        raise error

    monkeypatch.setattr(show, "run", run)
    return main(["show", "-"])


def test_bad_input_is_one_sentence_and_a_fault_of_ours_is_not_hidden(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ends_with(monkeypatch, SpecError("'huge' is no board")) == 2
    assert capsys.readouterr().err == "minesweeper: 'huge' is no board\n"
    for fault in (ValueError("a fault"), UnicodeDecodeError("ascii", b"\xff", 0, 1, "a fault")):
        with pytest.raises(ValueError, match="a fault"):
            ends_with(monkeypatch, fault)


def test_an_interrupt_ends_with_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ends_with(monkeypatch, KeyboardInterrupt()) == 130


def test_a_reader_that_leaves_a_pipe_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "minesweeper", "manual"]
    done = subprocess.run(command, cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
