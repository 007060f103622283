"""A module of one's own on its way to the workers of a cluster: it goes with the boards, and is loaded there once.

There it has a name that no other code has, so that runs whose players are called the same never play each other's, and
nothing is left to be taken away. It is held in memory: no file is written on a machine of somebody else's.
"""

from __future__ import annotations

import sys
import threading
import zlib
from importlib.machinery import SOURCE_SUFFIXES, ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from minesweeper.bench.fingerprint import OtherCodeError, code_of_player, fingerprint
from minesweeper.core.text import quote

LONGEST = 1 << 20
"""Larger modules are not sent, for they go with every chunk of boards: the workers must have them."""
_LOADING = threading.Lock()


class SentModule(NamedTuple):
    """A module as it is here, for elsewhere."""

    path: str
    """Where it is here: where machines share their folders, it finds what lies beside it."""
    code: str
    """Its fingerprint."""
    packed: bytes

    def load(self, name: str) -> ModuleType:
        """The module of that name; whatever its own lines raise is raised."""
        full_name = f"{name}_{self.code}"
        with _LOADING:  # of the threads of a worker
            found = sys.modules.get(full_name)
            if found is None:
                found = module_from_spec(ModuleSpec(full_name, None, origin=self.path))
                found.__file__ = self.path
                sys.modules[full_name] = found
                try:
                    source = zlib.decompress(self.packed)
                    exec(compile(source, self.path, "exec", dont_inherit=True), found.__dict__)
                except BaseException:
                    del sys.modules[full_name]
                    raise
        return found


def module_to_send(solver: str) -> SentModule | None:
    """The module of a player of one's own, which is loaded; None if workers must have it, as a part of a package."""
    module = sys.modules[solver.partition(":")[0]]
    spec, place = module.__spec__, getattr(module, "__file__", None)
    if spec is None or spec.parent != "" or place is None or not place.endswith(tuple(SOURCE_SUFFIXES)):
        return None
    source, code = Path(place).read_bytes(), code_of_player(solver)
    if len(source) > LONGEST:
        return None
    if code is None or fingerprint(Path(place)) != code:
        raise OtherCodeError(f"{quote(solver, 60)} has changed since it was loaded: start again")
    return SentModule(place, code, zlib.compress(source))
