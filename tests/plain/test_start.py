"""Commands of text mode that start another game."""

from __future__ import annotations

import json

import pytest

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board, read_layout
from minesweeper.plain.game_commands import PlainState
from minesweeper.play.assist_level import MEANINGS
from minesweeper.play.session import new_session
from minesweeper.storage.settings import PRESETS, Settings
from tests.plain.lines import CORNERS, SQUARE, play, refusal, start


def test_the_commands_same_and_new_keep_the_board_or_its_preset() -> None:
    game, _ = play(PlainState(new_session(PRESETS["beginner"], "beginner"), Settings()), "5 5")
    again, answer = play(game, "same")
    assert again.session.is_known_board
    assert again.session.game.layout == game.session.game.layout
    assert again.session.id != game.session.id
    new, answer = play(game, "new")
    assert (new.session.spec, new.session.preset, new.session.game.layout) == (PRESETS["beginner"], "beginner", None)
    assert answer.message == "New game, beginner: 9 columns, 9 rows, 10 mines."


def test_a_new_game_on_a_board_code_promises_no_board_type() -> None:
    code = to_code(Board(read_layout("\n".join(CORNERS)), 4))
    game = PlainState(new_session(PRESETS["beginner"], "beginner", board_type="no-guess"), Settings())
    assert play(game, "new")[1].message.endswith("10 mines, no guessing needed.")
    after, answer = play(game, f"new {code}")
    assert answer.message == "New game, 5 columns, 3 rows, 3 mines."
    assert after.session.board_type == "normal"


@pytest.mark.parametrize(("word", "level"), [("off", "single"), ("What-if", "dual"), ("auto", "intelligent")])
def test_the_command_new_accepts_the_assist_levels_of_the_screen(word: str, level: str) -> None:
    for line in (
        f"new expert {word}",
        f"new {json.dumps({'preset': 'expert', 'assist': word})}",
        f"new expert {level}",
    ):
        after, answer = play(start(*SQUARE, assist="dual"), line)
        assert (after.assist, after.session.preset, answer.ok) == (level, "expert", True)
        assert (MEANINGS[level] in answer.message) == (level != "dual"), "a level that stays isn't news"


@pytest.mark.parametrize("beside", ["expert", "seed x", "no-guess", "normal"])
def test_the_command_new_refuses_options_beside_a_board_code(beside: str) -> None:
    code = to_code(Board(read_layout("\n".join(CORNERS)), 4))
    words = f"new {beside} {code}" if "seed" not in beside else f"new {code} {beside}"
    assert refusal(start(*SQUARE), words).endswith("can't be combined with a board code, which has its mines already.")
    for name, value in {"preset": "expert", "seed": 7, "no_guess": False}.items():
        message = refusal(start(*SQUARE), f"new {json.dumps({'board': code, name: value})}")
        assert message == f"{name} can't be combined with a board code, which has its mines already."
    after, answer = play(start(*SQUARE), f"new {json.dumps({'board': code, 'assist': 'dual', 'seed': None})}")
    assert (answer.ok, after.assist) == (True, "dual")
