"""Makes fingerprints of the code that plays: of this package, and of the module of a plug-in player.

Other code may play differently, even under the same version. So only the code that began a saved run continues it, and
the workers of a cluster must have the code of the program that gives them boards.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from types import ModuleType
from weakref import WeakKeyDictionary

from minesweeper.core.pool import WORKER
from minesweeper.solvers.players import PLAYERS

_LENGTH = 16
"""The number of hexadecimal digits. Fingerprints guard against accidents, not against forgers."""


class OtherCodeError(ValueError):
    """Reports a worker with other code than the program that gives it boards."""


def fingerprint(place: Path) -> str:
    """Returns the fingerprint of a module, of all modules below a folder, or of the archive that holds a package."""
    while not place.exists() and place != place.parent:
        place = place.parent
    total = hashlib.sha256()
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        code = path.read_bytes().replace(b"\r\n", b"\n")  # as some systems check them out
        total.update(f"{path.relative_to(place).as_posix()} {len(code)}\n".encode() + code)
    return total.hexdigest()[:_LENGTH]


CODE = fingerprint(Path(__file__).parents[1])
"""The fingerprint of this package, taken when it was loaded. A worker keeps the code that it loaded."""


_CODES: WeakKeyDictionary[ModuleType, str] = WeakKeyDictionary()
"""The fingerprints of modules of players, taken right after they were loaded."""


def code_of_player(solver: str) -> str | None:
    """Returns the fingerprint of the loaded module of a player; None for our own players, which CODE covers."""
    module = None if solver in PLAYERS else sys.modules.get(solver.partition(":")[0])
    place = getattr(module, "__file__", None)
    if module is None or place is None:
        return None
    if module not in _CODES:
        _CODES[module] = fingerprint(Path(place))
    return _CODES[module]


def check_code(theirs: str) -> None:
    """Raises an OtherCodeError unless the boards come from this very code."""
    if theirs != CODE:
        raise OtherCodeError(other_code(WORKER.get(), CODE, theirs))


def other_code(worker: str, its_code: str, ours: str) -> str:
    """Says that a worker has other code."""
    return (
        f"{worker} has other code of this program, fingerprint {its_code} and not {ours}:"
        " install the same on all machines and start the workers again"
    )
