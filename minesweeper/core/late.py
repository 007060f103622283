"""Modules that are loaded when they are first used, so that the program starts sooner.

Every file that wants another module late says so below its imports:

    if TYPE_CHECKING:
        from minesweeper.boards import noguess
    else:
        noguess = LateModule("minesweeper.boards.noguess")  # brings a solver

Then ``noguess.deal_no_guess(...)`` in a function loads the module when it is first called. Type checkers see the real
import, and so does ``tests/test_imports.py``, which allows no imports inside functions.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class LateModule(ModuleType):
    """Stands for a module that is loaded when one of its names is first used."""

    def __getattr__(self, name: str) -> Any:
        module = import_module(self.__name__)
        # Python asks this function of a module for missing names, so that from now on the real module answers at once.
        vars(self)["__getattr__"] = module.__getattribute__
        return getattr(module, name)


def load_now(late: ModuleType) -> ModuleType:
    """Loads a late module before it is used and returns the real one. The program does this between two keys, for
    example.

    Raises ImportError if this Python lacks the module or something that it needs.
    """
    return import_module(late.__name__)


def late_modules_of(module: ModuleType) -> list[LateModule]:
    """The late modules that a loaded module names, in the order of its lines."""
    return [value for value in vars(module).values() if isinstance(value, LateModule)]
