"""The frozen suite of the referee: 300 boards of three sizes, and 500 positions whose exact answers are known.

A suite never changes under its version number, so that results of different years can be compared. Boards are dealt
from seeds. The positions are in a file of this folder, which ``benchmarks/referee_positions.py`` made. One checksum
covers the positions and the mines of all boards.
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
    """A suite that has changed although its version hasn't."""


class SuitePosition(NamedTuple):
    """A position with its exact answer.

    In a stuck position nothing is proved safe, and the answer is a win chance for each hidden cell. In a provable one,
    some cells are safe, but no proof with one or two clues finds any of them.
    """

    number: int
    """The position's number in the suite, counted from 1."""
    kind: str
    """``stuck``, ``trap`` or what the easiest proof needs.

    In a trap, which is a stuck position too, no cell with the lowest mine risk is among the best guesses.
    """
    position: Position
    safe: CellSet
    """All cells that can be proved safe. Empty in a stuck position."""
    wins: dict[int, int]
    """How many layouts best play wins after opening a cell, for each hidden cell of a stuck position.

    Empty in a provable one.
    """
    layouts: int
    """How many layouts the position has, to which ``wins`` are compared. 1 in a provable position."""

    @property
    def win_chance(self) -> float:
        """The exact win chance of best play in a stuck position, from 0 to 1."""
        return max(self.wins.values()) / self.layouts


def suite_boards() -> dict[str, list[BoardSeed]]:
    """The seeds of the boards of each preset. Their first cell is at row 4, column 4, and no mine lies next to it."""
    numbers = range(1, BOARDS_PER_SIZE + 1)
    return {
        name: [BoardSeed(spec, usual_first(spec), f"{SEED}/{number}") for number in numbers]
        for name, spec in PRESETS.items()
    }


def digest(text: str) -> str:
    """The checksum of the suite if `text` is the text of its positions."""
    codes = [to_code(seed.make()) for seeds in suite_boards().values() for seed in seeds]
    return sha256("\n".join([*codes, text]).encode()).hexdigest()


@cache
def suite_positions() -> tuple[SuitePosition, ...]:
    """Reads the positions. Raises SuiteError if they or the boards aren't those of this version."""
    try:
        text = gzip.decompress(resources.files(__package__).joinpath(FILE).read_bytes()).decode()
    except (OSError, EOFError, ValueError, zlib.error):
        text = ""  # The checksum of an empty text is wrong as well, so the check below reports a damaged file too.
    if (found := digest(text)) != SHA256:
        raise SuiteError(
            f"the suite of the referee is damaged: its SHA-256 is {found}, not {SHA256}. Install the program again"
        )
    return tuple(_read(number, json.loads(line)) for number, line in enumerate(text.splitlines(), 1))


def _read(number: int, entry: dict[str, Any]) -> SuitePosition:
    """Reads one position of the file."""
    position = read_position(entry["board"].replace("/", "\n"), entry["mines"])
    wins: Iterable[int] = entry.get("wins", ())
    valued = dict(zip(cells_of(position.hidden), wins, strict=False))
    safe = to_cell_set(entry.get("safe", ()))
    return SuitePosition(number, entry["kind"], position, safe, valued, entry.get("layouts", 1))
