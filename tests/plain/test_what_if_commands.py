"""What-if in text mode: the commands propose and flag say what would follow."""

from __future__ import annotations

from dataclasses import replace

from minesweeper.core.textboard import Paper
from minesweeper.plain.output import board_lines
from minesweeper.storage.settings import Settings
from tests.plain.lines import CORNERS, LINE, play, refusal, start


def test_spoken_what_if_answers_name_the_cells_that_follow() -> None:
    heard = replace(start(*CORNERS), settings=Settings({"spoken": True}))
    game, answer = play(heard, "1 5", "propose r1c1")
    message = "Row 2: column 1 would be safe."
    assert answer.message == f"Proposed row 1, column 1. Then 1 cell would be safe. {message}"
    assert play(game, "cell r2c1")[1].message == "Row 2, column 1: would be safe."
    rest = "Row 3: columns 1 to 2 would be safe; columns 3 to 4 would be mines; column 5 would be safe."
    assert play(game, "row 3")[1].message == rest  # these cells follow without the what-if mine too
    brief = replace(heard, settings=Settings({"spoken": True, "verbosity": "brief"}))
    assert play(brief, "1 5", "propose r1c1")[1].message == f"Proposed row 1, column 1. {message}"
    drawn, answer = play(start(*CORNERS), "1 5", "propose r1c1")
    assert answer.message == "Proposed row 1, column 1. Then 1 cell would be safe."
    assert play(drawn, "cell r2c1")[1].message == "Row 2, column 1: hidden."


def test_the_command_flag_keeps_flags_of_the_assist_level_auto() -> None:
    walled = "*....", ".....", ".....", "*****", "*.*.*"
    game, _ = play(start(*walled, assist="intelligent"), "2 3")
    assert refusal(game, "flag 4 3") == "The flag stays: Minesweeper proved this mine."


def test_the_command_propose_says_what_follows_from_a_mine() -> None:
    game, answer = play(start(*LINE), "3 1", "propose 1 1")
    assert answer.message.startswith("Proposed row 1, column 1. Then the 1 at row 2, column 3 would have no mine:")
    assert answer.message.endswith("row 1, column 1 is safe to open.")
    assert answer.facts["proposals"] == ((0, 0),)
    assert list(board_lines(game, Paper(), None))[2:4] == ["1 +P~+~+", "2  1 1x1"]
    game, answer = play(game, "open 1 1")
    assert answer.ok
    assert not game.what_if_mines
    assert play(start(*LINE), "3 1", "propose 1 1", "clear")[0].what_if_mines == 0


def test_the_command_flag_says_what_follows_from_a_what_if_mine() -> None:
    for settings in (Settings(), Settings({"spoken": True})):
        game = replace(start(*LINE, assist="dual"), settings=settings)
        _, answer = play(game, "3 1", "flag r1c1", "flag r1c1")
        assert answer.message.startswith("The flag at row 1, column 1 is a proposal now. Remove it with 'flag ")
        assert answer.message.endswith("would have no mine: row 1, column 1 is safe to open.")
        assert answer.facts["proposals"] == ((0, 0),)
        _, answer = play(game, "3 1", *["flag r1c2"] * 2, *["flag r1c1"] * 3)
        assert answer.message.startswith("Proposal removed at row 1, column 1. Then 2 cells would be safe.")
