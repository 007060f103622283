"""The table of commands: each has its module, and an example in its help."""

from __future__ import annotations

from importlib import import_module

import pytest

from minesweeper.cli import main
from minesweeper.commands.table import COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_a_module_that_takes_its_arguments_and_runs(name: str) -> None:
    module = import_module(COMMANDS[name].module)
    assert callable(module.add_arguments)
    assert callable(module.run)


def test_each_example_stands_in_one_line_of_the_help_so_that_it_can_be_copied(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name, command in COMMANDS.items():
        with pytest.raises(SystemExit):
            main([name, "--help"])
        assert f"example: {command.example}" in capsys.readouterr().out.splitlines()
