"""The exact solver, compared with brute force on small positions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.position import Position, read_position
from minesweeper.play.analysis_board import analysis_board, with_spec, write_sign
from minesweeper.solvers import constraints
from minesweeper.solvers.count_linear import THOROUGH
from minesweeper.solvers.deduction import Contradiction, run_to_end
from minesweeper.solvers.exact import Analysis, ExactSolver, analyse, nearest_total
from tests.solvers.brute_force import clue_pairs, fitting_layouts, make_position
from tests.strategies import cell_sets, small_positions, wide_positions
from tests.tools.cell_boards import assert_cells_apart, assert_cells_within, assert_same_cells


@contextmanager
def every_board_is_large() -> Iterator[None]:
    """Makes the solver go from cell to cell, as on boards that are too large for a mask per cell."""
    usual = constraints.MASK_CELLS
    constraints.MASK_CELLS = 0
    try:
        yield
    finally:
        constraints.MASK_CELLS = usual


def check_against_brute_force(position: Position) -> None:
    layouts = list(fitting_layouts(position))
    analysis = run_to_end(analyse(position))
    assert analysis.is_exact
    assert analysis.layouts == len(layouts)
    for cell in cells_of(position.hidden):
        assert analysis.odds(cell) == (sum(layout >> cell & 1 for layout in layouts), len(layouts))
    always, ever = position.hidden, 0
    for layout in layouts:
        always &= layout
        ever |= layout
    assert_same_cells(position.grid, analysis.mined, always)
    assert_same_cells(position.grid, analysis.safe, position.hidden & ~ever)
    assert run_to_end(ExactSolver().all_certain(position)) == (analysis.safe, analysis.mined)
    safe, mined = run_to_end(ExactSolver(effort=THOROUGH).certain(position))
    assert_cells_apart(position.grid, safe, ever)
    assert_cells_within(position.grid, mined, always)
    if analysis.safe:
        assert safe
    else:
        assert mined == always


@settings(max_examples=400)
@given(small_positions(), st.booleans())
def test_the_exact_solver_agrees_with_brute_force(position: Position, is_large: bool) -> None:
    with every_board_is_large() if is_large else nullcontext():
        check_against_brute_force(position)


@settings(max_examples=150)
@given(small_positions(most_hidden=9), st.data())
def test_a_contradiction_names_clues_and_given_mines_that_cause_it(position: Position, data: st.DataObject) -> None:
    pairs = clue_pairs(position)
    if pairs:
        wrong = data.draw(st.integers(0, len(pairs) - 1))
        pairs[wrong] = (pairs[wrong][0], data.draw(st.integers(0, 8)))
    total = position.mine_total + data.draw(st.integers(-1, 1))
    given = cells_of(position.given | data.draw(cell_sets(position.grid)) & position.hidden)
    position = make_position(position.grid, pairs, max(total, 0), given)
    if next(fitting_layouts(position), None) is not None:
        run_to_end(analyse(position))
        return
    with pytest.raises(Contradiction) as error:
        run_to_end(analyse(position))
    clues = cells_of(error.value.clues)
    if not clues:
        assert "mine total" in str(error.value)
        assert next(fitting_layouts(position, [cell for cell, _ in pairs]), None) is not None
        return
    assert next(fitting_layouts(position, clues), None) is None
    for left_out in clues:
        assert next(fitting_layouts(position, [clue for clue in clues if clue != left_out]), None) is not None
    to_blame = error.value.given
    assert not to_blame & ~position.given
    assert next(fitting_layouts(position._replace(given=to_blame), clues), None) is None
    if len(clues) > 1:  # a single clue names all given mines beside it
        for mine in cells_of(to_blame):
            assert next(fitting_layouts(position._replace(given=to_blame ^ 1 << mine), clues), None) is not None


def assert_same(one: Analysis, other: Analysis) -> None:
    assert (one.layouts, one.safe, one.mined) == (other.layouts, other.safe, other.mined)
    assert all(one.odds(cell) == other.odds(cell) for cell in cells_of(one.position.hidden))


@settings(max_examples=40)
@given(wide_positions(), st.data())
def test_an_analysis_that_reuses_the_last_one_equals_a_new_one(position: Position, data: st.DataObject) -> None:
    pairs = data.draw(st.permutations(clue_pairs(position)))
    mines = data.draw(st.permutations(cells_of(position.given)))
    exact_solver = ExactSolver()
    previous: Analysis | None = None
    shown = given = 0
    while shown < len(pairs):
        shown = min(shown + data.draw(st.integers(1, 5)), len(pairs))
        given = min(given + data.draw(st.integers(0, 2)), len(mines))
        partly = make_position(position.grid, pairs[:shown], position.mine_total, mines[:given])
        fresh = run_to_end(analyse(partly))
        safe, mined = run_to_end(exact_solver.certain(partly))
        assert_cells_within(partly.grid, safe, fresh.safe)
        assert_cells_within(partly.grid, mined, fresh.mined)
        assert bool(safe) == bool(fresh.safe)
        assert_same(run_to_end(exact_solver.analyse(partly)), fresh)
        with every_board_is_large():
            previous = run_to_end(analyse(partly, previous))
        assert_same(previous, fresh)


def analysis_or_error(exact_solver: ExactSolver, position: Position) -> Analysis | Contradiction:
    try:
        return run_to_end(exact_solver.analyse(position))
    except Contradiction as error:
        return error


def assert_same_facts(one: Analysis | Contradiction, other: Analysis | Contradiction) -> None:
    if isinstance(one, Analysis) and isinstance(other, Analysis):
        assert_same(one, other)
    else:  # if several clues contradict each other, the solvers may name others
        assert isinstance(one, Contradiction)
        assert isinstance(other, Contradiction)


@st.composite
def edits(draw: st.DrawFn, position: Position, decided: CellSet) -> Position:
    """The position with another size, mine total or sign in a cell, often a cell that was proved.

    Players make such edits on the analysis board.
    """
    kind, mines = draw(st.integers(0, 9)), draw(st.integers(1, 12))
    if kind == 0:
        width, height = draw(st.integers(2, 6)), draw(st.integers(1, 6))
        return with_spec(analysis_board(position), BoardSpec(width, height, min(mines, width * height - 1))).position
    if kind == 1:
        return position._replace(mine_total=min(mines, position.grid.size - 1))
    some = cells_of(decided) if kind % 2 and decided else list(range(position.grid.size))
    cell, sign = draw(st.sampled_from(some)), draw(st.sampled_from("...112345678##*"))
    return write_sign(analysis_board(position), cell, sign).position


@given(small_positions(max_side=5), st.data())
def test_an_analysis_after_any_edit_is_the_same_as_a_new_one(position: Position, data: st.DataObject) -> None:
    grid = position.grid
    if grid.size < 2 or not 0 < position.mine_total < grid.size:
        position = read_position("111..\n1#1..\n##211\n#####", 4)
    kept = ExactSolver(effort=THOROUGH)
    previous: Analysis | None = None
    for _ in range(6):
        fresh = analysis_or_error(ExactSolver(effort=THOROUGH), position)
        assert_same_facts(analysis_or_error(kept, position), fresh)
        built = analysis_or_error(ExactSolver(previous, THOROUGH), position)
        assert_same_facts(built, fresh)
        previous = built if isinstance(built, Analysis) else previous
        decided = fresh.safe | fresh.mined if isinstance(fresh, Analysis) else 0
        position = data.draw(edits(position, decided))


@given(small_positions(), st.integers(0, 40))
@example(read_position("#1#\n.1.", 1), 2)
@example(read_position("8#", 1), 1)
def test_the_nearest_possible_mine_total_fits_some_layout(position: Position, wanted: int) -> None:
    size = position.grid.size
    possible = [
        total for total in range(1, size) if any(True for _ in fitting_layouts(position._replace(mine_total=total)))
    ]
    nearest = nearest_total(position, wanted)
    if not possible:
        assert nearest is None
    else:
        assert nearest in possible
        assert abs(nearest - wanted) == min(abs(total - wanted) for total in possible)


@given(wide_positions(max_side=6), st.integers(0, 12))
@example(read_position("###\n12#\n.2#\n13#\n###\n###\n###", 7), 3)
def test_cells_proved_by_an_analysis_are_remembered_as_certain(position: Position, pauses: int) -> None:
    whole, broken_off = ExactSolver(), ExactSolver()
    analysis = run_to_end(whole.analyse(position))
    for _ in islice(broken_off.analyse(position), pauses):
        pass
    for exact_solver in (whole, broken_off, ExactSolver(analysis)):
        safe, mined = run_to_end(exact_solver.certain(position))
        assert_cells_within(position.grid, safe, analysis.safe)
        assert_cells_within(position.grid, mined, analysis.mined)
        assert bool(safe) == bool(analysis.safe)
        assert_same(run_to_end(exact_solver.analyse(position)), analysis)


@pytest.mark.parametrize(
    ("picture", "mines", "message", "clues", "given"),
    [
        ("*1*", 2, "the 1 at row 1, column 2 has 2 given mines beside it", 0b010, 0b101),
        ("***\n#1#", 3, "the 1 at row 2, column 2 has 3 given mines beside it", 1 << 4, 0b111),
        ("*.#", 1, "the empty cell at row 1, column 2 has 1 given mine beside it", 0b010, 0b001),
        ("**3**", 4, "the 3 at row 1, column 3 has only 2 hidden neighbours", 0b00100, 0),
        ("##1#\n##11", 0, "a mine total of 0 is impossible: the clues need at least 1", 0, 0),
        ("##1#\n##11", 4, "a mine total of 4 is impossible: the clues leave room for at most 3", 0, 0),
        ("#1#1*", 1, "a mine total of 1 is impossible: the clues and the given mines need at least 2", 0, 0),
        ("*1##", 3, "a mine total of 3 is impossible: the clues and the given mines leave room for at most 2", 0, 0),
        (
            "#11#\n####\n1#1.",
            2,
            "a mine total of 2 is impossible: no layout that fits the clues has this number of mines",
            0,
            0,
        ),
        ("***", 2, "a mine total of 2 is impossible: 3 mines are given", 0, 0),
        ("*#", 0, "a mine total of 0 is impossible: 1 mine is given", 0, 0),
        (
            "*2#1*",
            3,
            "the clues at row 1, column 2 and row 1, column 4 can't both be right with the given mine at row 1, "
            "column 5",
            0b01010,
            0b10000,
        ),
    ],
)
def test_a_contradiction_names_the_given_mines_that_are_part_of_it(
    picture: str, mines: int, message: str, clues: CellSet, given: CellSet
) -> None:
    with pytest.raises(Contradiction) as error:
        run_to_end(analyse(read_position(picture, mines)))
    assert (str(error.value), error.value.clues, error.value.given) == (message, clues, given)


def test_a_given_mine_on_an_opened_cell_is_a_contradiction() -> None:
    with pytest.raises(Contradiction, match=r"^row 1, column 1 shows a clue and is given as a mine$"):
        run_to_end(analyse(read_position("1#", 1)._replace(given=0b01)))
