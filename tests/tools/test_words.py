"""The most common screens have few words, so that the board is the main thing on them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of
from minesweeper.play.session import new_session
from minesweeper.storage.settings import load_shipped
from minesweeper.ui.autosave_service import AutosaveService
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.game_screen import open_game
from minesweeper.ui.loop import run
from minesweeper.ui.screens.menu import open_menu
from tests.tools.fake_terminal import FakeClock, FakeTerminal, Wait

MOST = {"menu": 52, "play": 14, "loss": 50, "win": 20}
"""The greatest number of words that each screen may have."""
GAME = new_session(BoardSpec(9, 9, 10), "beginner", "s5")
PROVABLE_MINE = 2, 7
"""A cell of that board which is provably a mine after its first open."""


def keys_to(case: str) -> list[str]:
    """The keys that lead to a screen. The cursor begins in the middle of the board."""
    if case == "menu":
        return []
    game = GAME.open_cell(40).game
    assert game.layout is not None
    safe = [game.grid.row_col(cell) for cell in cells_of(game.hidden & ~game.layout.mines)]
    keys, at = ["space"], (4, 4)
    for place in {"play": [], "loss": [PROVABLE_MINE], "win": safe}[case]:
        down, right = place[0] - at[0], place[1] - at[1]
        keys += ["down"] * down + ["up"] * -down + ["right"] * right + ["left"] * -right + ["r"]
        at = place
    return keys


@pytest.mark.parametrize(("cols", "rows"), [(80, 24), (200, 60)])
@pytest.mark.parametrize("case", MOST)
def test_no_screen_has_more_words_than_its_limit(case: str, cols: int, rows: int, tmp_path: Path) -> None:
    clock, keeper = FakeClock(), AutosaveService(tmp_path)
    screen = FakeTerminal(rows, cols, [Wait(0.1), *keys_to(case), Wait(2.0)], clock=clock)
    model = Model(rows, cols, (open_menu(),), load_shipped()[0])
    run(model if case == "menu" else open_game(model, GAME), screen, clock, services=lambda: (keeper,))
    keeper.close()
    words = re.findall(r"[^\W\d_]{2,}", screen.text)
    assert MOST[case] // 4 < len(words) <= MOST[case], screen.text
