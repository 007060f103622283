"""Modules on their way to other machines: loaded once, under a name that no other code has, as they are here."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from minesweeper.bench import sent as subject
from minesweeper.bench.fingerprint import OtherCodeError, code_of_player
from minesweeper.bench.sent import SentModule, module_to_send
from minesweeper.solvers.own import find_player


def made_of(source: str, code: str) -> SentModule:
    return SentModule("nowhere/sent_one.py", code, zlib.compress(source.encode()))


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    yield
    for name in [name for name in sys.modules if name.startswith("sent_one")]:
        del sys.modules[name]


def test_modules_of_the_same_name_are_there_side_by_side_and_each_is_loaded_once() -> None:
    source = "x = {}\ndef f(a: undefined_unless_lazy if False else int): ...\n"
    one, other = made_of(source.format(1), "aa"), made_of(source.format(2), "bb")
    modules = [one.load("sent_one"), other.load("sent_one"), one.load("sent_one")]
    assert [module.x for module in modules] == [1, 2, 1]
    assert modules[0] is modules[2]
    assert "sent_one" not in sys.modules
    assert modules[0].f.__annotations__ == {"a": int}  # what this program imports from the future is not theirs
    assert modules[0].__file__ == "nowhere/sent_one.py"


def test_a_module_that_fails_is_not_there() -> None:
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            made_of("1 / 0", "aa").load("sent_one")
    assert not [name for name in sys.modules if name.startswith("sent_one")]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Makes and loads a module with a player; its file."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def load_file(file: str) -> Path:
        path = tmp_path / file
        path.parent.mkdir(exist_ok=True)
        path.write_text("def play(position): ...\n")
        find_player("sent_one:play")
        code_of_player("sent_one:play")
        return path

    return load_file


def test_a_module_is_sent_as_it_is_here(load: Callable[[str], Path]) -> None:
    path = load("sent_one.py")
    sent = module_to_send("sent_one:play")
    assert sent is not None
    assert (sent.path, sent.code) == (str(path), code_of_player("sent_one:play"))
    assert zlib.decompress(sent.packed) == path.read_bytes()
    path.write_text("def play(position): return 1, 1\n")
    with pytest.raises(OtherCodeError, match="'sent_one:play' has changed since it was loaded: start again"):
        module_to_send("sent_one:play")


def test_packages_and_large_modules_are_not_sent(load: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    load("sent_one/__init__.py")
    assert module_to_send("sent_one:play") is None
    del sys.modules["sent_one"]
    monkeypatch.setattr(subject, "LONGEST", 10)
    load("sent_one.py")
    assert module_to_send("sent_one:play") is None
