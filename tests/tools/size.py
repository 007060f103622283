"""How large the package is, folder by folder: ``python -m tests.tools.size``.

Code lines are neither blank nor comment nor docstring.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import minesweeper

PACKAGE = Path(minesweeper.__file__).parent
FIGURES = ("lines", "code", "modules")
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef
_NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def measure(path: Path) -> Counter[str]:
    """Measures one module."""
    text = path.read_text("utf-8")
    code = _code_lines(text).difference(_docstring_lines(ast.parse(text)))
    return Counter(lines=len(text.splitlines()), code=len(code), modules=1)


def _code_lines(text: str) -> set[int]:
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            found.update(range(token.start[0], token.end[0] + 1))
    return found


def _docstring_lines(tree: ast.Module) -> Iterator[int]:
    """Yields the lines of docstrings, those below a variable or field included: a text that nothing uses."""
    for node in ast.walk(tree):
        for statement in node.body if isinstance(node, _DOCUMENTED) else []:
            value = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield from range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


def main() -> None:
    """Prints a line per folder and one for all, of this package or of another one that is named."""
    package = Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE
    sizes: dict[str, Counter[str]] = {}
    for path in sorted(package.rglob("*.py")):
        folder = path.parent.relative_to(package).as_posix().replace(".", "top")
        sizes.setdefault(folder, Counter()).update(measure(path))
    sizes["total"] = sum(sizes.values(), Counter())
    print(f"{'':12}" + "".join(f"{name:>10}" for name in FIGURES))
    for folder, size in sizes.items():
        print(f"{folder:12}" + "".join(f"{size[name]:10,}" for name in FIGURES))


if __name__ == "__main__":
    main()
