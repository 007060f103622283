"""The shape of the code: each file has one subject, begins by explaining it, and has tests of its name.

Which folder may import which is in ``test_imports.py``.
"""

from __future__ import annotations

import ast
import gc
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(path for folder in ("minesweeper", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py"))
PACKAGE = ROOT / "minesweeper"
MODULES = [path for path in FILES if PACKAGE in path.parents and path.name != "__init__.py"]
MOST_LINES = 60
SEVERAL = {
    "add_arguments": "each command takes its arguments",
    "run": "each command runs, and so does the loop",
    "main": "each program has one",
    "deductions": "each solver finds some; the public one tells them as hints",
    "Board": "the public one tells its first cell as a place, that of the program as a cell",
    "read_boards": "the public one takes texts, bytes and paths, that of the program the bytes of a file",
    "read_replay": "the public one takes texts, bytes and paths, that of the program a text",
}
"""Names that several modules may define, because it is the same thing that they define."""
TESTED_IN = re.compile(r"Tested in (tests/[\w/]+\.py)")


@pytest.fixture(scope="module", name="trees")
def parsed_files() -> dict[str, ast.Module]:
    gc.disable()  # searching half a million permanent nodes for garbage takes longer than parsing
    try:
        return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in FILES}
    finally:
        gc.enable()


def test_no_function_is_longer_than_the_limit(trees: dict[str, ast.Module]) -> None:
    functions = [
        (name, node) for name, tree in trees.items() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    ]
    # The docstring doesn't count, so that explaining a function never makes the function too long.
    lines = {
        f"{name}:{node.lineno} {node.name}": (node.end_lineno or 0) - node.lineno + 1 - _docstring_lines(node)
        for name, node in functions
    }
    assert [function for function, count in lines.items() if count > MOST_LINES] == []


def _docstring_lines(node: ast.FunctionDef) -> int:
    if ast.get_docstring(node) is None:
        return 0
    return (node.body[0].end_lineno or 0) - node.body[0].lineno + 1


def test_every_file_begins_with_a_docstring(trees: dict[str, ast.Module]) -> None:
    assert [name for name, tree in trees.items() if tree.body and not ast.get_docstring(tree)] == []


def test_the_package_contains_few_files_beside_its_folders() -> None:
    files = {path.stem for path in PACKAGE.glob("*.py")}
    assert files == {"__init__", "__main__", "version", "cli", "api", "gymnasium_env"}


def test_package_folders_contain_only_a_docstring_in_init(trees: dict[str, ast.Module]) -> None:
    """So importing a module loads only this module. The folder of the game loads its modules on first use."""
    folders = {name for name in trees if name.startswith("minesweeper/") and name.endswith("/__init__.py")}
    folders -= {"minesweeper/__init__.py", "minesweeper/ui/game/__init__.py"}
    assert [name for name in folders if len(trees[name].body) != 1] == []


def test_no_two_modules_of_a_folder_differ_only_in_their_ending() -> None:
    """A reader can't distinguish ``moves`` from ``moving``."""
    alike: dict[tuple[Path, str], set[str]] = {}
    for module in MODULES:
        stem = re.sub(r"(ing|er|ed|ies|y|e)$", "", module.stem.rstrip("s"))
        alike.setdefault((module.parent, stem), set()).add(module.stem)
    assert [names for names in alike.values() if len(names) > 1] == []


def test_no_two_modules_share_a_file_name() -> None:
    """A reader who looks for ``daily.py`` should find one file.

    A command's module is named after its command, even if another module has that subject, and a question in
    ``assist/`` may be named after its solver.
    """
    solvers = {module.name for module in MODULES if module.parent == PACKAGE / "solvers"}
    named_twice = [PACKAGE / "commands", *[PACKAGE / "assist" / name for name in solvers]]
    names = [module.name for module in MODULES if not {module, module.parent} & set(named_twice)]
    assert {name for name in names if names.count(name) > 1} <= {"__init__.py"}


def names_defined(tree: ast.Module) -> Iterator[str]:
    """The classes, types and public functions of a module. Type variables don't count."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar"))):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name[0].isupper() and not name.isupper():
                    yield name


def test_no_public_name_is_defined_in_two_modules(trees: dict[str, ast.Module]) -> None:
    """Private names may be the same."""
    homes: dict[str, list[str]] = {}
    for module in MODULES:
        for name in names_defined(trees[str(module.relative_to(ROOT))]):
            if not name.startswith("_") and name not in SEVERAL:
                homes.setdefault(name, []).append(str(module.relative_to(PACKAGE)))
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def files_testing(module: Path) -> list[Path]:
    """The test files with the name of a module, or with this name and a topic, in the corresponding folder."""
    folder = ROOT / "tests" / module.parent.relative_to(PACKAGE)
    return [path for path in folder.glob("test_*.py") if f"{path.stem}_".startswith(f"test_{module.stem}_")]


def test_every_module_has_a_test_file_or_names_one(trees: dict[str, ast.Module]) -> None:
    homeless = []
    for module in MODULES:
        if files_testing(module):
            continue
        name = str(module.relative_to(ROOT))
        names = TESTED_IN.findall(ast.get_docstring(trees[name]) or "")
        if not names or not all((ROOT / path).is_file() for path in names):
            homeless.append(name)
    assert homeless == [], "needs a test file of its name, or 'Tested in tests/...' in its docstring"


def test_every_test_file_has_the_name_of_a_module() -> None:
    folders = {module.parent.relative_to(PACKAGE) for module in MODULES} - {Path()}
    tested = {path for module in MODULES for path in files_testing(module)}
    files = [path for folder in folders for path in (ROOT / "tests" / folder).glob("test_*.py")]
    strays = [str(path.relative_to(ROOT)) for path in files if path not in tested]
    assert strays == [], "what tests the whole program goes to tests/whole"
