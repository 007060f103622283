"""A deduction with its clues as evidence, and the names of its cells and clues in sentences."""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.cells import CellSet, cells_of, first_cell
from minesweeper.position import Position
from minesweeper.solvers.deduction import Deduction
from minesweeper.solvers.evidence import ClueSet, Decided, Evidence
from minesweeper.solvers.places import name_cells, name_clue, name_clues


class Explanation(NamedTuple):
    """Why a deduction holds: sentences to choose from, the fullest first, and a few words."""

    sentences: list[str]
    words: str


class Case:
    """What an explanation is about; sets of cells and clues are those of the evidence."""

    def __init__(self, position: Position, deduction: Deduction) -> None:
        self.position, self.deduction = position, deduction
        given_safe, given_mined = deduction.given_safe, deduction.given_mined
        self.evidence = Evidence(position, cells_of(deduction.because), given_safe, given_mined)
        self.cell = first_cell(deduction.safe or deduction.mined)
        """One of the cells decided, a safe one if there is one."""
        bit = self.evidence.from_board(1 << self.cell)
        self.goal = Decided(bit, 0) if deduction.safe else Decided(0, bit)

    @property
    def decided(self) -> CellSet:
        """All cells that the deduction decides."""
        return self.evidence.from_board(self.deduction.safe | self.deduction.mined)

    @property
    def is_one_cell(self) -> bool:
        """Whether the deduction decides a single cell of the board."""
        return (self.deduction.safe | self.deduction.mined).bit_count() == 1

    def number(self, clue: int) -> int:
        """The number that a clue shows."""
        return self.position.clue(self.evidence.clues[clue])

    def names(self, cells: CellSet, most: int = 3) -> str:
        """The names of numbered cells."""
        return name_cells(self.position.grid, self.evidence.to_board(cells), most)

    def clue(self, clue: int) -> str:
        """The name of a clue."""
        return name_clue(self.position, self.evidence.clues[clue])

    def clues(self, clues: ClueSet, most: int = 2) -> str:
        """The names of some clues, or how many there are."""
        return name_clues(self.position, self.evidence.clues_on_board(clues), most)

    def beside(self, clue: int) -> CellSet:
        """The cells of the board beside a clue."""
        return self.position.grid.neighbours(self.evidence.clues[clue])

    def opposite(self, cell: int) -> str:
        """What a decided cell of the board is not."""
        return "a mine" if self.deduction.safe >> cell & 1 else "safe"
