"""Brute force for small positions: lists all layouts that fit, and what holds in all of them.

The functions are slow, short and use no bit masks where the solvers use them, so that both hardly share a mistake.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, Grid, cells_of, to_cell_set
from minesweeper.core.position import Position, position_of
from minesweeper.core.textboard import CLUES, HIDDEN, MINE, TextBoard
from minesweeper.play.game import Game, Phase
from minesweeper.solvers.deduction import Deduction, ProvedCells, Step
from minesweeper.solvers.proof import SumArgument
from tests.tools.cell_boards import assert_cells_apart, assert_cells_within, assert_same_cells

Constraint: TypeAlias = tuple[CellSet, int]
"""Some cells, and how many of them are mined."""


def lay_mines(
    cells: Collection[int], constraints: Iterable[Constraint], safe: CellSet = 0, mined: CellSet = 0
) -> Iterator[CellSet]:
    """Yields each set of mines among the cells that meets all constraints and contains the given mines.

    This is the only function that tries out mines.
    """
    rules, order = list(constraints), list(cells)

    def settle(index: int, mines: CellSet, free: CellSet) -> Iterator[CellSet]:
        for mask, number in rules:
            sure = (mask & mines).bit_count()
            if not sure <= number <= sure + (mask & free).bit_count():
                return
        if index == len(order):
            yield mines
            return
        bit = 1 << order[index]
        if not mined & bit:
            yield from settle(index + 1, mines, free ^ bit)
        if not safe & bit:
            yield from settle(index + 1, mines | bit, free ^ bit)

    yield from settle(0, 0, to_cell_set(order))


def make_position(grid: Grid, clues: Iterable[tuple[int, int]], mine_total: int, given: Iterable[int] = ()) -> Position:
    """A position with these clues on their cells and these given mines."""
    signs = {**{cell: CLUES[clue] for cell, clue in clues}, **dict.fromkeys(given, MINE)}
    return position_of(TextBoard(grid, "".join(signs.get(cell, HIDDEN) for cell in range(grid.size))), mine_total)


def neighbours_by_loops(grid: Grid, cell: int) -> list[int]:
    row, col = divmod(cell, grid.width)
    return [
        other
        for other in range(grid.size)
        if other != cell and abs(other // grid.width - row) <= 1 and abs(other % grid.width - col) <= 1
    ]


def clue_pairs(position: Position) -> list[tuple[int, int]]:
    """Every opened cell with its clue, in the order of the cells."""
    return [(cell, position.clue(cell)) for cell in cells_of(position.opened)]


def constraints_of(position: Position, clues: Collection[int]) -> list[Constraint]:
    """The constraint of each of these clues: its hidden cells and how many of them are mines."""
    beside = {clue: to_cell_set(neighbours_by_loops(position.grid, clue)) & position.hidden for clue in clues}
    return [(cells, position.clue(clue)) for clue, cells in beside.items()]


def fitting_layouts(position: Position, clues: Collection[int] | None = None) -> Iterator[CellSet]:
    """Yields every layout that fits the position.

    With ``clues``, yields every layout that fits these clues, whatever the mine total.
    """
    constraints = constraints_of(position, cells_of(position.opened) if clues is None else clues)
    if clues is None:
        constraints.append((position.hidden, position.mine_total))
    return lay_mines(cells_of(position.hidden), constraints, mined=position.given)


@lru_cache(maxsize=4)
def every_layout(spec: BoardSpec) -> tuple[Layout, ...]:
    """All layouts of a board spec."""
    return tuple(Layout(spec.grid, mines) for mines in fitting_layouts(make_position(spec.grid, [], spec.mines)))


class Possible(NamedTuple):
    """The hidden cells that are safe in some fitting layout, and those that are mines in one.

    Both are 0 if none fits.
    """

    safe: CellSet
    mined: CellSet

    @property
    def nothing_fits(self) -> bool:
        return not self.safe | self.mined


def possible(
    position: Position,
    clues: CellSet | None = None,
    *,
    with_total: bool = True,
    given_safe: CellSet = 0,
    given_mined: CellSet = 0,
) -> Possible:
    """What each hidden cell may be by the given clues (all of them by default) and the given mines.

    Only cells beside the clues are tried out, because every other cell may be what any other of them may be.
    """
    constraints = constraints_of(position, cells_of(position.opened if clues is None else clues))
    given_mined |= position.given
    frontier = given_safe | given_mined
    for cells, _ in constraints:
        frontier |= cells
    interior = position.hidden & ~frontier
    room = interior.bit_count()
    can_be_safe = can_be_mined = 0
    for mines in lay_mines(cells_of(frontier), constraints, given_safe, given_mined):
        left = position.mine_total - mines.bit_count() if with_total else room // 2
        if with_total and not 0 <= left <= room:
            continue
        can_be_mined |= mines
        can_be_safe |= frontier & ~mines
        if left > 0 or not with_total:
            can_be_mined |= interior
        if left < room or not with_total:
            can_be_safe |= interior
    return Possible(can_be_safe, can_be_mined)


_possible_again = lru_cache(maxsize=1 << 14)(possible)


def opened_by_listing(layout: Layout, first: int) -> CellSet:
    """The cells that logic alone opens from the first cell on. Only for tiny boards."""
    game = Game(layout.grid, layout.mine_count).with_layout(layout).open_cell(first)
    while game.phase is Phase.PLAYING:
        safe = game.hidden & ~_possible_again(game.position).mined
        if not safe:
            break
        game = game.open_cells(safe)
    return game.opened


def wins_by_brute_force(position: Position, first: int | None = None) -> int:
    """In how many layouts best play wins, found by trying every guess in every situation.

    With ``first``, best play begins with this cell.
    """
    beside = {cell: neighbours_by_loops(position.grid, cell) for cell in cells_of(position.hidden)}

    def parted(layouts: frozenset[CellSet], cells: tuple[int, ...]) -> list[frozenset[CellSet]]:
        shown: dict[tuple[int, ...], set[CellSet]] = {}
        for layout in layouts:
            clues = tuple(sum(layout >> other & 1 for other in beside[cell]) for cell in cells)
            shown.setdefault(clues, set()).add(layout)
        return [frozenset(part) for part in shown.values()]

    def wins_with(cell: int, layouts: frozenset[CellSet]) -> int:
        alive = frozenset(layout for layout in layouts if not layout >> cell & 1)
        return sum(map(wins, parted(alive, (cell,))))

    @cache
    def wins(layouts: frozenset[CellSet]) -> int:
        if len(layouts) == 1:
            return 1
        safe = tuple(cell for cell in beside if not any(layout >> cell & 1 for layout in layouts))
        parts = parted(layouts, safe)
        if len(parts) > 1:
            return sum(map(wins, parts))
        return max(wins_with(cell, layouts) for cell in beside if cell not in safe)

    layouts = frozenset(fitting_layouts(position))
    return wins(layouts) if first is None else wins_with(first, layouts)


def is_true(position: Position, deduction: Deduction) -> bool:
    """Whether the deduction holds in every layout that fits the position."""
    truth = possible(position)
    return not deduction.safe & truth.mined and not deduction.mined & truth.safe


def is_proved(position: Position, deduction: Deduction) -> bool:
    """Whether the named clues alone prove the deduction, given the cells that it says it assumes."""
    rest = possible(
        position,
        deduction.because,
        with_total=deduction.uses_total,
        given_safe=deduction.assumes_safe,
        given_mined=deduction.assumes_mined,
    )
    beside = rest.safe | rest.mined
    settled = deduction.safe | deduction.mined
    return not deduction.safe & rest.mined and not deduction.mined & rest.safe and settled & ~beside == 0


def check_steps(position: Position, deduction: Deduction) -> None:
    """Checks that each step follows from its clues and the steps before it, and that the last one proves.

    The argument of a step is checked too: its sum, the number of mines left, or the number of layouts. If a step
    settles a group of cells that no clue touches, each of these cells counts. No step may repeat what is known, and
    every clue of the deduction must be used by some step.
    """
    assert deduction.steps
    given = ProvedCells(deduction.assumes_safe, deduction.assumes_mined)
    clues = _check_chain(position, deduction.steps, given, given)
    assert_same_cells(position.grid, clues, deduction.because)
    last = deduction.steps[-1]
    assert last.uses_total <= deduction.uses_total
    assert (last.safe | last.mined) & (deduction.safe | deduction.mined)
    assert not last.is_broken


def count_steps(steps: Iterable[Step]) -> int:
    """Counts steps, including the steps of their branches."""
    return sum(1 + sum(map(count_steps, step.branches)) for step in steps)


def _check_chain(position: Position, steps: Sequence[Step], known: ProvedCells, given: ProvedCells) -> CellSet:
    """Checks steps that follow one another from known cells. Returns the clues that they use."""
    used, (safe, mined) = 0, known
    for step in steps:
        assert_cells_apart(position.grid, step.safe | step.mined, safe | mined)
        assert bool(step.safe | step.mined) != step.is_broken
        assert_cells_within(position.grid, step.uses_safe, safe)
        assert_cells_within(position.grid, step.uses_mined, mined)
        if step.branches:
            used |= step.clues | _check_ways(position, step, ProvedCells(safe, mined), given)
        else:
            _check_step(position, step, ProvedCells(safe, mined), given)
            used |= step.clues
        safe, mined = safe | step.safe, mined | step.mined
    return used


def _check_step(position: Position, step: Step, known: ProvedCells, given: ProvedCells) -> None:
    """Checks what a step without branches settles, and its argument."""
    near = position.grid.all_cells if step.uses_total else position.grid.spread(step.clues)
    given_safe, given_mined = step.uses_safe | known.safe & near, step.uses_mined | known.mined & near
    total = step.uses_total
    rest = possible(position, step.clues, with_total=total, given_safe=given_safe, given_mined=given_mined)
    assert not step.is_broken or rest.nothing_fits
    assert_cells_apart(position.grid, step.safe, rest.mined)
    assert_cells_apart(position.grid, step.mined, rest.safe)
    if isinstance(step.argument, SumArgument):
        _check_sum(position, step, step.argument, given)
        # Counting the mines that were named before must give the same number.
        assert not total or step.argument.mines_left == position.mine_total - known.mined.bit_count()
    elif step.argument is not None:
        constraints = constraints_of(position, cells_of(step.clues))
        around = given_safe | given_mined | _union(cells for cells, _ in constraints)
        left = [
            position.mine_total - mines.bit_count()
            for mines in lay_mines(cells_of(around), constraints, given_safe, given_mined)
        ]
        room = (position.hidden & ~around).bit_count()
        assert step.argument == sum(not total or 0 <= mines <= room for mines in left)


def _check_sum(position: Position, step: Step, argument: SumArgument, given: ProvedCells) -> None:
    """Adds up the clues and checks that no layout gives a greater sum, so that every counted cell is settled."""
    assert argument.more | argument.less == step.clues
    assert not argument.more & argument.less
    assert bool(argument.total) == step.uses_total
    sides = ((argument.more, 1), (argument.less, -1))
    terms = [
        (sign, cells, number) for clues, sign in sides for cells, number in constraints_of(position, cells_of(clues))
    ]
    terms.append((argument.total, position.hidden, position.mine_total))
    wanted = sum(sign * number for sign, _, number in terms)
    most = could_be_mined = could_be_safe = 0
    for cell in cells_of(position.hidden):
        worth, bit = sum(sign for sign, cells, _ in terms if cells >> cell & 1), 1 << cell
        if bit & (given.mined | step.uses_mined):
            most += worth
        elif not bit & (given.safe | step.uses_safe):
            most += max(worth, 0)
            could_be_mined |= bit * (worth > 0)
            could_be_safe |= bit * (worth < 0)
    assert most < wanted if step.is_broken else most == wanted
    assert_cells_within(position.grid, step.mined, could_be_mined)
    assert_cells_within(position.grid, step.safe, could_be_safe)


def _check_ways(position: Position, step: Step, known: ProvedCells, given: ProvedCells) -> CellSet:
    """Checks that each branch of a step fails or ends in what the step says, and that no other way is left."""
    used = 0
    assumed = [(way[0].safe, way[0].mined) for way in step.branches]
    for way in step.branches:
        assumption, *rest = way
        assert (assumption.safe | assumption.mined).bit_count() == 1
        assert not assumption.clues
        assert not assumption.uses_total
        supposed = ProvedCells(known.safe | assumption.safe, known.mined | assumption.mined)
        used |= _check_chain(position, rest, supposed, given)
        if not way[-1].is_broken:
            assert_cells_within(position.grid, step.safe, _union(step.safe for step in way))
            assert_cells_within(position.grid, step.mined, _union(step.mined for step in way))
    if len(step.branches) == 1:
        assert step.branches[0][-1].is_broken
        assert assumed == [(step.mined, step.safe)]
    else:
        (one_safe, one_mined), (other_safe, other_mined) = assumed
        assert (one_safe, one_mined) == (other_mined, other_safe)
        assert step.is_broken == all(way[-1].is_broken for way in step.branches)
    return used


def _union(sets: Iterable[CellSet]) -> CellSet:
    result = 0
    for cells in sets:
        result |= cells
    return result
