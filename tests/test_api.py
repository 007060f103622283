"""The library: its page runs, its names load late and alone, and its boards are made, read and played."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import pytest

import minesweeper
from minesweeper import (
    Board,
    Place,
    PlayError,
    Position,
    SizeError,
    SpecError,
    best_move,
    deductions,
    generate_board,
    odds,
    play_board,
    read_board,
    read_position,
    solve,
)

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "api.md"


def test_the_examples_of_the_page_run() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 10
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/api.md", str(PAGE), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_page_names_everything_that_is_exported() -> None:
    text = PAGE.read_text("utf-8")
    values = {"Solution", "Hint", "BestMove", "Played", "Board", "Phase", "Layout", "Position", "__version__"}
    assert [name for name in minesweeper.__all__ if name not in values and f"`{name}`" not in text] == []


def test_every_exported_name_can_be_had_and_no_other() -> None:
    for name in minesweeper.__all__:
        assert getattr(minesweeper, name) is not None
        assert name in dir(minesweeper)
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        minesweeper.solver  # noqa: B018
    assert minesweeper.__version__


def test_no_exported_name_is_that_of_a_module() -> None:
    # Once loaded, the module would take the place of the name.
    modules = {path.stem for path in (ROOT / "minesweeper").iterdir() if path.suffix == ".py" or path.is_dir()}
    assert not modules & set(minesweeper.__all__)


def test_a_board_a_game_and_a_position_can_not_be_changed() -> None:
    board = generate_board("9x9/10", seed="x")
    game = board.begin()
    for value, name in ((game, "opened"), (game.position, "mine_total"), (board.layout, "mines")):
        with pytest.raises(AttributeError):
            setattr(value, name, 0)


def loaded_by(code: str) -> set[str]:
    """The modules of the package, and curses, that a fresh interpreter has after running some code."""
    report = (
        "import sys, json; print(json.dumps([m for m in sys.modules if m.split('.')[0] in ('minesweeper', 'curses')]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return {name.removeprefix("minesweeper.") for name in found}


def test_the_package_loads_nothing_until_a_name_is_used() -> None:
    assert loaded_by("import minesweeper; dir(minesweeper)") == {"minesweeper"}


def test_asking_a_solver_loads_neither_the_game_nor_curses() -> None:
    code = (
        "import minesweeper as m; m.solve(m.read_position('1#', 1)); m.odds(m.read_position('1#', 1)); m.Contradiction"
    )
    loaded = loaded_by(code)
    assert "solvers.solution" in loaded
    others = {name.partition(".")[0] for name in loaded} - {"version", "minesweeper"}
    assert others <= {"core", "solvers"}


def test_playing_loads_no_curses() -> None:
    assert "curses" not in loaded_by("import minesweeper as m; m.play_board(m.generate_board('9x9/10', seed='1'))")


def test_a_board_is_the_same_for_its_seed_and_first_cell() -> None:
    board = generate_board("16x16/40", first=(0, 0), seed="x")
    assert board == generate_board("Intermediate", first=(0, 0), seed="x")
    assert board != generate_board("intermediate", first=(0, 1), seed="x")
    assert board.begin().opened.bit_count() >= 4
    assert generate_board("9x9/10") != generate_board("9x9/10")


def test_boards_are_read_from_codes_and_pictures() -> None:
    board = generate_board("5x4/6", seed="x")
    assert read_board(board.code) == board
    assert read_board(board.layout.to_picture()) == Board(board.layout)
    with pytest.raises(ValueError, match=r"damaged|cut short|checksum"):
        read_board(board.code[:-1])


@pytest.mark.parametrize(
    ("board", "message"), [("huge", "'huge' is no board"), ("3x3/9", "1 to 8 are allowed"), ("5000x5000/1", "at most")]
)
def test_a_board_that_can_not_be_is_refused(board: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        generate_board(board)


class Whole:
    """A whole number of another library, such as numpy's."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __index__(self) -> int:
        return self._number


def test_whole_numbers_of_any_kind_and_lists_are_places() -> None:
    board = generate_board("beginner", first=(3, 4), seed="x")
    place: Any
    for place in ([3, 4], (Whole(3), Whole(4)), iter([3, 4])):
        assert generate_board("beginner", first=place, seed="x") == board
    corner = read_board("*..\n...\n...")
    for place in ([2, 2], (Whole(2), Whole(2)), [[2, 2]], [(Whole(2), 2)], iter([[2, 2]])):

        def answer(position: Position, place: Any = place) -> Any:
            return place

        assert play_board(corner, answer).won
    position = read_position("1#\n##", cast("int", Whole(1)))
    assert position == read_position("1#\n##", 1)
    flags: Any = [[0, 1], (Whole(1), 1)]
    assert solve(position, flags).flags == 0b1010
    assert (SizeError, SpecError, Place) == (minesweeper.SizeError, minesweeper.SpecError, minesweeper.Place)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: generate_board("nope"), SpecError, "'nope' is no board: use beginner, intermediate, expert or WIDTH"),
        (lambda: generate_board(cast("str", 9)), TypeError, "the board 9 is no text"),
        (lambda: generate_board(seed=cast("str", 9)), TypeError, "the seed 9 is no text"),
        (
            lambda: generate_board(first=(16, 0)),
            SizeError,
            "row 16, col 0 is not on a board of 30x16: rows 0 to 15 and",
        ),
        (lambda: generate_board(first=cast("Place", "a1")), TypeError, "'a1' is no place: a (row, col) is needed"),
        (lambda: generate_board(first=cast("Place", (1.5, 2))), TypeError, "(1.5, 2) is no place"),
        (lambda: read_board(cast("str", None)), TypeError, "the board None is no text"),
        (lambda: solve(cast("Position", "text")), TypeError, "'text' is no position: read_position makes one"),
        (lambda: odds(cast("Position", None)), TypeError, "None is no position"),
        (lambda: best_move(cast("Position", 1)), TypeError, "1 is no position"),
        (lambda: deductions(cast("Position", [])), TypeError, "[] is no position"),
        (lambda: solve(read_position("1#", 1), [(0, 2)]), SizeError, "row 0, col 2 is not on a board of 2x1"),
        (lambda: solve(read_position("1#", 1), cast("list[Place]", [5])), TypeError, "5 is no place"),
        (lambda: read_position("1#", cast("int", "3")), ValueError, "a whole number of mines are needed"),
        (lambda: read_position("1#", cast("int", 3.5)), ValueError, "'1#' and '3.5' make no position"),
        (lambda: read_position("1#", cast("int", None)), ValueError, "a whole number of mines"),
        (lambda: read_position("1#", -1), ValueError, "'1#' and '-1' make no position"),
        (lambda: read_position(cast("str", None), 1), ValueError, "a picture as text"),
    ],
)
def test_what_can_not_be_used_is_refused_in_one_sentence(
    call: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as refusal:
        call()
    assert message in str(refusal.value)
    assert str(refusal.value).isprintable()


def test_players_of_the_program_play_to_the_end_or_give_up() -> None:
    board = generate_board("expert", seed="api")
    assert play_board(board, "best").game.is_over
    given_up = play_board(board, "simple")
    assert given_up.won or not given_up.game.is_over
    with pytest.raises(PlayError, match="'strong' is no player: simple, smart, exact, best, deep or a function"):
        play_board(board, "strong")


def test_a_player_of_ones_own_answers_one_place_or_several_or_none() -> None:
    board = read_board("*..\n...\n...")
    assert play_board(board, lambda position: (2, 2)).won
    assert play_board(board, lambda position: [(0, 1), (2, 2)]).moves == 1
    assert play_board(board, lambda position: None).moves == 0
    assert play_board(board, lambda position: (0, 0)).game.phase.value == "lost"


@pytest.mark.parametrize("answer", [[], (9, 9), 5, "ab", [(1, 2, 3)], (0.5, 1)])
def test_an_answer_that_is_no_move_is_refused(answer: Iterable[tuple[int, int]]) -> None:
    board = read_board("*..\n...\n...")
    with pytest.raises(ValueError, match=r"opens nothing|not on a board|a list of them"):
        play_board(board, lambda position: answer)


def test_type_hints_are_shipped() -> None:
    assert (ROOT / "minesweeper" / "py.typed").read_text() == ""
