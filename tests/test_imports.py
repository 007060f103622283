"""Modules import only what stands above them in one list of layers, and load nothing that they don't need.

A late module (``core/late.py``) counts like any import, because it is loaded sooner or later. A new module fails here
until it has a place in LAYERS.
"""

from __future__ import annotations

import ast
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "minesweeper"

LAYERS = """
    version
    __init__ ui.__init__
    core.*
    solvers.*
    assist.*
    boards.*
    play.*
    storage.*
    plain.* bench.* api gymnasium_env
    ui.draw.*
    ui.terminal.*
    ui.base.*
    ui.widgets.*
    ui.replay.*
    ui.game.*
    ui.screens.*
    ui.autosave_service ui.services ui.loop ui.app
    commands.*
    cli
    __main__
"""
"""A module imports only from lines above its own, or from its own line within its folder as long as no circle arises.

What knows least comes first: the packages of docs/dev/architecture.md from the lowest layer up.

A package has a line of its own, so that the tree of folders shows the layers: modules in ``solvers/`` can't know where
the mines are. Packages on the same line know nothing of each other. A star is any text.
"""

MAY_LOAD_CURSES = {"ui.terminal.curses_terminal", "ui.app"}

OPENS_EVERY_SCREEN = "ui.base.routes"
"""The one module whose late modules may stand above it, because every screen may open every other one."""

HANDS_OVER = "ui.game."
"""The one folder whose late modules may run in a circle: a move leads to the end of a game, which leads to a move."""

IMPORTS_IN_FUNCTIONS = {"__init__", "__main__"}
"""The two modules that run first. They catch Ctrl-C while the rest is loaded, and load names of the library."""


def find_modules() -> dict[str, Path]:
    """Finds every module of the package by its name without the package."""
    paths = (ROOT / PACKAGE).rglob("*.py")
    return {".".join(path.relative_to(ROOT / PACKAGE).with_suffix("").parts): path for path in paths}


def layers_of(module: str) -> list[int]:
    """The numbers of the lines of LAYERS that name a module. It should be exactly one."""
    lines = enumerate(LAYERS.split("\n"))
    return [number for number, line in lines for entry in line.split() if fnmatchcase(module, entry)]


@lru_cache(maxsize=1)
def imports_of_all() -> dict[str, set[str]]:
    """The names of the modules that each module imports. Curses and its parts count as ``curses``."""
    modules = find_modules()
    results = {name: set(_imports(name, path, modules)) for name, path in modules.items()}
    return {**results, OPENS_EVERY_SCREEN: {"core.late"}}


def _imports(module: str, path: Path, modules: dict[str, Path]) -> list[str]:
    wanted = []
    for node in ast.walk(parse(path)):
        if name := late_name(node):
            wanted.append(name)
        elif isinstance(node, ast.Import):
            wanted += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                home = [PACKAGE, *module.split(".")]
                source = ".".join([*home[: -node.level], *([source] if source else [])])
            parts = [f"{source}.{alias.name}" for alias in node.names]
            wanted += [part if part.removeprefix(f"{PACKAGE}.") in modules else source for part in parts]
    own = [name.removeprefix(f"{PACKAGE}.") for name in wanted if name.startswith(f"{PACKAGE}.")]
    return own + ["curses" for name in wanted if name.split(".")[0] in ("curses", "_curses")]


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def late_name(node: ast.AST) -> str:
    """The module that ``LateModule("...")`` stands for. Empty for any other code."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "LateModule"):
        return ""
    assert isinstance(node.args[0], ast.Constant)
    return str(node.args[0].value)


LOADER = """
import importlib, json, sys

new = {}
for name in json.loads(sys.argv[1]):
    before = set(sys.modules)
    importlib.import_module(name)
    new[name] = [m for m in sys.modules if m not in before]
print(json.dumps(new))
"""


def newly_loaded(modules: list[str]) -> dict[str, set[str]]:
    """The modules that each of these imports adds when they are imported in this order in a fresh interpreter."""
    names = [f"{PACKAGE}.{module}".rstrip(".") for module in modules]
    command = [sys.executable, "-c", LOADER, json.dumps(names)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    new: dict[str, list[str]] = json.loads(done.stdout)
    return {module: set(new[name]) for module, name in zip(modules, names, strict=True)}


def test_every_module_belongs_to_exactly_one_layer() -> None:
    homeless = sorted(module for module in find_modules() if len(layers_of(module)) != 1)
    assert not homeless, (
        f"{', '.join(homeless)}: in no layer or in several. Put it into LAYERS in tests/test_imports.py, in a"
        " line below (or the same as) every module it imports and above every module that imports it."
    )


def may_import(module: str, other: str) -> bool:
    """Whether the other module has a line above, or the same line and the same folder."""
    own, its = min(layers_of(module), default=len(LAYERS)), max(layers_of(other), default=0)
    return its < own or (its == own and module.partition(".")[0] == other.partition(".")[0])


def test_modules_import_only_from_earlier_layers() -> None:
    wrong = [
        f"{module} imports {other}, which has no line above it"
        for module, imported in imports_of_all().items()
        for other in imported - {"curses"}
        if not may_import(module, other)
    ]
    assert not wrong, "\n".join(sorted(wrong))


def test_late_modules_have_the_type_of_the_same_import() -> None:
    late = {name: set(_late_names(parse(path))) for name, path in find_modules().items()}
    typed = {name: set(_typed_names(parse(path))) for name, path in find_modules().items()}
    wrong = [f"{name}: {alias} = {module}" for name in late for alias, module in late[name] - typed[name]]
    assert sum(map(len, late.values())) > 90
    assert not wrong, "not imported by the same name under TYPE_CHECKING:\n" + "\n".join(sorted(wrong))


def _late_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and (module := late_name(node.value)):
            assert isinstance(node.targets[0], ast.Name)
            yield node.targets[0].id, module


def _typed_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The imports of the branch for type checkers. The other branch has the late modules."""
    branches = (node.body for node in tree.body if isinstance(node, ast.If) and node.orelse)
    for node in itertools.chain.from_iterable(branches):
        if isinstance(node, ast.Import | ast.ImportFrom):
            home = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            yield from ((alias.asname or alias.name, home + alias.name) for alias in node.names)


def test_functions_use_late_modules_instead_of_imports() -> None:
    functions = [
        (name, node)
        for name, path in find_modules().items()
        for node in ast.walk(parse(path))
        if isinstance(node, ast.FunctionDef) and name not in IMPORTS_IN_FUNCTIONS
    ]
    inside = (ast.Import, ast.ImportFrom)
    results = {f"{name}.{node.name}" for name, node in functions if any(isinstance(n, inside) for n in ast.walk(node))}
    assert not results, f"{', '.join(sorted(results))}: use a LateModule, see minesweeper/core/late.py"


def hands_over(module: str, other: str) -> bool:
    """Whether both are in the folder whose late modules may run in a circle, and the other one is late."""
    if not (module.startswith(HANDS_OVER) and other.startswith(HANDS_OVER)):
        return False
    return f"{PACKAGE}.{other}" in {late for _, late in _late_names(parse(find_modules()[module]))}


def test_modules_never_import_each_other_in_a_circle() -> None:
    imports = {
        name: {other for other in result if not hands_over(name, other)} for name, result in imports_of_all().items()
    }
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(f"imports in a circle: {' <- '.join(error.args[1])}")


def test_only_the_curses_adapter_imports_curses() -> None:
    assert [module for module, imported in imports_of_all().items() if "curses" in imported] == [
        "ui.terminal.curses_terminal"
    ]


def test_only_the_terminal_front_end_loads_curses() -> None:
    elsewhere = set() if has_posix() else {"ui.terminal.posix"}
    modules = sorted(find_modules().keys() - MAY_LOAD_CURSES - {"__main__"} - elsewhere)
    loading = [module for module, new in newly_loaded(modules).items() if new & {"curses", "_curses"}]
    assert not loading, f"{', '.join(loading)} loads curses"


@pytest.mark.parametrize("packages", [["core", "solvers"], ["core", "solvers", "assist"]], ids=" ".join)
def test_solvers_and_assistants_load_neither_layouts_nor_games(packages: list[str]) -> None:
    modules = sorted(module for module in find_modules() if module.split(".")[0] in packages[1:])
    assert len(modules) > 3
    known = {f"{PACKAGE}.{module}" for module in (*packages, "version")}
    for module, new in newly_loaded(["core.position", *modules]).items():
        own = {name for name in new if name.startswith(f"{PACKAGE}.")} - known
        cheating = [name for name in own if name.split(".")[1] not in packages]
        assert not cheating, f"{module} loads {', '.join(sorted(cheating))}"
