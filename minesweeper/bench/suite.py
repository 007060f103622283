"""The frozen suite of the referee: 300 boards of three sizes and 500 positions whose exact answers are known.

The suite never changes under its version, so that results of different years can be compared. Boards are dealt from
seeds, and positions are in a file of this folder, which ``benchmarks/referee_positions.py`` made. One checksum covers
the positions and the mines of all boards.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any, NamedTuple

from minesweeper.boards.codes import to_code
from minesweeper.boards.deal import BoardSeed, usual_first
from minesweeper.core.cells import CellSet, cells_of, to_cell_set
from minesweeper.core.position import Position, read_position
from minesweeper.storage.settings import PRESETS

SUITE_VERSION = 1
SHA256 = "6d8662a4dfd1993a07bc2cc78a1a17ad18e4c68dde389cb77d43b27bafa33fc0"
SEED = f"referee {SUITE_VERSION}"
FILE = "positions.jsonl.gz"
BOARDS_PER_SIZE = 100


class SuiteError(ValueError):
    """Reports a suite that isn't the one of its version."""


class SuitePosition(NamedTuple):
    """A position with its exact answer.

    In a stuck position no cell is proved safe, and every hidden cell has a win chance. In a provable one, some cells
    are safe, but no proof of one or two clues finds any.
    """

    number: int
    """The position's number in the suite, from 1."""
    kind: str
    """``stuck``, ``trap`` (stuck, and no safest cell is among the best), or what the easiest proof needs."""
    position: Position
    safe: CellSet
    """All cells proved safe; none in a stuck position."""
    wins: dict[int, int]
    """For each hidden cell of a stuck position, the number of layouts that best play wins after opening the cell."""
    layouts: int
    """The number of layouts of which ``wins`` are a part."""

    @property
    def win_chance(self) -> float:
        """The exact win chance of best play in a stuck position."""
        return max(self.wins.values()) / self.layouts


def suite_boards() -> dict[str, list[BoardSeed]]:
    """Returns the boards of each preset. Their first cell, row and column 4, opens a region."""
    numbers = range(1, BOARDS_PER_SIZE + 1)
    return {
        name: [BoardSeed(spec, usual_first(spec), f"{SEED}/{number}") for number in numbers]
        for name, spec in PRESETS.items()
    }


def digest(text: str) -> str:
    """Returns the checksum of the suite with these positions."""
    codes = [to_code(seed.make()) for seeds in suite_boards().values() for seed in seeds]
    return sha256("\n".join([*codes, text]).encode()).hexdigest()


@cache
def suite_positions() -> tuple[SuitePosition, ...]:
    """Reads the positions. Raises SuiteError if these or the boards have changed."""
    try:
        text = gzip.decompress(resources.files(__package__).joinpath(FILE).read_bytes()).decode()
    except (OSError, EOFError, ValueError, zlib.error):
        text = ""  # its checksum is wrong as well
    if (found := digest(text)) != SHA256:
        raise SuiteError(
            f"the suite of the referee is damaged: its SHA-256 is {found}, not {SHA256}. Install the program again"
        )
    return tuple(_read(number, json.loads(line)) for number, line in enumerate(text.splitlines(), 1))


def _read(number: int, entry: dict[str, Any]) -> SuitePosition:
    position = read_position(entry["board"].replace("/", "\n"), entry["mines"])
    wins: Iterable[int] = entry.get("wins", ())
    valued = dict(zip(cells_of(position.hidden), wins, strict=False))
    safe = to_cell_set(entry.get("safe", ()))
    return SuitePosition(number, entry["kind"], position, safe, valued, entry.get("layouts", 1))
