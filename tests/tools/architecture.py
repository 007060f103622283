"""Writes the list of modules in docs/architecture.md from their docstrings: ``python -m tests.tools.architecture``."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "architecture.md"
UI = ("draw", "terminal", "base", "widgets", "replay", "game", "screens")
FOLDERS = (
    "",
    "core",
    "solvers",
    "boards",
    "play",
    "storage",
    "plain",
    "bench",
    *("ui" + part for part in ("", *(f"/{room}" for room in UI))),
    "commands",
)
START, END = "<!-- modules -->\n", "<!-- /modules -->"


def module_list() -> str:
    """Every module by folder, with the first line of its docstring."""
    parts = []
    for folder in FOLDERS:
        here = ROOT / "minesweeper" / folder
        parts.append(f"### {'/'.join(filter(None, ('minesweeper', folder)))}/\n")
        parts += [f"- `{path.name}`: {_first_line(path)}" for path in sorted(here.glob("*.py"))]
        parts.append("")
    return "\n".join(parts)


def _first_line(path: Path) -> str:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0]


def with_list(text: str) -> str:
    """The page with the list as it should be."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return before + START + module_list() + END + after


if __name__ == "__main__":
    PAGE.write_text(with_list(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
