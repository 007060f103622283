"""The table of commands: each has its module, and an example in its help."""

from __future__ import annotations

import pytest

from minesweeper.commands.table import COMMANDS, load_command


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_a_module_that_takes_its_arguments_and_runs(name: str) -> None:
    module = load_command(name)
    assert callable(module.add_arguments)
    assert callable(module.run)
