"""Drawn boards fit the terminal, and commands change the settings of text mode."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import make_grid
from minesweeper.core.textboard import Paper
from minesweeper.plain.game_commands import PlainState
from minesweeper.plain.output import board_lines, changed_options
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from tests.plain.lines import CORNERS, play, refusal, start


def test_a_printed_board_has_row_and_column_numbers() -> None:
    game = PlainState(new_session(BoardSpec(12, 2, 3), "custom", "x"), Settings())
    assert list(board_lines(game, Paper(), None)) == [
        "",
        "                     1 1 1",
        "   1 2 3 4 5 6 7 8 9 0 1 2",
        "1  # # # # # # # # # # # #",
        "2  # # # # # # # # # # # #",
        "3 of 3 mines left, 0 of 21 opened, 0 seconds",
    ]


@settings(max_examples=40)
@given(st.integers(1, 60), st.integers(1, 40), st.integers(20, 100), st.integers(7, 40), st.data())
def test_a_printed_board_fits_the_terminal_and_shows_the_last_cell(
    width: int, height: int, cols: int, rows: int, data: st.DataObject
) -> None:
    grid = make_grid(width + 1, height)
    game = PlainState(new_session(BoardSpec(width + 1, height, 1), "custom", "x"), Settings())
    near = data.draw(st.integers(0, grid.size - 1))
    game, _ = play(game, f"flag {near // grid.width + 1} {near % grid.width + 1}")
    lines = list(board_lines(game, Paper(rows, cols), near))
    assert max(map(len, lines)) < cols
    assert sum("F" in line for line in lines) == 1


ALLOWED = (
    "'set spoken' takes on or off; 'set verbosity' takes brief, normal or full;"
    " 'set typed first' takes row or column; 'set assist level' takes off, what-if or auto."
)


@pytest.mark.parametrize("line", ["set loud", "set xx yy", "set theme high"])
def test_an_unknown_setting_of_text_mode_is_refused_with_known_ones(line: str) -> None:
    assert refusal(start(*CORNERS), line) == f"'{line.removeprefix('set ')}' isn't a setting of text mode. {ALLOWED}"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("set verbosity loud", "'set verbosity' takes brief, normal or full, not 'loud'."),
        ("set spoken true", "'set spoken' takes on or off, not 'true'."),
        ("set typed-first cell", "'set typed first' takes row or column, not 'cell'."),
        ("set assist level 3", "'set assist level' takes off, what-if or auto, not '3'."),
        ("set verbosity", "The value is missing. 'set verbosity' takes brief, normal or full."),
        ("set assist level", "The value is missing. 'set assist level' takes off, what-if or auto."),
        ("set assist", "The value is missing. 'set assist level' takes off, what-if or auto."),
    ],
)
def test_the_command_set_refuses_wrong_values_with_allowed_ones(line: str, message: str) -> None:
    assert refusal(start(*CORNERS), line) == message


@pytest.mark.parametrize("line", ["set assist level what-if", "set Assist What if", "set assist_level dual"])
@pytest.mark.parametrize("is_program", [False, True])
def test_the_assist_level_is_set_by_the_words_of_the_screen(line: str, is_program: bool) -> None:
    game = replace(start(*CORNERS), is_program=is_program)
    after, answer = play(game, line)
    assert (after.assist, answer.ok) == ("dual", True)
    assert answer.message.startswith("Assist level what-if: the flag key also tries a mine")
    # A program doesn't change the player's settings.
    kept = {} if is_program else {"assist": "dual", "custom_assist": "dual"}
    assert changed_options(game.settings, after.settings) == kept
    assert "ssist level is what-if" in play(after, "set")[1].message
    assert play(after, "new")[0].assist == "dual"


def test_an_assist_level_set_in_a_lesson_applies_to_the_game_behind() -> None:
    game, _ = play(start(*CORNERS), "lesson one clue", "set assist level auto")
    assert game.assist == "single"
    assert play(game, "leave")[0].assist == "intelligent"


def test_programs_can_set_only_the_assist_level() -> None:
    program = replace(start(*CORNERS), is_program=True)
    allowed = "'set assist level' takes off, what-if or auto."
    assert play(program, "set")[1].message == f"Assist level is off. {allowed}"
    assert refusal(program, "set spoken on") == f"'spoken on' can't be set by a program. {allowed}"
