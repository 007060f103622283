"""What the README says must be true: its key table, its commands, its test line."""

from __future__ import annotations

from pathlib import Path

from minesweeper.ui.keymap import Action
from tests.readme import README, with_table


def test_the_key_table_is_that_of_the_key_map() -> None:
    text = README.read_text(encoding="utf-8")
    assert text == with_table(text), "run: python -m tests.readme"
    for action in Action:
        assert f"| {action.description} |" in text


def test_ci_runs_the_one_test_line_of_the_readme() -> None:
    lines = [line for line in README.read_text(encoding="utf-8").split("\n") if line.startswith("python3 -m venv ")]
    assert len(lines) == 1
    assert lines[0].endswith(".venv/bin/pytest -n auto")
    ci = (Path(README).parent / ".ci" / "run").read_text(encoding="utf-8")
    assert "grep -m 1 '^python3 -m venv ' README.md" in ci
