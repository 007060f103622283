"""Replay files: out, in, and refused in one sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.boards.rawvf import read_rawvf
from minesweeper.core.inputs import InputError
from minesweeper.core.specs import BoardSpec
from minesweeper.play.review import Guess, Need, Worth
from minesweeper.play.session import new_session
from minesweeper.play.trail import Move, MoveKind
from minesweeper.storage import replay_files
from minesweeper.storage.finished import FinishedGame
from minesweeper.storage.replay_files import ReplayError, file_name, read_replay, read_replay_file
from tests.storage.storing import finished, write_replay
from tests.ui.driving import board


def lost() -> FinishedGame:
    session = board("*2*\n...", "custom")._replace(known=False)
    return finished(session.open_cell(4).tick(1.25).mark(0, question_marks=False).tick(1.0).open_cell(2))


def test_a_game_goes_out_as_json_and_comes_back() -> None:
    game = lost()
    assert read_replay(write_replay(game, "json")) == game


def test_a_game_goes_out_as_rawvf_and_its_moves_come_back() -> None:
    game = lost()
    text = write_replay(game, "rawvf")
    assert read_rawvf(text).field("Status") == "Lost"
    back = read_replay(text)
    assert back.replay is not None
    assert game.replay is not None
    assert back.replay.moves == game.replay.moves
    assert (back.result, back.board, back.time_ms) == ("lost", "3x2/2", 2250)


def test_a_first_cell_that_was_opened_for_the_player_is_the_first_click() -> None:
    game = finished(new_session(BoardSpec(9, 9, 10), "beginner", "x").open_cell(40).again().mark(0, False))
    back = read_replay(write_replay(game, "rawvf"))
    assert back.replay is not None
    assert back.replay.moves[0] == Move(0, MoveKind.OPEN, 40)
    assert back.level == "beginner"


def test_the_head_of_a_rawvf_file_says_when_and_whether_it_may_be_ranked() -> None:
    game = replace(lost(), ended_at="2026-11-16T09:12:33.480Z")
    head = read_rawvf(write_replay(game, "rawvf"))
    assert (head.field("Mode"), head.field("Timestamp")) == ("Classic", "2026-11-16T09:12:33.480Z")
    assert head.field("BBBVS") is None
    won = replace(game, result="won", three_bv=9, time_ms=4500)
    assert read_rawvf(write_replay(won, "rawvf")).field("BBBVS") == "2.000"
    assert read_rawvf(write_replay(replace(game, known=True), "rawvf")).field("Mode") == "UPK"
    helped = read_rawvf(write_replay(replace(game, helpers=("exact", "tip")), "rawvf"))
    assert (helped.field("Mode"), helped.field("Helpers")) == ("Cheat", "exact tip")


def test_a_file_that_would_take_minutes_to_play_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = write_replay(lost(), "rawvf")
    monkeypatch.setattr(replay_files, "MAX_WORK", 5)
    with pytest.raises(ReplayError, match=r"moves on a board of 6 cells are too many: at most 0"):
        read_replay(text)


def test_a_move_taken_back_has_no_place_in_rawvf() -> None:
    session = board("*2*\n...").open_cell(4).open_cell(1).undo()
    with pytest.raises(ValueError, match="can't be written as RAWVF"):
        write_replay(finished(session), "rawvf")


def test_the_list_of_moves_for_people() -> None:
    game = replace(lost(), ended_at="2026-11-16T09:12:33.480Z", guesses=(Guess(2, 0.4, False),))
    assert write_replay(game, "txt") == (
        "custom 3x2/2, normal, lost after 2.250 s, 2026-11-16T09:12:33.480Z\n"
        "cells: the straight distance from the move before, by mouse or by keys\n"
        " move    seconds   cells  what\n"
        "    1      0.000     0.0  open row 2 col 2\n"
        "    2      1.250     1.4  flag row 1 col 1\n"
        "    3      2.250     2.0  open row 1 col 3  guess, 40.0% a mine\n"
        "                     3.4  cells in all\n"
    )
    worth = Worth(Need.FORCED, 0.031, 0.5, 0.0, 4)
    judged = write_replay(replace(game, guesses=(Guess(2, 0.4, False, worth=worth),)), "txt").splitlines()
    assert judged[5].endswith("guess, 40.0% a mine; forced, gave away 3.1 points; best was row 2 col 2")
    assert judged[7] == "Skill 94%: you gave away 3.1 points in 1 guess. Luck: 60% to survive it."
    assert file_name(game, "rawvf") == "minesweeper-custom-lost-1794820353.rawvf"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Board:"),
        ("rubbish", "rubbish"),
        ("{", "not JSON"),
        ("{}", "version"),
        ('{"moves": 1, "version": 9}', "newer program"),
        ("[" * 100_000, ""),
        ("{" * 100_000, "not JSON"),
    ],
)
def test_what_is_no_replay_is_refused_in_one_sentence(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text)
    with pytest.raises(ReplayError) as refused:
        read_replay_file(path)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_game_without_a_replay_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(InputError, match="can't be read"):
        read_replay_file(path)
    data = json.loads(write_replay(lost(), "json")) | {"replay": None}
    path.write_text(json.dumps(data))
    with pytest.raises(ReplayError, match="has no replay"):
        read_replay_file(path)
