"""The shape of the code: functions that can be read at a glance, and files that open with what they are about."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(path for folder in ("minesweeper", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py"))
MOST_LINES = 60


@pytest.fixture(scope="module", name="trees")
def parsed_files() -> dict[str, ast.Module]:
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in FILES}


def test_no_function_is_longer_than_can_be_read_at_a_glance(trees: dict[str, ast.Module]) -> None:
    long = [
        f"{name}:{node.lineno} {node.name}"
        for name, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno + 1 > MOST_LINES
    ]
    assert long == []


def test_every_file_opens_with_what_it_is_about(trees: dict[str, ast.Module]) -> None:
    assert [name for name, tree in trees.items() if tree.body and not ast.get_docstring(tree)] == []
