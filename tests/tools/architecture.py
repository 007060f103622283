"""Writes docs/dev/modules.md from the docstrings of the modules: ``python -m tests.tools.architecture``."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "dev" / "modules.md"
UI = ("draw", "terminal", "base", "widgets", "replay", "game", "screens")
FOLDERS = (
    "",
    "core",
    "solvers",
    "assist",
    "boards",
    "play",
    "storage",
    "plain",
    "bench",
    *("ui" + part for part in ("", *(f"/{room}" for room in UI))),
    "commands",
)
HEAD = """# Every module

The files of each folder, with the start of their docstrings.
`python -m tests.tools.architecture` writes this page.

"""


def module_list() -> str:
    """Lists every module by folder, with the start of its docstring."""
    parts = []
    for folder in FOLDERS:
        here = ROOT / "minesweeper" / folder
        parts.append(f"## {'/'.join(filter(None, ('minesweeper', folder)))}/\n")
        parts += [
            f"- `{path.name}`: {_summary(path)}" for path in sorted(here.glob("*.py")) if path.name != "__init__.py"
        ]
        parts.append("")
    return HEAD + "\n".join(parts)


def _summary(path: Path) -> str:
    """Returns the first sentence of a module's docstring, up to a colon: the rest is for those who open the file."""
    text = " ".join((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split())
    return re.split(r"[:;.](?: |$)", text)[0] + "."


if __name__ == "__main__":
    PAGE.write_text(module_list(), encoding="utf-8")
