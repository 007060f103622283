"""ZiNi: boards counted by hand, and a plain twin that looks at every cell anew before each step."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from minesweeper.boards.deal import deal
from minesweeper.boards.layout import Layout, read_layout
from minesweeper.boards.measures import three_bv
from minesweeper.boards.zini import zini
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of
from tests.strategies import layouts


class PlainSolve:
    """A greedy solve by the words of its definition."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.grid = layout, layout.grid
        self.mines = set(cells_of(layout.mines))
        self.safe = sorted(cells_of(layout.safe), key=lambda cell: (cell % self.grid.width, cell))
        self.opened: set[int] = set()
        self.flagged: set[int] = set()
        self.clicks = 0

    def around(self, cell: int) -> list[int]:
        return [cell, *self.grid.neighbour_cells(cell)]

    def opening(self, zero: int) -> frozenset[int]:
        zeros, walk = {zero}, [zero]
        for cell in walk:
            near = [other for other in self.around(cell) if self.layout.clue(other) == 0 and other not in zeros]
            zeros.update(near)
            walk += near
        return frozenset(zeros)

    def is_lone(self, cell: int) -> bool:
        return all(self.layout.clue(other) or other in self.mines for other in self.around(cell))

    def premium(self, cell: int) -> int:
        closed = [other for other in self.around(cell) if other not in self.opened | self.mines]
        openings = {self.opening(other) for other in closed if self.layout.clue(other) == 0}
        lone = [other for other in closed if self.is_lone(other)]
        unflagged = self.mines.intersection(self.around(cell)) - self.flagged
        return len(openings) + len(lone) - len(unflagged) - (cell not in self.opened) - 1

    def open(self, cell: int) -> None:
        if self.layout.clue(cell) == 0:
            self.opened.update(*(self.around(zero) for zero in self.opening(cell)))
        self.opened.add(cell)

    def chord(self, cell: int) -> None:
        if cell not in self.opened:
            self.clicks += 1
            self.open(cell)
        near = set(self.around(cell))
        self.clicks += len((near & self.mines) - self.flagged) + 1
        self.flagged |= near & self.mines
        for other in near - self.mines:
            self.open(other)

    def step(self) -> None:
        best = max(self.safe, key=self.premium, default=None)
        if best is not None and self.premium(best) >= 0:
            self.chord(best)
            return
        closed = [cell for cell in self.safe if cell not in self.opened]
        self.clicks += 1
        self.open(next(cell for cell in closed if self.layout.clue(cell) == 0 or self.is_lone(cell)))

    def run(self) -> int:
        while len(self.opened) < len(self.safe):
            self.step()
        return self.clicks


@settings(max_examples=60)
@given(layouts(max_side=8))
def test_zini_follows_its_definition(layout: Layout) -> None:
    assert zini(layout) == PlainSolve(layout).run()


@pytest.mark.parametrize("seed", ["a", "b"])
def test_zini_of_a_whole_intermediate_board_follows_its_definition(seed: str) -> None:
    layout = deal(BoardSpec(16, 16, 40), 51, seed)
    assert zini(layout) == PlainSolve(layout).run()


def test_zini_of_a_ring_counted_by_hand() -> None:
    layout = read_layout(
        """
        111
        1*1
        111
        """
    )
    # Open, flag and chord in the middle of the left column; a chord above and one below the mine do the right one.
    assert zini(layout) == 5
    assert three_bv(layout) == 8


def test_a_board_without_mines_takes_one_click() -> None:
    layout = read_layout("...\n...")
    assert zini(layout) == 1


def test_the_numbers_around_an_opening_cost_nothing() -> None:
    layout = read_layout(
        """
        *1.
        11.
        ...
        """
    )
    assert zini(layout) == 1


def test_equal_premiums_are_taken_column_by_column() -> None:
    # Row by row this board takes 8 clicks.
    layout = read_layout(
        """
        221
        **2
        3*3
        12*
        """
    )
    assert zini(layout) == 7
