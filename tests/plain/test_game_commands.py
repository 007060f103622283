"""The moves of text mode, with their answers and refusals."""

from __future__ import annotations

import pytest

from tests.plain.lines import CORNERS, picture, play, refusal, start


@pytest.mark.parametrize("line", ["1 5", "try 1 5", "open 1 5", "OPEN 1,5", "o (1, 5)", " open\t1   5 "])
def test_a_cell_is_opened_by_row_and_column(line: str) -> None:
    game, answer = play(start(*CORNERS), line)
    assert answer.ok
    assert picture(game) == ["#1...", "#2221", "#####"]
    assert answer.message == "8 cells opened."


def test_opening_a_clue_with_all_its_flags_is_a_chord() -> None:
    game, _ = play(start(*CORNERS), "1 5")
    message = refusal(game, "1 2")
    assert message.startswith("Row 1, column 2 is open. Its 1 has 0 flags next to it. Set exactly 1 to open")
    game, answer = play(game, "flag 1 1", "1 2")
    assert answer.message == "Row 2, column 1 shows 1."
    assert "no hidden cell is left next to it" in refusal(game, "1 4")


@pytest.mark.parametrize("word", ["chord", "finish", "expand"])
def test_the_command_finish_opens_or_flags_neighbours_of_a_clue(word: str) -> None:
    game, answer = play(start("*..*", "...."), "1 2", "2 1", "2 2", f"{word} 2 1")
    assert answer.message == "1 flag set."
    assert picture(game) == ["F1##", "11##"]
    assert "is hidden, and a chord works on an open number. Open the cell with 'open r1c1'" in refusal(
        start(*CORNERS), f"{word} 1 1"
    )


def test_undo_takes_a_move_back_and_continues_after_a_loss() -> None:
    game, _ = play(start(*CORNERS), "2 2")
    game, answer = play(game, "1 3", "undo")
    assert picture(game) == ["#####", "#2###", "#####"]
    lost, answer = play(game, "1 1")
    assert answer.message.startswith(
        "Boom! Row 1, column 1 was a mine. Lost after 0 seconds. Nothing was provable. Row 1, "
    )
    assert picture(lost) == ["!####", "#2###", "##**#"]
    assert "The game is over. Type new for another one, undo to keep playing, or quit." in refusal(lost, "1 3")
    game, answer = play(lost, "undo")
    assert answer.message == "Keep playing for practice. The loss still counts."
    assert game.session.was_lost
