"""Replay files are written, read back, and refused in one sentence if they are invalid."""

from __future__ import annotations

import json
import re
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.boards.rawvf import read_rawvf
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of
from minesweeper.core.files import InputError
from minesweeper.play.guesses import Guess
from minesweeper.play.replay import Replay, first_session, replay_move, replay_to_data
from minesweeper.play.session import Move, MoveKind, new_session
from minesweeper.storage import replay_files
from minesweeper.storage.board_files import read_boards
from minesweeper.storage.games_table import FinishedGame
from minesweeper.storage.replay_files import ReplayError, file_name, game_of_replay, read_replay, read_replay_file
from tests.storage.storing import finished, write_replay
from tests.strategies import cells, layouts
from tests.ui.driving import board


def lost() -> FinishedGame:
    session = board("*2*\n...", "custom")._replace(is_known_board=False)
    return finished(session.open_cell(4).tick(1.25).mark(0, question_marks=False).tick(1.0).open_cell(2))


def test_rawvf_keeps_that_the_first_cell_was_opened_for_the_player() -> None:
    text = write_replay(
        finished(new_session(BoardSpec(9, 9, 10), "beginner", "x").open_cell(40).restart_board()), "rawvf"
    )
    back = read_replay(text)
    assert back.replay is not None
    assert (back.replay.start, back.replay.dealt, back.replay.moves, back.clicks.opens) == (40, False, (), 0)
    assert next(read_boards(text.encode())).first == 40


def test_rawvf_files_of_minesweeper_keep_preset_and_assistants() -> None:
    game = replace(lost(), level="daily", mode="no-guess", helpers=("exact", "what-if"))
    text = write_replay(game, "rawvf")
    back = read_replay(text)
    assert (back.level, back.mode, back.helpers) == ("daily", "no-guess", ("exact", "what-if"))
    assert read_replay(write_replay(replace(lost(), mode="fair"), "rawvf")).mode == "fair"
    of_another = read_replay(text.replace("Program: minesweeper-terminal", "Program: Other"))
    assert (of_another.level, of_another.mode, of_another.helpers) == ("custom", "normal", ())
    with pytest.raises(ValueError, match='helpers "EXACT" is not allowed'):
        read_replay(text.replace("Helpers: exact", "Helpers: EXACT"))


def test_the_assistants_of_a_bare_replay_come_from_its_moves() -> None:
    game = finished(board("*2*\n...").open_cell(4).apply_assist(1 << 1, 1, "exact").open_cell(3).undo())
    assert game.replay is not None
    assert read_replay(json.dumps(replay_to_data(game.replay))).helpers == ("exact", "undo")


@st.composite
def clicked(draw: st.DrawFn) -> FinishedGame:
    """Finished games after opens, flags, marks and chords. On some boards the first cell was opened for the player."""
    layout = draw(layouts(max_side=6))
    start = draw(st.one_of(st.none(), st.sampled_from(cells_of(layout.safe))))
    kinds = st.sampled_from([MoveKind.OPEN, MoveKind.FLAG, MoveKind.MARK, MoveKind.CHORD])
    moves: list[Move] = []
    session = first_session(Replay(layout.spec, layout.mines, start))
    for kind, cell, ms in draw(st.lists(st.tuples(kinds, cells(layout.grid), st.integers(0, 3000)), max_size=12)):
        if session.game.is_over:
            break
        moves.append(Move(session.milliseconds + ms, kind, cell))
        session = replay_move(session, moves[-1])
    assistants = draw(st.lists(st.sampled_from(["exact", "tip", "what-if", "undo"]), unique=True))
    game = game_of_replay(Replay(layout.spec, layout.mines, start, start is None, tuple(moves)))
    return replace(game, helpers=tuple(sorted(assistants)))


@hypothesis_settings(max_examples=40)
@given(clicked())
def test_a_game_survives_export_as_rawvf_unchanged(game: FinishedGame) -> None:
    back = read_replay(write_replay(game, "rawvf"))
    assert replace(back, id=game.id) == game


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2012-03-04T05:06:07+02:00", "2012-03-04T03:06:07.000Z"),
        ("2026-11-16T09:12:33.480Z", "2026-11-16T09:12:33.480Z"),
    ],
)
def test_the_time_of_a_rawvf_recording_respects_its_time_zone(written: str, read: str) -> None:
    text = re.sub("Timestamp: .*", f"Timestamp: {written}", write_replay(lost(), "rawvf"))
    assert read_replay(text).ended_at == read


def test_the_head_of_a_rawvf_file_shows_time_and_category() -> None:
    game = replace(lost(), ended_at="2026-11-16T09:12:33.480Z")
    head = read_rawvf(write_replay(game, "rawvf"))
    assert (head.field("Mode"), head.field("Timestamp")) == ("Classic", "2026-11-16T09:12:33.480Z")
    assert head.field("BBBVS") is None
    won = replace(game, result="won", three_bv=9, time_ms=4500)
    assert read_rawvf(write_replay(won, "rawvf")).field("BBBVS") == "2.000"
    assert read_rawvf(write_replay(replace(game, known=True), "rawvf")).field("Mode") == "UPK"
    helped = read_rawvf(write_replay(replace(game, helpers=("exact", "tip")), "rawvf"))
    assert (helped.field("Mode"), helped.field("Helpers")) == ("Cheat", "exact tip")


def test_a_replay_that_would_take_minutes_to_play_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = write_replay(lost(), "rawvf")
    monkeypatch.setattr(replay_files, "MAX_WORK", 5)
    with pytest.raises(ReplayError, match=r"moves, but on a board of 6 cells at most 0"):
        read_replay(text)


RAWVF = "Width: 6\nHeight: 1\nMines: 1\nBoard:\n00000*\nEvents:\n"


@pytest.mark.parametrize(
    "text",
    [
        RAWVF + "nothing that is read\n" + "0.5 rc 1 1\n" * 6,
        json.dumps({"version": 1, "board": "6x1/1", "moves": ["no move"] * 6}),
    ],
)
def test_a_replay_with_too_many_moves_is_refused_before_any_is_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_files, "MOST_MOVES", 5)
    with pytest.raises(ReplayError, match="6 moves, but on a board of 6 cells at most 5"):
        read_replay(text)


@pytest.mark.parametrize(("event", "count", "most"), [("mv 1 1 (5 5)", 4_000, 25), ("rc 1 1 (5 5)", 800, 300)])
def test_reading_a_replay_needs_a_limited_memory_per_event(event: str, count: int, most: int) -> None:
    """Reading keeps neither the events nor the games between them, so the memory per event is small."""
    text = RAWVF + "".join(f"{number / 1000:.3f} {event}\n" for number in range(count))
    read_replay(text)  # once without measuring, because modules are loaded late and Python keeps free tuples
    tracemalloc.start()
    try:
        read_replay(text)
        assert tracemalloc.get_traced_memory()[1] < most * count + 2 * len(text)
    finally:
        tracemalloc.stop()


def test_the_text_export_of_a_replay_lists_moves_and_ratings() -> None:
    game = replace(lost(), ended_at="2026-11-16T09:12:33.480Z", guesses=(Guess(2, 0.4, False),))
    assert write_replay(game, "txt") == (
        "custom 3x2/2, normal, lost after 2.250 s, 2026-11-16T09:12:33.480Z\n"
        "cells: the straight distance from the move before, by mouse or by keys\n"
        " move    seconds   cells  who         what\n"
        "    1      0.000     0.0  you         open row 2, column 2\n"
        "    2      1.250     1.4  you         flag row 1, column 1\n"
        "    3      2.250     2.0  you         open row 1, column 3  guess, 40.0% mine risk\n"
        "                     3.4  cells in all\n"
    )
    rating = GuessRating(Necessity.FORCED, 0.031, 0.5, 0.0, 4)
    judged = write_replay(replace(game, guesses=(Guess(2, 0.4, False, rating=rating),)), "txt").splitlines()
    assert judged[5].endswith("guess, 40.0% mine risk; forced, gave away 3.1 points; best was row 2, column 2")
    assert judged[7] == "Skill 94%: you gave away 3.1 points in 1 guess. Luck: 60% to survive it."
    assert file_name(game, "rawvf") == "minesweeper-custom-lost-1794820353.rawvf"


def test_a_missing_file_and_a_game_without_a_replay_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(InputError, match="can't be read"):
        read_replay_file(path)
    data = json.loads(write_replay(lost(), "json")) | {"replay": None}
    path.write_text(json.dumps(data))
    with pytest.raises(ReplayError, match="has no replay"):
        read_replay_file(path)
