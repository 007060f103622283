"""Plug-ins: how their answers are read, in the library and in the bench.

How their modules are loaded is tested in tests/bench/test_games.py.
"""

from __future__ import annotations

import sys
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from minesweeper.api import Board, PlayError, play_board, read_board
from minesweeper.bench.games import play
from minesweeper.boards import layout as boards
from minesweeper.core.position import Position, read_position
from minesweeper.core.signals import Stopped
from minesweeper.solvers.players import AnswerError, Choice, PlayerError, find_player, read_answer

BOARD = read_board("*..\n...\n...")
"""Any cell but those around the mine wins at once."""


@pytest.fixture
def plugged() -> Iterator[Callable[[object], str]]:
    """Makes a module that contains a player, and returns the name that the bench uses for it."""

    def plug_in(player: object) -> str:
        module = ModuleType("plugged_in")
        module.player = player  # type: ignore[attr-defined]
        sys.modules["plugged_in"] = module
        return "plugged_in:player"

    yield plug_in
    sys.modules.pop("plugged_in", None)


def in_bench(board: Board, name: str) -> Any:
    return play(boards.Board(board.layout, None), find_player(name)())


class Array(list[int]):
    """A row of NumPy. It has the method of a whole number but refuses to be one."""

    def __index__(self) -> int:
        raise TypeError("only integer scalar arrays can be converted to a scalar index")


class Truth:
    """A truth value of NumPy, which is neither a bool nor a number."""

    shape = ()

    class dtype:  # noqa: N801  its name there
        kind = "b"

    def __bool__(self) -> bool:
        return True


ANSWERS: dict[str, Callable[[Position], Any]] = {
    "a place": lambda position: (2, 2),
    "a place as a list": lambda position: [2, 2],
    "a list of a place": lambda position: [(2, 2)],
    "two places": lambda position: ((2, 2), (1, 2)),
    "two rows of an array": lambda position: [Array([2, 2]), Array([1, 2])],
    "an iterator": lambda position: iter([[2, 2]]),
    "a certain place": lambda position: ((2, 2), True),
    "certain places": lambda position: ([(2, 2), (1, 2)], True),
    "a guess by an iterator": lambda position: (iter([(2, 2)]), False),
    "a certain place as a list": lambda position: [[2, 2], False],
    "certain places as a list": lambda position: [[[2, 2], [1, 2]], True],
    "a truth of numpy": lambda position: ((2, 2), Truth()),
    "bits": lambda position: (1 << 8, True),
    "bits and more": lambda position: (1 << 8, False, None),
    "a choice": lambda position: Choice(1 << 8, True),
}


@pytest.mark.parametrize("form", ANSWERS)
def test_library_and_bench_accept_every_form_of_a_plug_ins_answer(form: str, plugged: Callable[[object], str]) -> None:
    assert play_board(BOARD, ANSWERS[form]).won
    assert in_bench(BOARD, plugged(ANSWERS[form])).win


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (
            5,
            "returned '5'. Return (row, col), a list of them, or None to give up. To say whether they are safe,"
            " return (cells, certain), where the cells may also be the bits of an int",
        ),
        ("a1", "returned 'a1'. Return (row, col), a list of them"),
        ((1 << 9, True), "returned '(512, True)'. Return (row, col)"),
        ((9, 9), "returned '(9, 9)': row 9, column 9 isn't on a 3x3 board. Use rows 0 to 2 and columns 0 to 2"),
        ([], "returned '[]', which opens nothing. To give up, return None"),
        (([], True), "returned '([], True)', which opens nothing. To give up, return None"),
    ],
)
def test_invalid_answers_of_a_plug_in_are_reported_with_its_name(
    answer: Any, reason: str, plugged: Callable[[object], str]
) -> None:
    with pytest.raises(PlayError) as ours:
        play_board(BOARD, lambda position: answer)
    with pytest.raises(PlayerError) as theirs:
        in_bench(BOARD, plugged(lambda position: answer))
    assert str(ours.value).startswith(f"the player {reason}")
    assert str(theirs.value).startswith(f"'plugged_in:player' {reason}")


@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        ((0, 0), Choice(0b001, False)),
        ((0, 2), Choice(0b100, True)),
        ([(0, 0), (0, 2)], Choice(0b101, False)),
        (((0, 0), True), Choice(0b001, True)),
        (((0, 2), False), Choice(0b100, False)),
    ],
)
def test_cells_of_a_plug_in_are_checked_for_being_certain(
    answer: Any, choice: Choice, plugged: Callable[[object], str]
) -> None:
    player = find_player(plugged(lambda position: answer))()
    assert player(read_position("#1#1*", 2)) == choice


def breaks_off(position: Position) -> Iterator[tuple[int, int]]:
    yield 0, 1
    raise RuntimeError("no more")


def raises(error: BaseException) -> Callable[[Position], Any]:
    def player(position: Position) -> Any:
        raise error

    return player


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (raises(CancelledError("why")), "failed: CancelledError: why (test_players_plugins.py, line "),
        (raises(GeneratorExit()), "failed: GeneratorExit"),
        (raises(SystemExit(3)), "failed: SystemExit: 3 (test_players_plugins.py, line "),
        (breaks_off, "failed: RuntimeError: no more (test_players_plugins.py, line "),
    ],
)
def test_every_exception_of_a_plug_in_is_reported_with_its_name(
    player: Callable[[Position], Any], message: str, plugged: Callable[[object], str]
) -> None:
    with pytest.raises(PlayerError) as caught:
        in_bench(BOARD, plugged(player))
    assert str(caught.value).startswith(f"'plugged_in:player' {message}")


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), Stopped(15)])
def test_interrupts_are_not_reported_as_faults_of_a_plug_in(
    stop: BaseException, plugged: Callable[[object], str]
) -> None:
    with pytest.raises(type(stop)):
        in_bench(BOARD, plugged(raises(stop)))


def test_an_answer_of_a_plug_in_must_name_a_hidden_cell() -> None:
    with pytest.raises(AnswerError, match="opens nothing"):
        read_answer(read_position("1#", 1), (0, 0))
    assert read_answer(read_position("1#", 1), [(0, 0), (0, 1)]) == (0b11, None)
    assert read_answer(read_position("1#", 1), None) is None


def test_a_plug_in_is_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "beside_the_user.py").write_text("def player(position):\n    return 2, 2\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    monkeypatch.delitem(sys.modules, "beside_the_user", raising=False)
    assert in_bench(BOARD, "beside_the_user:player").win
