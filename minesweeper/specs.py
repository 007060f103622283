"""What a player chooses before a game: a board's size and number of mines, read from text such as ``40x20/160``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from minesweeper.cells import Grid, SizeError, check_size, make_grid

SPEC_EXAMPLE = "WIDTHxHEIGHT/MINES such as 40x20/160 or 40x20/20%"


class SpecError(ValueError):
    """A board that can't be made, with the value and what is allowed."""


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """Width, height and mine count of a board; always one that can be played."""

    width: int
    height: int
    mines: int

    def __post_init__(self) -> None:
        try:
            check_size(self.width, self.height)
        except SizeError as error:
            raise SpecError(str(error)) from None
        cells = self.width * self.height
        if cells < 2:
            raise SpecError(f"{self} has one cell: the smallest board is 1x2 or 2x1")
        if not 1 <= self.mines < cells:
            raise SpecError(f"{self.mines} mines don't fit on {self.width}x{self.height}: 1 to {cells - 1} are allowed")

    def __str__(self) -> str:
        return f"{self.width}x{self.height}/{self.mines}"

    @property
    def grid(self) -> Grid:
        """The grid of that size."""
        return make_grid(self.width, self.height)

    @property
    def density(self) -> float:
        """The share of cells that are mines, from 0 to 1."""
        return self.mines / (self.width * self.height)


def read_spec(text: str) -> BoardSpec:
    """The board that a text such as ``40x20/160`` or ``40x20/20%`` names."""
    match = re.fullmatch(r"(\d{1,9})\s*[xX]\s*(\d{1,9})\s*/\s*(\d{1,9}(?:\.\d{1,6})?%|\d{1,9})", text.strip(), re.ASCII)
    if not match:
        raise SpecError(f"{text!r} is no board: use {SPEC_EXAMPLE}")
    width, height = int(match[1]), int(match[2])
    try:
        check_size(width, height)
    except SizeError as error:
        raise SpecError(str(error)) from None
    return BoardSpec(width, height, read_mines(match[3], width * height))


def read_mines(text: str, cells: int) -> int:
    """The mine count that a text names: a number, or a density in percent of the cells (at least one mine)."""
    if text.endswith("%"):
        return max(1, round(float(text[:-1]) * cells / 100))
    return int(text)
