"""Comments and docstrings name only files, modules, tests and functions that exist.

Readers follow such a name, so a renamed or removed one costs more than it ever helped. A name counts as existing if the
code uses it anywhere. So the test finds what is gone, but not what was moved to another module.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
import tokenize
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("minesweeper", "tests", "benchmarks", "docs", ".ci", ".github")
FOREIGN = {
    "games.db": "the game database of a player",
    "emoji-data.txt": "a file of the Unicode consortium",
    "assume_default_colors": "a function of curses that windows-curses lacks",
}
"""Names of other projects' files and functions, which the text explains."""

FILE = re.compile(r"[\w./-]*\w\.(?:py|md|json|jsonl|txt|toml|yml|svg|db)\b")
QUOTED = re.compile(r"``?([A-Za-z_][\w.]*)(?:\(\))?``?")
MODULE = re.compile(r"python3? -m ((?:tests|benchmarks|minesweeper)(?:\.\w+)*)")
TEST = re.compile(r"(?<!\w)(test_\w+)(?![\w*]|\.py)")
PLACEHOLDER = re.compile(r"(?:^|/)[A-Z_]+\.\w+$|^\.")
"""``NAME.jsonl`` and ``OLD.jsonl`` stand for any file; ``.json`` alone is an ending."""


class Text(NamedTuple):
    """A comment or a docstring, with the place of its first line."""

    place: str
    words: str


class Names(NamedTuple):
    """The names that a text may use."""

    files: frozenset[str]
    """The paths of all files, each with a slash before it."""
    words: frozenset[str]
    """All words of the code outside comments and docstrings, and the parts of all paths."""
    tests: frozenset[str]
    """The test functions, and the test files without their ending."""

    def unknown(self, words: str) -> Iterator[str]:
        """Yields the names in a text that don't exist."""
        for name in FILE.findall(words):
            ending = "/" + re.sub(r"^[./]+", "", name)
            if not PLACEHOLDER.search(name) and not any(path.endswith(ending) for path in self.files):
                yield name
        for name in QUOTED.findall(words):
            if not FILE.fullmatch(name) and not all(part in self.words for part in name.split(".") if part):
                yield name
        for name in MODULE.findall(words):
            path = "/" + name.replace(".", "/")
            if not self.files & {f"{path}.py", f"{path}/__init__.py"}:
                yield name
        for name in TEST.findall(words):
            if name not in self.tests:
                yield name


def files() -> list[Path]:
    """The files that a text may name. An unpacked sdist has them too."""
    results = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in FOLDERS:
        results += [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return results


def docstring_lines(tree: ast.Module) -> dict[int, str]:
    """The strings that stand as statements, by line: docstrings, and texts below a constant or a field."""
    return {
        node.value.lineno: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def words_of_strings(tree: ast.Module, docstrings: Collection[str]) -> Iterator[str]:
    """Yields the words of all strings but docstrings. Tokens would miss f-strings, from Python 3.12 on."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in docstrings:
            yield from re.findall(r"\w+", node.value)


@pytest.fixture(scope="module", name="repository")
def texts_and_names() -> tuple[list[Text], Names]:
    texts: list[Text] = []
    paths = {"/" + path.relative_to(ROOT).as_posix() for path in files()}
    words = set(dir(builtins)) | {part for path in paths for part in re.split(r"[/.]", path)}
    tests = {Path(path).stem for path in paths if "/test_" in path}
    for path in (path for path in files() if path.suffix in (".py", ".pyi")):
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        docstrings = docstring_lines(tree)
        tests |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        name = path.relative_to(ROOT).as_posix()
        texts += [Text(f"{name}:{line}", text) for line, text in docstrings.items()]
        if path != Path(__file__):  # this file has examples of names that don't exist
            words.update(words_of_strings(tree, docstrings.values()))
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            line = token.start[0]
            if token.type == tokenize.COMMENT:
                texts.append(Text(f"{name}:{line}", token.string))
            elif token.type == tokenize.NAME:
                words.add(token.string)
    return texts, Names(frozenset(paths), frozenset(words), frozenset(tests))


def test_comments_and_docstrings_name_only_what_exists(repository: tuple[list[Text], Names]) -> None:
    texts, names = repository
    results = [f"{text.place}: {name}" for text in texts for name in names.unknown(text.words) if name not in FOREIGN]
    assert results == [], "names of files, tests or functions that don't exist"


def test_the_concepts_page_names_only_types_that_exist() -> None:
    page = (ROOT / "docs/dev/architecture.md").read_text(encoding="utf-8")
    concepts = page.partition("## Concepts")[2].partition("\n## ")[0]
    types: set[str] = {"Mode", "Screen", "Input", "Error"}  # the page explains these words as endings of names
    for path in (ROOT / "minesweeper").rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                types.add(node.name)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                types.add(node.target.id)
    named = set(re.findall(r"`([A-Z]\w*)`", concepts))
    assert len(named) > 200
    assert named <= types, "types that don't exist"


@pytest.mark.parametrize(
    ("words", "unknown"),
    [
        ("See tests/test_shape.py and ``Position``.", []),
        ("Tested in tests/core/test_nothing.py.", ["tests/core/test_nothing.py"]),
        ("``no_such_function`` makes a ``Position.no_such_field``.", ["no_such_function", "Position.no_such_field"]),
        ("``python -m tests.tools.no_such_tool`` prints it.", ["tests.tools.no_such_tool"]),
        ("The reason is in test_that_is_gone.", ["test_that_is_gone"]),
        ("``bench --save NAME.jsonl`` writes it.", []),
    ],
)
def test_a_name_that_does_not_exist_is_found_in_a_text(
    repository: tuple[list[Text], Names], words: str, unknown: list[str]
) -> None:
    assert list(repository[1].unknown(words)) == unknown
