"""Counts the words on the screens that a player sees most: tokens of two letters or more, from an empty home.

python -m tests.tools.words
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of
from minesweeper.play.session import new_session
from minesweeper.storage.settings import load_shipped
from minesweeper.ui.autosave import AutosaveService
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.game_screen import open_game
from minesweeper.ui.loop import run
from minesweeper.ui.screens.menu import open_menu
from tests.tools.fake_terminal import FakeClock, FakeTerminal, Wait

SIZES = ((80, 24), (200, 60))
MOST = {"menu": 52, "play": 14, "loss": 50, "win": 20}
"""How many words each screen may have."""
SEED = "s5"
PROVABLE_MINE = 2, 7
"""A cell of that board which is provably a mine after its first open."""
_WORD = re.compile(r"[^\W\d_]{2,}")


def screen_text(case: str, home: Path, cols: int, rows: int) -> str:
    """The last screen of a session with the program as it is shipped: the menu, or a game of Beginner."""
    clock, keeper = FakeClock(), AutosaveService(home)
    screen = FakeTerminal(rows, cols, [Wait(0.1), *_keys(case), Wait(2.0)], clock=clock)
    model = Model(rows, cols, (open_menu(),), load_shipped()[0])
    if case != "menu":
        model = open_game(model, new_session(BoardSpec(9, 9, 10), "beginner", SEED))
    run(model, screen, clock, services=(keeper,))
    keeper.close()
    return screen.text


def _keys(case: str) -> list[str]:
    """The keys that lead to a screen; the cursor begins in the middle."""
    if case == "menu":
        return []
    game = new_session(BoardSpec(9, 9, 10), "beginner", SEED).open_cell(40).game
    assert game.layout is not None
    safe = [game.grid.row_col(cell) for cell in cells_of(game.hidden & ~game.layout.mines)]
    keys, at = ["space"], (4, 4)
    for place in {"play": [], "loss": [PROVABLE_MINE], "win": safe}[case]:
        down, right = place[0] - at[0], place[1] - at[1]
        keys += ["down"] * down + ["up"] * -down + ["right"] * right + ["left"] * -right + ["r"]
        at = place
    return keys


def count_words(text: str) -> int:
    """The number of words in a text; figures, signs and single letters are none."""
    return len(_WORD.findall(text))


def main() -> None:
    """Prints the words of each screen."""
    for cols, rows in SIZES:
        for case, most in MOST.items():
            with tempfile.TemporaryDirectory() as home:
                count = count_words(screen_text(case, Path(home), cols, rows))
            print(f"{cols}x{rows} {case}: {count} words, at most {most}")


if __name__ == "__main__":
    main()
