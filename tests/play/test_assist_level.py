"""The assist levels decide what the flag key does, and it does the same in every front end."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from minesweeper.boards.layout import read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.plain.command_table import act
from minesweeper.plain.game_commands import PlainState
from minesweeper.play.assist_level import LEVEL_AUTO, LEVEL_OFF, LEVEL_WHAT_IF, FlagKey, flag_key
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from tests.ui.driving import CALM, board, cursor_to, press, start, state_of, work


@pytest.mark.parametrize(
    ("level", "bare", "proposed", "own_flag", "assistants_flag"),
    [
        (LEVEL_OFF, FlagKey.MARK, FlagKey.MARK, FlagKey.MARK, FlagKey.MARK),
        (LEVEL_WHAT_IF, FlagKey.MARK, FlagKey.WITHDRAW, FlagKey.TURN, FlagKey.TURN),
        (LEVEL_AUTO, FlagKey.PROPOSE, FlagKey.WITHDRAW, FlagKey.MARK, FlagKey.STAY),
    ],
)
def test_the_assist_level_decides_what_the_flag_key_does(
    level: str, bare: FlagKey, proposed: FlagKey, own_flag: FlagKey, assistants_flag: FlagKey
) -> None:
    session = new_session(BoardSpec(4, 1, 2), "custom", layout=read_layout("**.."))
    session = session.mark(1, question_marks=False).apply_assist(0, 1 << 0, "exact")
    results = [flag_key(level, session, cell, 1 << 3) for cell in (2, 3, 1, 0)]
    assert results == [bare, proposed, own_flag, assistants_flag]


BOARD = ("*1...", "11.11", "...1*")


@settings(max_examples=40)
@given(
    level=st.sampled_from([LEVEL_OFF, LEVEL_WHAT_IF, LEVEL_AUTO]),
    question_marks=st.booleans(),
    moves=st.lists(
        st.tuples(st.sampled_from(["open", "flag", "flag", "propose"]), st.integers(0, 2), st.integers(0, 4)),
        max_size=9,
    ),
)
@example(LEVEL_OFF, False, [("propose", 0, 0), ("flag", 0, 0)])
@example(LEVEL_OFF, True, [("flag", 0, 0), ("flag", 0, 0)])
@example(LEVEL_WHAT_IF, False, [("flag", 0, 0), ("flag", 0, 0)])
@example(LEVEL_AUTO, False, [("flag", 0, 0)])
@example(LEVEL_AUTO, False, [("flag", 0, 0), ("flag", 0, 0)])
@example(LEVEL_AUTO, False, [("flag", 0, 0), ("open", 0, 0)])
def test_the_flag_key_does_the_same_on_the_screen_and_in_text_mode(
    level: str, question_marks: bool, moves: list[tuple[str, int, int]]
) -> None:
    values = {**CALM.values, "assist": level, "question_marks": question_marks}
    model = start(board("\n".join(BOARD)), settings=Settings(values))
    typed = PlainState(state_of(model).session, Settings(values), level)
    for kind, row, col in moves:
        if state_of(model).game.is_over:
            break
        model = work(press(cursor_to(model, row, col), {"open": "r", "flag": "f", "propose": "p"}[kind]))
        typed, _ = act(typed, f"{kind} {row + 1} {col + 1}")
        state = state_of(model)
        seen = (state.game, state.aids.what_if_mines, state.session.assistants)
        assert seen == (typed.session.game, typed.what_if_mines, typed.session.assistants)
