"""What starts another game of the line-command mode."""

from __future__ import annotations

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board, read_layout
from minesweeper.plain.game import Play
from minesweeper.play.session import new_session
from minesweeper.storage.settings import PRESETS, Settings
from tests.plain.lines import CORNERS, SQUARE, picture, play, refusal, start


def test_the_same_board_again_is_known_and_a_new_one_is_of_the_same_kind() -> None:
    game, _ = play(Play(new_session(PRESETS["beginner"], "beginner"), Settings()), "5 5")
    again, answer = play(game, "same")
    assert again.session.known
    assert again.session.game.layout == game.session.game.layout
    assert again.session.id != game.session.id
    new, answer = play(game, "new")
    assert (new.session.spec, new.session.name, new.session.game.layout) == (PRESETS["beginner"], "beginner", None)
    assert answer.message == "New game, beginner: 9 columns, 9 rows, 10 mines."


def test_a_board_code_after_new_starts_its_board() -> None:
    code = to_code(Board(read_layout("\n".join(CORNERS)), 4))
    game, answer = play(Play(new_session(PRESETS["beginner"], "beginner"), Settings()), f"new {code}")
    assert answer.ok
    assert picture(game) == ["#1...", "#2221", "#####"]
    assert game.session.known


def test_a_code_of_another_version_is_named_as_such() -> None:
    assert "the board code has version 2" in refusal(start(*SQUARE), "new ms2-abc")
