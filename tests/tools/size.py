"""Measures the package, folder by folder: ``python -m tests.tools.size``.

Code lines are neither blank nor comment nor docstring. Calls are counted by name over the whole package: a private
function whose name stands once beside its definition is called once. A late import is a LateModule.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import minesweeper

PACKAGE = Path(minesweeper.__file__).parent
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
_DOCUMENTED = ast.Module | ast.ClassDef | _FUNCTIONS
_NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


class Size(NamedTuple):
    """The measurements of a module or of a folder."""

    lines: int = 0
    code: int = 0
    modules: int = 0
    functions: int = 0
    called_once: int = 0
    yield_from: int = 0
    late_imports: int = 0

    def plus(self, other: Size) -> Size:
        """The sum of these measurements and those of another part."""
        return Size(*map(sum, zip(self, other, strict=True)))


def measure(path: Path, uses: Counter[str]) -> Size:
    """Measures one module. ``uses`` says how often each name occurs in the package."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    functions = [node for node in nodes if isinstance(node, _FUNCTIONS)]
    private = [node.name for node in functions if node.name.startswith("_") and not node.name.endswith("__")]
    calls = [node.func for node in nodes if isinstance(node, ast.Call)]
    return Size(
        lines=len(text.splitlines()),
        code=len(_code_lines(text) - set(_docstring_lines(nodes))),
        modules=1,
        functions=len(functions),
        called_once=sum(uses[name] == 1 for name in private),
        yield_from=sum(isinstance(node, ast.YieldFrom) for node in nodes),
        late_imports=sum(isinstance(called, ast.Name) and called.id == "LateModule" for called in calls),
    )


def _code_lines(text: str) -> set[int]:
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return lines


def _docstring_lines(nodes: list[ast.AST]) -> Iterator[int]:
    """Yields the lines of docstrings, including those below a variable or field."""
    for node in nodes:
        for statement in getattr(node, "body", []) if isinstance(node, _DOCUMENTED) else []:
            value = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield from range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


def count_uses(paths: list[Path]) -> Counter[str]:
    """Counts how often each name is used, without its definition."""
    uses: Counter[str] = Counter()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Name):
                uses[node.id] += 1
            elif isinstance(node, ast.Attribute):
                uses[node.attr] += 1
    return uses


def measure_folders(package: Path = PACKAGE) -> dict[str, Size]:
    """Measures each folder of a package, and the whole package as ``total``."""
    paths = sorted(package.rglob("*.py"))
    uses = count_uses(paths)
    sizes: dict[str, Size] = {}
    for path in paths:
        folder = path.parent.relative_to(package).as_posix().replace(".", "top")
        sizes[folder] = sizes.get(folder, Size()).plus(measure(path, uses))
    total = Size()
    for size in sizes.values():
        total = total.plus(size)
    return {**sizes, "total": total}


def main() -> None:
    """Prints a line per folder, for this package or another one that is named."""
    sizes = measure_folders(Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE)
    print(f"{'':12}" + "".join(f"{name.replace('_', ' '):>13}" for name in Size._fields))
    for folder, size in sizes.items():
        print(f"{folder:12}" + "".join(f"{figure:13,}" for figure in size))


if __name__ == "__main__":
    main()
