"""Late modules are loaded when one of their names is first used."""

from __future__ import annotations

import json
import subprocess
import sys
import types

import pytest

from minesweeper.core.late import LateModule, late_modules_of, load_now

FIRST_USE = """
import json, sys
from minesweeper.core.late import LateModule

late = LateModule("colorsys")
steps = ["colorsys" in sys.modules]
late.rgb_to_hsv(0, 0, 0)
steps.append("colorsys" in sys.modules)
print(json.dumps(steps))
"""


def test_a_late_module_is_loaded_when_its_name_is_first_used() -> None:
    done = subprocess.run([sys.executable, "-c", FIRST_USE], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [False, True]


def test_a_late_module_has_the_names_of_the_real_module(monkeypatch: pytest.MonkeyPatch) -> None:
    late = LateModule("json")
    assert late.dumps is json.dumps
    monkeypatch.setattr(json, "dumps", repr)
    assert late.dumps is repr


def test_missing_late_modules_and_names_raise_the_usual_errors() -> None:
    with pytest.raises(ModuleNotFoundError):
        _ = LateModule("minesweeper.missing").name
    with pytest.raises(AttributeError):
        _ = LateModule("json").missing


def test_late_modules_can_be_loaded_early() -> None:
    assert load_now(LateModule("json")) is json
    module = types.ModuleType("example")
    vars(module).update(second=LateModule("b"), eager=json, first=LateModule("a"))
    assert [late.__name__ for late in late_modules_of(module)] == ["b", "a"]
