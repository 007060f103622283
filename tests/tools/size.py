"""Counts lines of the package, folder by folder: ``python -m tests.tools.size``.

Code lines are neither blank nor comment nor docstring.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import minesweeper

PACKAGE = Path(minesweeper.__file__).parent
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


class Size(NamedTuple):
    """The figures of a module or of a folder."""

    lines: int = 0
    code: int = 0
    modules: int = 0

    def plus(self, other: Size) -> Size:
        """Adds the figures of another part."""
        return Size(*map(sum, zip(self, other, strict=True)))


def measure(path: Path) -> Size:
    """Measures one module."""
    text = path.read_text("utf-8")
    return Size(len(text.splitlines()), len(_code_lines(text) - set(_docstring_lines(text))), 1)


def _code_lines(text: str) -> set[int]:
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            found.update(range(token.start[0], token.end[0] + 1))
    return found


def _docstring_lines(text: str) -> Iterator[int]:
    """Yields the lines of docstrings, those below a variable or field included: a text that nothing uses."""
    for node in ast.walk(ast.parse(text)):
        for statement in getattr(node, "body", []) if isinstance(node, _DOCUMENTED) else []:
            value = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield from range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


def measure_folders(package: Path = PACKAGE) -> dict[str, Size]:
    """Measures each folder of a package, and at the end all of it as ``total``."""
    sizes: dict[str, Size] = {}
    total = Size()
    for path in sorted(package.rglob("*.py")):
        folder = path.parent.relative_to(package).as_posix().replace(".", "top")
        size = measure(path)
        sizes[folder] = sizes.get(folder, Size()).plus(size)
        total = total.plus(size)
    return {**sizes, "total": total}


def main() -> None:
    """Prints a line per folder, of this package or of another one that is named."""
    sizes = measure_folders(Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE)
    print(f"{'':12}" + "".join(f"{name:>13}" for name in Size._fields))
    for folder, size in sizes.items():
        print(f"{folder:12}" + "".join(f"{figure:13,}" for figure in size))


if __name__ == "__main__":
    main()
