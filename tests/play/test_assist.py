"""The help levels: what the flag key does at each."""

from __future__ import annotations

import pytest

from minesweeper.boards.layout import read_layout
from minesweeper.core.specs import BoardSpec
from minesweeper.play.assist import DUAL, INTELLIGENT, SINGLE, FlagKey, flag_key
from minesweeper.play.session import new_session


@pytest.mark.parametrize(
    ("level", "bare", "proposed", "own_flag", "assistants_flag"),
    [
        (SINGLE, FlagKey.MARK, FlagKey.WITHDRAW, FlagKey.MARK, FlagKey.MARK),
        (DUAL, FlagKey.MARK, FlagKey.WITHDRAW, FlagKey.TURN, FlagKey.TURN),
        (INTELLIGENT, FlagKey.PROPOSE, FlagKey.WITHDRAW, FlagKey.MARK, FlagKey.STAY),
    ],
)
def test_what_the_flag_key_does_at_each_level(
    level: str, bare: FlagKey, proposed: FlagKey, own_flag: FlagKey, assistants_flag: FlagKey
) -> None:
    session = new_session(BoardSpec(4, 1, 2), "custom", layout=read_layout("**.."))
    session = session.mark(1, question_marks=False).apply(0, 1 << 0, "exact")
    found = [flag_key(level, session, cell, 1 << 3) for cell in (2, 3, 1, 0)]
    assert found == [bare, proposed, own_flag, assistants_flag]
