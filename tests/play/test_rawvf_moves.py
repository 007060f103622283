"""Mouse events of RAWVF files become moves, and moves become events that lead to the same moves again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

import pytest
from hypothesis import example, given

from minesweeper.boards.layout import Board, Layout, read_layout
from minesweeper.boards.rawvf import RawvfError, Recording, read_rawvf, write_rawvf
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.game import Phase
from minesweeper.play.rawvf_moves import record_replay, start_of, to_moves
from minesweeper.play.replay import replay_of, sessions_of
from minesweeper.play.session import Move, MoveKind, Session
from minesweeper.solvers.deduction import run_to_end
from tests.strategies import sessions
from tests.ui.driving import board

BOARD = """
Width: 4
Height: 3
Board:
*00*
0000
0000
Events:
"""


def to_recording(layout: Layout, moves: Iterable[Move], extra: Iterable[tuple[str, str]] = ()) -> Recording:
    """The RAWVF recording of moves on a board."""
    return run_to_end(record_replay(Board(layout), moves, extra))


def moves_in(events: str, head: str = "") -> list[str]:
    """The moves of a recording on the small board, as words such as ``open 0,1``.

    Events are given as id, column and row.
    """
    lines = [f"1.000 {event}" for event in events.split(", ")]
    recording = read_rawvf(head + BOARD + "\n".join(lines))
    grid = recording.layout.grid
    return [f"{move.kind.value} {move.cell // grid.width},{move.cell % grid.width}" for move in to_moves(recording)]


@pytest.mark.parametrize(
    ("events", "moves"),
    [
        ("lc 2 1, lr 2 1", ["open 0,1"]),
        ("lc 2 1, lr 3 1", ["open 0,2"]),
        ("lc 2 1, lr 0 1", []),
        ("lr 2 1", []),
        ("rc 1 1, rr 1 1", ["flag 0,0"]),
        ("rc 1 1, rr 3 3", ["flag 0,0"]),
        ("rc 0 1, rr 0 1", []),
        ("mc 2 1, mr 2 1", ["chord 0,1"]),
        ("mc 2 1, mr 2 0", []),
        ("mr 2 1", []),
        ("sc 2 1, lr 2 1", ["chord 0,1"]),
        ("lc 2 1, rc 2 1, lr 2 1, rr 2 1", ["chord 0,1"]),
        ("lc 2 1, rc 2 1, rr 2 1, lr 2 1", ["chord 0,1"]),
        ("lc 2 1, rc 2 1, rr 2 1, lr 2 1, lc 3 1, lr 3 1", ["chord 0,1", "open 0,2"]),
        ("rc 1 1, lc 2 1, lr 2 1, rr 2 1", ["flag 0,0", "chord 0,1"]),
        ("lc 2 1, mc 2 1, lr 2 1, mr 2 1", ["chord 0,1"]),
        ("mc 2 1, lc 2 1, rc 2 1, lr 2 1", []),
        ("lc 2 1, lr 2 1, rc 2 1, rr 2 1", ["open 0,1", "flag 0,1"]),
        ("lc 2 1, lr 2 1, rc 2 1, lc 2 1, lr 2 1, rr 2 1", ["open 0,1", "chord 0,1"]),
        ("lc 2 1, lr 2 1, lc 2 1, lr 2 1", ["open 0,1", "open 0,1"]),
        ("mv 1 1, lc 1 1, lr 1 1, lc 2 1, lr 2 1", ["open 0,0"]),
        ("mt, rc 1 1, rr 1 1, mt, rc 4 1", ["mark 0,0", "flag 0,3"]),
    ],
)
def test_mouse_events_of_a_rawvf_file_are_converted_to_moves(events: str, moves: list[str]) -> None:
    assert moves_in(events) == moves


def test_a_rawvf_file_says_whether_question_marks_are_on() -> None:
    assert moves_in("rc 1 1, rr 1 1", "Marks: on") == ["mark 0,0"]


def test_with_superclick_a_click_on_a_clue_is_read_as_a_chord() -> None:
    assert moves_in("lc 2 1, lr 2 1, lc 2 1, lr 2 1", "SuperClick: On") == ["open 0,1", "chord 0,1"]


def test_rawvf_events_before_the_start_get_the_time_0() -> None:
    recording = read_rawvf(BOARD + "-0.500 rc 1 1\n-0.400 rr 1 1\n0.250 lc 2 1\n0.300 lr 2 1\n")
    assert list(to_moves(recording)) == [Move(0, MoveKind.FLAG, 0), Move(300, MoveKind.OPEN, 1)]


@given(sessions(max_side=6))
@example(board("*2*\n...").open_cell(1).mark(3, False).apply_assist(0b111000, 0b000101, "exact"))
def test_a_game_written_as_rawvf_ends_as_it_was_played(session: Session) -> None:
    replay = replay_of(session)
    if replay is None:
        return
    # RAWVF has no undo. Without the undo, later moves would belong to another game.
    moves = tuple(takewhile(lambda move: move.kind is not MoveKind.UNDO, replay.moves))
    *_, ended = sessions_of(replay._replace(moves=moves))
    recording = run_to_end(record_replay(replay.board, moves, [("Player", "me")]))
    assert read_rawvf(write_rawvf(recording)) == recording
    *_, again = sessions_of(replay._replace(moves=tuple(to_moves(recording))))
    assert again.game == ended.game._replace(gave_up=False)
    assert recording.field("Status") == {Phase.WON: "Won", Phase.LOST: "Lost"}.get(ended.game.phase)
    assert recording.field("Style") == ("FL" if again.clicks.flags else "NF")


def test_the_rawvf_head_of_a_won_game_has_its_time_and_3bv() -> None:
    layout = read_layout("*1..\n1111\n..1*")
    moves = [Move(0, MoveKind.OPEN, 3), Move(750, MoveKind.FLAG, 0), Move(1250, MoveKind.OPEN, 8)]
    recording = to_recording(layout, moves, [("Player", "me")])
    named = {"Level": "Custom", "Time": "1.250", "BBBV": "2", "Player": "me"}
    assert dict(recording.fields).items() >= named.items()
    assert write_rawvf(recording).splitlines()[-3:] == ["1.250 lc 1 3 (8 40)", "1.250 lr 1 3 (8 40)", "won"]
    assert list(to_moves(recording)) == moves


def test_a_rawvf_recording_names_the_preset_by_its_size() -> None:
    assert to_recording(Layout(BoardSpec(30, 16, 99).grid, (1 << 99) - 1), []).field("Level") == "Expert"
    assert to_recording(Layout(BoardSpec(30, 16, 99).grid, (1 << 98) - 1), []).field("Level") == "Custom"


def test_a_game_with_an_undone_move_cannot_be_written_as_rawvf() -> None:
    with pytest.raises(RawvfError, match="no event for 'undo'"):
        to_recording(read_layout("*1"), [Move(0, MoveKind.UNDO)])


def test_a_cell_opened_for_the_player_is_a_click_but_not_a_move() -> None:
    layout = read_layout("*1..\n1111\n..1*")
    moves = [Move(0, MoveKind.OPEN, 3), Move(5, MoveKind.OPEN, 8)]
    recording = read_rawvf(write_rawvf(run_to_end(record_replay(Board(layout, 3), moves))))
    assert [event.kind for event in recording.events].count("lr") == 3
    assert (start_of(recording), list(to_moves(recording))) == (3, moves)
    assert run_to_end(record_replay(Board(layout), moves)).field("Opened_For_Player") is None


@pytest.mark.parametrize("message", ["1 1", "4 0", "5 1", "4 4", "x", "4", ""])
def test_a_rawvf_file_with_an_unsafe_first_cell_is_refused(message: str) -> None:
    layout = read_layout("*1..\n1111\n..1*")
    fields = (("Program", "minesweeper-terminal"), ("Opened_For_Player", message))
    with pytest.raises(RawvfError, match="isn't a safe cell: column 1 to 4, row 1 to 3"):
        list(to_moves(Recording(layout, (), fields)))
    assert start_of(Recording(layout, (), fields[1:])) is None
