"""The table of commands: each has its module, and an example in its help."""

from __future__ import annotations

from importlib import import_module

import pytest

from minesweeper.commands.table import COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_a_module_that_takes_its_arguments_and_runs(name: str) -> None:
    module = import_module(COMMANDS[name].module)
    assert callable(module.add_arguments)
    assert callable(module.run)
