"""No-guess boards: equally likely, really solvable, the same for a seed, and adjusted if they are too rare."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Generator

import pytest

from minesweeper.boards import noguess
from minesweeper.boards.codes import to_code
from minesweeper.boards.deal import deal
from minesweeper.boards.layout import Board, Layout, read_layout
from minesweeper.boards.noguess import (
    Dealt,
    Playout,
    deal_no_guess,
    find_dead_ends,
    needs_no_guess,
    plan_attempts,
)
from minesweeper.core.boardspec import ADJUSTED, NO_GUESS, NORMAL, BoardSpec, read_spec
from minesweeper.core.cells import CellSet, cells_of, contains
from minesweeper.play.game import Game, Phase
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from tests.boards.test_deal import allowed_layouts, is_plausible
from tests.solvers.brute_force import every_layout, opened_by_listing

EXPERT = BoardSpec(30, 16, 99)
# Every test here uses fixed seeds, so that a test that passes once always passes.


def board_of(dealt: Dealt) -> Board:
    assert dealt.board is not None
    return dealt.board


def layout_of(dealt: Dealt) -> Layout:
    return board_of(dealt).layout


def no_guess_layouts(spec: BoardSpec, first: int) -> set[CellSet]:
    """All layouts that the first-click rule allows and that logic finishes after the first cell, found by listing."""
    layouts = [Layout(spec.grid, mines) for mines in allowed_layouts(spec, first, opening=True)]
    return {
        layout.mines
        for layout in layouts
        if opened_by_listing(layout, first) == layout.safe and not is_won_by_first_cell(layout, first)
    }


def is_won_by_analysis(layout: Layout, first: int) -> bool:
    """Whether a full analysis of each position is enough to win."""
    game = Game(layout.grid, layout.mine_count).with_layout(layout).open_cell(first)
    while game.phase is Phase.PLAYING:
        safe = run_to_end(analyse(game.position)).safe
        if not safe:
            return False
        game = game.open_cells(safe)
    return game.phase is Phase.WON


def is_won_by_first_cell(layout: Layout, first: int) -> bool:
    return layout.grid.cascade(1 << first, layout.zeros, layout.grid.all_cells) == layout.safe


@pytest.mark.parametrize(
    ("text", "first"),
    [("4x4/2", 5), ("3x5/2", 2), ("3x4/4", 0), ("3x3/4", 0), ("8x1/1", 0), ("6x2/2", 0)],
)
def test_every_no_guess_layout_is_dealt_equally_often(text: str, first: int) -> None:
    spec = read_spec(text)
    possible = no_guess_layouts(spec, first)
    games = 25 * len(possible) + 100
    boards = [run_to_end(deal_no_guess(spec, first, f"uniform {game}")) for game in range(games)]
    assert {board_of(dealt).label for dealt in boards} == {NO_GUESS}
    seen = Counter(layout_of(board).mines for board in boards)
    assert set(seen) == possible
    assert len(possible) == 1 or is_plausible(seen.values(), games / len(possible))


@pytest.mark.parametrize(
    ("text", "count", "label"),
    [("9x9/10", 10, NO_GUESS), ("16x16/40", 3, NO_GUESS), ("30x16/99", 1, NO_GUESS), ("30x16/130", 1, ADJUSTED),
     ("9x9/35", 5, ADJUSTED), ("80x80/1400", 1, ADJUSTED), ("24x6/55", 2, ADJUSTED)],
)  # fmt: skip
def test_no_guess_and_adjusted_boards_are_won_by_logic_alone(text: str, count: int, label: str) -> None:
    spec = read_spec(text)
    first = spec.grid.cell(3, 3)
    for game in range(count):
        dealt = run_to_end(deal_no_guess(spec, first, f"label {game}"))
        layout = layout_of(dealt)
        assert board_of(dealt) == Board(layout, first, label)
        assert layout.mine_count == spec.mines
        assert contains(layout.zeros, first)
        assert not is_won_by_first_cell(layout, first)
        assert needs_no_guess(layout, first)
        assert is_won_by_analysis(layout, first)


@pytest.mark.parametrize(("text", "first"), [("2x1/1", 0), ("3x3/8", 4), ("5x1/1", 2), ("4x4/12", 0), ("3x1/1", 0)])
def test_a_no_guess_board_won_by_its_first_cell_counts_as_random(text: str, first: int) -> None:
    spec = read_spec(text)
    dealt = run_to_end(deal_no_guess(spec, first, "won"))
    assert board_of(dealt) == Board(deal(spec, first, "won"), first, NORMAL)


@pytest.mark.parametrize(("text", "first"), [("3x1/1", 1), ("3x2/1", 0), ("3x3/5", 4)])
def test_an_impossible_no_guess_board_is_given_up_after_a_limit(text: str, first: int) -> None:
    spec = read_spec(text)
    assert no_guess_layouts(spec, first) == set()
    assert run_to_end(deal_no_guess(spec, first, "none")) == Dealt(None, plan_attempts(spec, first)[0])


def test_dense_no_guess_boards_are_adjusted_and_others_dealt() -> None:
    assert plan_attempts(read_spec("30x16/120"), 0)[0] >= 50
    assert plan_attempts(read_spec("30x16/130"), 0)[0] == 0


def run_out(slices: Generator[int, None, Dealt]) -> tuple[list[int], Dealt]:
    progress = []
    while True:
        try:
            progress.append(next(slices))
        except StopIteration as stop:
            return progress, stop.value


@pytest.mark.parametrize("text", ["30x16/99", "30x16/130"])
def test_dealing_in_slices_gives_the_same_no_guess_board(text: str) -> None:
    spec = read_spec(text)
    progress, dealt = run_out(deal_no_guess(spec, 100, "slices"))
    assert dealt == run_to_end(deal_no_guess(spec, 100, "slices"))
    assert progress == sorted(progress)
    assert set(progress) == set(range(dealt.attempts))
    assert len(progress) > 10 * dealt.attempts


def test_dealing_a_no_guess_board_can_resume_after_some_attempts() -> None:
    at_once = run_to_end(deal_no_guess(EXPERT, 93, "resumed 2"))
    assert at_once.attempts > 3
    for tried in (1, at_once.attempts - 1):
        assert run_to_end(deal_no_guess(EXPERT, 93, "resumed 2", tried=tried)) == at_once
    hopeless = read_spec("40x1/20")
    none = run_to_end(deal_no_guess(hopeless, 0, "none"))
    more = run_to_end(deal_no_guess(hopeless, 0, "none", tried=none.attempts))
    assert (none.board, more.board) == (None, None)
    assert more.attempts == none.attempts + plan_attempts(hopeless, 0)[1]


def test_after_the_last_attempt_a_no_guess_board_is_adjusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noguess, "plan_attempts", lambda spec, first: (3, 2))
    late = (run_to_end(deal_no_guess(EXPERT, 93, f"late {n}")) for n in range(99))
    dealt = next(dealt for dealt in late if dealt.attempts > 3)
    assert (board_of(dealt).label, dealt.attempts) == (ADJUSTED, 4)
    assert is_won_by_analysis(layout_of(dealt), 93)


GOLDEN = {
    ("9x9/10", 30, "golden"): "ms1-0m5sCo3rAyX0GW2XTElb",
    ("16x16/40", 0, "golden"): "ms1-1NVDgOolubaKWFuLs0KpCjIRNJWbwdB5w41RUAn",
    ("30x16/99", 93, "golden"): "ms1-2a1rWRoBUQuLeIJcZL8Plp7VZ0KemAmoTE03K8RYVdLs4c1cepv1zlU8xOjqw7XRVK3xuBLW",
    ("30x16/99", 479, "ü 1|2"): "ms1-2a1rgHIVW8p4extKijqwSYEd5Gbm1avXj9WoXrC1EAaT2OPQruSNnrEEZz3iNqAusFEGxytdU",
    ("30x16/130", 3, "dense"): "ms1-2a215V1I3UhFqHCdekoZmy9xNT6CN6IjKC8GARCurnag7SByIgXp4h5AtfMqy8Gk5ZDyE8iOapbIf0TRoV",
    ("60x60/720", 93, "golden"): "fdbce25c8f82e5b5e9130bd776ed08b4",
    ("100x100/2000", 5050, "golden"): "8e088db898e62e304e41a4234984ff73",
}


@pytest.mark.parametrize(("text", "first", "seed"), GOLDEN)
def test_the_no_guess_board_of_a_seed_never_changes(text: str, first: int, seed: str) -> None:
    code = to_code(board_of(run_to_end(deal_no_guess(read_spec(text), first, seed))))
    shown = code if len(code) < 100 else hashlib.sha256(code.encode()).hexdigest()[:32]
    assert shown == GOLDEN[text, first, seed]


def dead_ends(picture: str, first: int) -> list[int]:
    layout = read_layout(picture)
    return cells_of(find_dead_ends(layout.grid, layout.mines, first))


@pytest.mark.parametrize(
    ("picture", "places"),
    [
        (".....\n.....\n.**..\n#....\n*....", []),
        (".....\n.....\n**...\n*....\n#....", [15]),
        (".....\n.....\n**...\n#....\n*....", [15]),
        (".....\n.....\n.....\n..*..\n#*...", []),
        (".....\n.....\n.....\n..*..\n#**..", [20]),
        (".....\n.....\n.....\n..*..\n*.*..", [20]),
        (".....\n.....\n.....\n.....\n..*.*", []),
        (".....\n.....\n..*..\n#*...\n*#...", [15]),
        (".....\n.....\n..*..\n*#...\n#*...", [15]),
        (".....\n.....\n.....\n*#...\n#*...", []),
    ],
)
def test_dead_ends_behind_mines_are_found_in_a_layout(picture: str, places: list[int]) -> None:
    assert dead_ends(picture, first=4) == places


@pytest.mark.parametrize(
    ("picture", "cells"),
    [("#**.\n..*.\n....", [0]), ("#...\n*...\n**..", [0]), ("*#..\n#*..\n..*.", [1, 4])],
    ids=["side by side", "one below the other", "square"],
)
def test_the_first_cell_lies_in_no_dead_end(picture: str, cells: list[int]) -> None:
    assert dead_ends(picture, first=3) == [0]
    for cell in cells:
        assert dead_ends(picture, first=cell) == []


@pytest.mark.parametrize("text", ["4x3/3", "3x4/4", "3x3/5", "5x2/3", "4x4/3"])
def test_logic_finishes_no_layout_with_a_dead_end(text: str) -> None:
    with_one = 0
    for layout in every_layout(read_spec(text)):
        for first in cells_of(layout.safe):
            dead = find_dead_ends(layout.grid, layout.mines, first)
            if dead:
                with_one += 1
                assert opened_by_listing(layout, first) != layout.safe
    assert with_one > 50


def play(layout: Layout, first: int) -> Playout:
    game = Playout(layout.grid, layout.mines, first)
    assert run_to_end(game.run()) == game.is_won
    return game


@pytest.mark.parametrize("text", ["4x4/3", "3x4/4", "5x2/4", "9x1/3", "3x3/6"])
def test_a_playout_opens_all_cells_that_all_layouts_prove(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for layout in every_layout(read_spec(text))[::7]:
        for first in cells_of(layout.safe)[::3]:
            opened = opened_by_listing(layout, first)
            assert play(layout, first).opened == opened
            with monkeypatch.context() as patch:
                patch.setattr(noguess, "LARGE", 0)
                assert play(layout, first).opened == opened
