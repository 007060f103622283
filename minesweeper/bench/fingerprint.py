"""What code plays: a fingerprint of this package, and one of a player's own module.

Other code may play otherwise, also under the same version: a saved run is only gone on with by the code that began it,
and the workers of a cluster must have the code of whoever gives them boards.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from types import ModuleType
from weakref import WeakKeyDictionary

from minesweeper.core.pool import WORKER
from minesweeper.core.text import quote
from minesweeper.solvers.players import PLAYERS

_LENGTH = 16
"""So many hexadecimal digits tell two codes apart: they meet by chance, not by somebody's design."""


class OtherCodeError(ValueError):
    """Boards that were given to other code than that of whoever gave them."""


def fingerprint(place: Path) -> str:
    """That of a module, or of all modules below a folder; of a package in an archive that of the archive."""
    while not place.exists() and place != place.parent:
        place = place.parent
    total = hashlib.sha256()
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        code = path.read_bytes().replace(b"\r\n", b"\n")  # as some systems check them out
        total.update(f"{path.relative_to(place).as_posix()} {len(code)}\n".encode() + code)
    return total.hexdigest()[:_LENGTH]


CODE = fingerprint(Path(__file__).parents[1])
"""That of this package as it was when it was loaded, together with the code that plays: a worker goes on with what it
has loaded, whatever becomes of its files."""


_CODES: WeakKeyDictionary[ModuleType, str] = WeakKeyDictionary()
"""Those of modules of players, as they were when they were first asked about: at once after they were loaded."""


def code_of_player(solver: str) -> str | None:
    """The fingerprint of the module of a player of one's own, as it is loaded; None for ours: those are in CODE."""
    module = None if solver in PLAYERS else sys.modules.get(solver.partition(":")[0])
    place = getattr(module, "__file__", None)
    if module is None or place is None:
        return None
    if module not in _CODES:
        _CODES[module] = fingerprint(Path(place))
    return _CODES[module]


def check_code(theirs: str) -> None:
    """Raises a OtherCodeError unless the boards come from this very code."""
    if theirs != CODE:
        raise OtherCodeError(
            f"{WORKER.get() or 'a worker'} has other code of this program, fingerprint {CODE} and not {theirs}:"
            " install the same on all machines and start the workers anew"
        )


def check_player(solver: str, theirs: str | None) -> None:
    """Raises a OtherCodeError unless the player's module, which is loaded, is that of whoever gave the boards."""
    ours = code_of_player(solver)
    if theirs != ours:
        raise OtherCodeError(
            f"{WORKER.get() or 'a worker'} has another {quote(solver, 60)}, fingerprint {ours} and not {theirs}:"
            " install the same on all machines and start the workers anew"
        )
