"""Each look of the game as a picture, at 20x7 and at 80x24; the board is that of the drawn screens."""

from __future__ import annotations

import pytest

from minesweeper.core.cells import cells_of
from minesweeper.core.specs import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, tick
from minesweeper.ui.draw.glyphs import Looks
from tests.ui.driving import ASCII, CALM, board, cursor_to, press, rows_of, start, state_of, work
from tests.ui.game_boards import BEGINNER


def running(cols: int, rows: int) -> Model:
    """The board as drawn: the region open, three flags, the cursor on a 1, 42 seconds played."""
    looks = ASCII if cols == 20 else Looks()
    session = board(BEGINNER, "beginner")._replace(seed="K7Q2-9MD")
    model = press(cursor_to(start(session, cols, rows, looks=looks), 4, 0), "space")
    for row, col in ((1, 1), (1, 2), (0, 5)):
        model = press(cursor_to(model, row, col), "f")
    return tick(cursor_to(model, 5, 1), 42.0)


def shown(model: Model, case: str) -> Model:
    """The running game after what a case is about."""
    if case == "lost":
        return work(press(cursor_to(press(cursor_to(model, 6, 0), "f"), 5, 1), "r"))
    if case == "won":
        game = state_of(model).game
        assert game.layout is not None
        for cell in cells_of(game.hidden & ~game.layout.mines):
            if not state_of(model).game.opened >> cell & 1:
                model = press(cursor_to(model, *game.grid.row_col(cell)), "r")
        return tick(model, 1.0)
    keys = {"game": "", "refused": "r", "reduced": "l", "pause": "x", "tip": "t", "odds": "v v", "new game?": "n"}
    return work(press(model, *keys[case].split()))


PICTURES = {
    ("game", 20, 7): """
 0|+*7 0:42 known 38% +
 1|| 1 2 2 1   1 . . .|
 2||           1 . . .|
 3||           1 . . .|
 4|| 1[1]1 1 1 1 . . .|
 5|| . . . . . . . . .|
 6|+r6/9 c2/9 - H help+
""",
    ("refused", 20, 7): """
 0|+*7 0:42 known 38% +
 1|This 1 has 0 of its
 2|1 flag: a chord
 3|needs exactly 1.
 4|| 1[1]1 1 1 1 . . .|
 5|| . . . . . . . . .|
 6|+r6/9 c2/9 - H help+
""",
    ("reduced", 20, 7): """
 0|+*7 0:42 K L 38% - +
 1|| 0 0       1 . ' '|
 2||           1 . ' '|
 3||           1 . ' '|
 4|| 1[1]1 1 1 1 . ' '|
 5|| . . . . . . . ' '|
 6|+r6/9 c2/9 - H help+
""",
    ("pause", 20, 7): """
 0|*7 0:42 PAUSED
 1|> R resume
 2|  N new game
 3|  B give up, show
 4|  M menu, saved
 5|  X quit, saved
 6|The clock is stopped
""",
    ("tip", 20, 7): """
 0|+*7 0:42 K A 38%---+
 1|| . . . . . F . . .|
 2||[+]F F 1 1 2 . . .|
 3||>1 2>2 1   1 . . .|
 4|+ is safe: the 1 has
 5|its mine. T: do it.
 6|. step  T do it
""",
    ("odds", 20, 7): """
 0|+*7 0:42 K A 38% - +
 1|| 1 2 2 1   1%3 . .|
 2||           1%4 . .|
 3||           1%3 . .|
 4|| 1[1]1 1 1 1%3 . .|
 5|odds of a mine
 6|elsewhere 8.7%
""",
    ("new game?", 20, 7): """
 0|+*7 0:42 known 38% +
 1|Start a new game?
 2|This one will count
 3|as abandoned.
 4|| 1[1]1 1 1 1 . . .|
 5|| . . . . . . . . .|
 6|Y yes  Esc cancel
""",
    ("won", 20, 7): """
 0|+*0 0:42 B) K 100% +
 1||           1 1 1  |
 2|| 1 1 1 1 1 1      |
 3|| 2 F 2 1 F 1      |
 4|| 3 F 2 1 1 1 1 1 1|
 5|    WON 0:42.000
 6|N new game  Esc more
""",
    ("lost", 20, 7): """
 0|+*6 0:42 X( K 39%- +
 1||           1 * . .|
 2||           1 . . .|
 3||>1>1 1>1>1 1 . . .|
 4||xF[#]2 . * + . . .|
 5|LOST 0:42  39% open
 6|N new game  Esc more
""",
    ("game", 80, 24): """
 0| Beginner  normal  known     ▐ ✱   7   :)   0:42 ▌ F5 left opens 38% ▰▰▰▰▱▱▱▱▱▱
 1|      ╭──1───2───3───4───5───6───7───8───9──╮   Board     9x9, 10 mines
 2|    1 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⚑ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│   Opened    27 of 71
 3|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│   Flags     3
 4|    2 │  ⋅ ▐ ⚑ ▐ ⚑ ▐ 1   1   2   ⋅ ▐ ⋅ ▐ ⋅ ▐│   Cursor    row 6 col 2
 5|      │ ▄▄▄▟▄▄▄▟▄▄▄▟            ▄▄▄▟▄▄▄▟▄▄▄▟│
 6|    3 │  1   2   2   1       1   ⋅ ▐ ⋅ ▐ ⋅ ▐│   Seed      K7Q2-9MD
 7|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│
 8|    4 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
 9|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│
10|    5 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
11|      │    ▗▄▄▄▄                ▄▄▄▟▄▄▄▟▄▄▄▟│
12|    6 │  1 ▐ 1 ▐ 1   1   1   1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
13|      │    ▐▄▄▄▟                ▄▄▄▟▄▄▄▟▄▄▄▟│
14|    7 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
15|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
16|    8 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
17|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
18|    9 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
19|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
20|      ╰─────────────────────────────────────╯
23| H help  Space open  F flag  Esc pause  C complete  T tip  G guess  V safe
""",
    ("refused", 80, 24): """
 0| Beginner  normal  known     ▐ ✱   7   :)   0:42 ▌ F5 left opens 38% ▰▰▰▰▱▱▱▱▱▱
 1|      ╭──1───2───3───4───5───6───7───8───9──╮   Board     9x9, 10 mines
 2|    1 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⚑ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│   Opened    27 of 71
 3|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│   Flags     3
 4|    2 │  ⋅ ▐ ⚑ ▐ ⚑ ▐ 1   1   2   ⋅ ▐ ⋅ ▐ ⋅ ▐│   Cursor    row 6 col 2
 5|      │ ▄▄▄▟▄▄▄▟▄▄▄▟            ▄▄▄▟▄▄▄▟▄▄▄▟│
 6|    3 │  1   2   2   1       1   ⋅ ▐ ⋅ ▐ ⋅ ▐│   Seed      K7Q2-9MD
 7|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│
 8|    4 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
 9|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│
10|    5 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
11|      │    ▗▄▄▄▄                ▄▄▄▟▄▄▄▟▄▄▄▟│
12|    6 │  1 ▐ 1 ▐ 1   1   1   1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
13|      │    ▐▄▄▄▟                ▄▄▄▟▄▄▄▟▄▄▄▟│
14|    7 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
15|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
16|    8 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
17|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
18|    9 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
19|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
20|      ╰─────────────────────────────────────╯
22| This 1 has 0 of its 1 flag: a chord needs exactly 1.
23| H help  Space open  F flag  Esc pause  C complete  T tip  G guess  V safe
""",
    ("reduced", 80, 24): """
 0| Beginner  known  reduced    ▐ ✱   7   :)   0:42 ▌ F5 left opens 38% ▰▰▰▰▱▱▱▱▱▱
 1|      ╭──1───2───3───4───5───6───7───8───9──╮   Reduced view
 2|    1 │  '   '   ⋅ ▐ ⋅ ▐ ⋅ ▐ ⚑   ⋅ ▐ '   '  │
 3|      │         ▄▄▄▟▄▄▄▟▄▄▄▟    ▄▄▄▟        │   1    mines still to find
 4|    2 │  ⋅ ▐ ⚑   ⚑   0   0   1   ⋅ ▐ '   '  │        around this number
 5|      │ ▄▄▄▟                    ▄▄▄▟        │   0    the rest is free:
 6|    3 │  0   0               1   ⋅ ▐ '   '  │        Space opens them
 7|      │                         ▄▄▄▟        │   -1   one flag too many
 8|    4 │                      1   ⋅ ▐ '   '  │   ⚑    flag, dimmed
 9|      │                         ▄▄▄▟        │   '    hidden, far off
10|    5 │                      1   ⋅ ▐ '   '  │
11|      │    ▗▄▄▄▄                ▄▄▄▟        │   L    full view
12|    6 │  1 ▐ 1 ▐ 1   1   1   1   ⋅ ▐ '   '  │
13|      │    ▐▄▄▄▟                ▄▄▄▟        │
14|    7 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ '   '  │
15|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟        │
16|    8 │  '   '   '   '   '   '   '   '   '  │
17|      │                                     │
18|    9 │  '   '   '   '   '   '   '   '   '  │
19|      │                                     │
20|      ╰─────────────────────────────────────╯
23| H help  Space open  F flag  Esc pause  C complete  T tip  G guess  V safe
""",
    ("pause", 80, 24): """
 0| Beginner  PAUSED  known     ▐ ✱   7   |)   0:42 ▌               38% ▰▰▰▰▱▱▱▱▱▱
 1|      ╭─────────────────────────────────────╮   PAUSED
 2|      │                                     │
 3|      │                                     │   ▌ R resume
 4|      │                                     │     N new game
 5|      │                                     │     B give up, show
 6|      │                                     │     M menu, saved
 7|      │                                     │     X quit, saved
 8|      │                                     │
 9|      │                                     │
10|      │                                     │
11|      │                                     │
12|      │                                     │
13|      │                                     │
14|      │                                     │
15|      │                                     │
16|      │                                     │
17|      │                                     │
18|      │                                     │
19|      │                                     │
20|      ╰─────────────────────────────────────╯
22| The clock is stopped.
23| R resume  N new game  B give up, show  M menu, saved  X quit, saved  H help
""",
    ("tip", 80, 24): """
 0| Beginner  known  assisted   ▐ ✱   7   :)   0:42 ▌ F5 left opens 38% ▰▰▰▰▱▱▱▱▱▱
 1|      ╭──1───2───3───4───5───6───7───8───9──╮   Tip
 2|    1 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⚑ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
 3|      │▗▄▄▄▄▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│   ▸   clues that prove it
 4|    2 │▐ ✓ ▐ ⚑ ▐ ⚑ ▐ 1   1   2   ⋅ ▐ ⋅ ▐ ⋅ ▐│   ✓   safe to open
 5|      │▐▄▄▄▟▄▄▄▟▄▄▄▟            ▄▄▄▟▄▄▄▟▄▄▄▟│   ✱   mine
 6|    3 │ ▸1 ▐ 2  ▸2 ▐ 1       1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
 7|      │ ▄▄▄▟    ▄▄▄▟            ▄▄▄▟▄▄▄▟▄▄▄▟│   T     makes the move
 8|    4 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│   .     next step
 9|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│   Esc   hides it
10|    5 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
11|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│   This game now counts
12|    6 │  1   1   1   1   1   1   ⋅ ▐ ⋅ ▐ ⋅ ▐│   as assisted.
13|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│
14|    7 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
15|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
16|    8 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
17|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
18|    9 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
19|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
20|      ╰─────────────────────────────────────╯
21| Row 2 col 1 is safe. The 1 at row 3 col 1 has its mine at row 2 col 2, so its
22| other cell is free. (The 2 at row 3 col 3 proves that mine.)
23| . step  T make the move  H help  Space open  F flag  Esc pause  C complete
""",
    ("odds", 80, 24): """
 0| Beginner  known  assisted   ▐ ✱   7   :)   0:42 ▌ F5 left opens 38% ▰▰▰▰▱▱▱▱▱▱
 1|      ╭──1───2───3───4───5───6───7───8───9──╮   Odds of a mine
 2|    1 │  ⋅ ▐ ⋅ ▐ ✓ ▐ ✓ ▐ ✓ ▐ ⚑ ▐35 ▐ ⋅ ▐ ⋅ ▐│
 3|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│   ✓   safe to open
 4|    2 │  ✓ ▐ ⚑ ▐ ⚑ ▐ 1   1   2  32 ▐ ⋅ ▐ ⋅ ▐│   ✱   mine
 5|      │ ▄▄▄▟▄▄▄▟▄▄▄▟            ▄▄▄▟▄▄▄▟▄▄▄▟│       to 10%
 6|    3 │  1   2   2   1       1  32 ▐ ⋅ ▐ ⋅ ▐│       to 20%
 7|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│       to 35%
 8|    4 │                      1  35 ▐ ⋅ ▐ ⋅ ▐│       to 60%
 9|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│       over
10|    5 │                      1  32 ▐ ⋅ ▐ ⋅ ▐│
11|      │    ▗▄▄▄▄                ▄▄▄▟▄▄▄▟▄▄▄▟│   ⋅   elsewhere 8.7%
12|    6 │  1 ▐ 1 ▐ 1   1   1   1  32 ▐ ⋅ ▐ ⋅ ▐│
13|      │    ▐▄▄▄▟                ▄▄▄▟▄▄▄▟▄▄▄▟│   V   shows no more
14|    7 │ 68 ▐32 ▐ ✓ ▐68 ▐32 ▐ ✓ ▐ 3 ▐ ⋅ ▐ ⋅ ▐│
15|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
16|    8 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
17|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
18|    9 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
19|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
20|      ╰─────────────────────────────────────╯
22| Elsewhere 8.7%. 6 cells are proved safe.
23| H help  Space open  F flag  V off  Esc pause  C complete  T tip  G guess
""",
    ("new game?", 80, 24): """
 0| Beginner  normal  known     ▐ ✱   7   :)   0:42 ▌ F5 left opens 38% ▰▰▰▰▱▱▱▱▱▱
 1|      ╭──1───2───3───4───5───6───7───8───9──╮   Board     9x9, 10 mines
 2|    1 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⚑ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│   Opened    27 of 71
 3|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│   Flags     3
 4|    2 │  ⋅ ▐ ⚑ ▐ ⚑ ▐ 1   1   2   ⋅ ▐ ⋅ ▐ ⋅ ▐│   Cursor    row 6 col 2
 5|      │ ▄▄▄▟▄▄▄▟▄▄▄▟            ▄▄▄▟▄▄▄▟▄▄▄▟│
 6|    3 │  1   2   2   1       1   ⋅ ▐ ⋅ ▐ ⋅ ▐│   Seed      K7Q2-9MD
 7|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│
 8|    4 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
 9|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│
10|    5 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
11|      │    ▗▄▄▄▄                ▄▄▄▟▄▄▄▟▄▄▄▟│
12|    6 │  1 ▐ 1 ▐ 1   1   1   1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
13|      │    ▐▄▄▄▟                ▄▄▄▟▄▄▄▟▄▄▄▟│
14|    7 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
15|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
16|    8 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
17|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
18|    9 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
19|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
20|      ╰─────────────────────────────────────╯
22| Start a new game? This one will count as abandoned.
23| Y yes  Esc cancel
""",
    ("won", 80, 24): """
 0| Beginner  normal  known     ▐ ✱   0   B)   0:42 ▌              100% ▰▰▰▰▰▰▰▰▰▰
 1|      ╭──1───2───3───4───5───6───7───8───9──╮   Won in     0:42.000
 2|    1 │  1   2   2   1   1   ⚑ ▐ ⚑ ▐ 1      │
 3|      │                     ▄▄▄▟▄▄▄▟        │   3BV        17
 4|    2 │  1   ⚑ ▐ ⚑ ▐ 1   1   2   2   1      │   3BV/s      0.40
 5|      │     ▄▄▄▟▄▄▄▟                        │   Clicks     22 left
 6|    3 │  1   2   2   1       1   1   1      │              3 right
 7|      │                                     │              0 chords
 8|    4 │                      1   ⚑ ▐ 1      │   Efficiency 68%
 9|      │                         ▄▄▄▟        │   A known board: not ranked.
10|    5 │                      1   1   1      │
11|      │                                     │   Seed      K7Q2-9MD
12|    6 │  1   1   1   1   1   1              │
13|      │                                     │
14|    7 │  2   ⚑ ▐ 2   1   ⚑ ▐ 1              │
15|      │     ▄▄▄▟        ▄▄▄▟                │
16|    8 │  3   ⚑ ▐ 2   1   1   1   1   1   1  │
17|      │     ▄▄▄▟                            │
18|    9 │  ⚑ ▐ 2   1               1   ⚑ ▐ 1  │
19|      │ ▄▄▄▟                        ▄▄▄▟    │
20|      ╰─────────────────────────────────────╯
21| ✦  WON 0:42.000   a known board, so not ranked  ✦
22|            3BV/s 0.40   efficiency 68%
23| N new game  Shift+R same board  V replay  Y copy code  M menu  Esc more
""",
    ("lost", 80, 24): """
 0| Beginner  normal  known     ▐ ✱   6   X(   0:42 ▌               39% ▰▰▰▰▱▱▱▱▱▱
 1|      ╭──1───2───3───4───5───6───7───8───9──╮   Lost at    0:42.000
 2|    1 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⚑ ▐ ✱ ▐ ⋅ ▐ ⋅ ▐│
 3|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│   A wrong flag. Row 7 col 6
 4|    2 │  ⋅ ▐ ⚑ ▐ ⚑ ▐ 1   1   2   ⋅ ▐ ⋅ ▐ ⋅ ▐│   (green) was safe: the 1 at
 5|      │ ▄▄▄▟▄▄▄▟▄▄▄▟            ▄▄▄▟▄▄▄▟▄▄▄▟│   row 6 col 4 has its mine
 6|    3 │  1   2   2   1       1   ⋅ ▐ ⋅ ▐ ⋅ ▐│   in cells that the 1 at row
 7|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│   6 col 5 sees too, so that
 8|    4 │                      1   ✱ ▐ ⋅ ▐ ⋅ ▐│   one has none left for it.
 9|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│
10|    5 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│      1 wrong flag
11|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│      7 mines not flagged
12|    6 │ ▸1 ▐▸1 ▐ 1  ▸1 ▐▸1 ▐ 1   ⋅ ▐ ⋅ ▐ ⋅ ▐│      3 right flags
13|      │ ▄▄▄▗▄▄▄▄    ▄▄▄▟▄▄▄▟    ▄▄▄▟▄▄▄▟▄▄▄▟│   A known board: not ranked.
14|    7 │ ✗⚑ ▐ ✸ ▐ 2   ⋅ ▐ ✱ ▐ ✓ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
15|      │ ▄▄▄▐▄▄▄▟    ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│   Seed      K7Q2-9MD
16|    8 │  ⋅ ▐ ✱ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
17|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
18|    9 │  ✱ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ✱ ▐ ⋅ ▐│
19|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
20|      ╰─────────────────────────────────────╯
21|              LOST at 0:42   39% open
22| A wrong flag; r7 c6 was safe.
23| N new game  Z practise on  T next proof  . step  V replay  M menu  Esc more
""",
}


@pytest.mark.parametrize(("case", "cols", "rows"), PICTURES)
def test_the_game_looks_as_drawn(case: str, cols: int, rows: int) -> None:
    lines = rows_of(shown(running(cols, rows), case))
    picture = [f"{number:2}|{line}" for number, line in enumerate(lines) if line]
    assert picture == PICTURES[case, cols, rows].strip("\n").split("\n")


def test_columns_are_numbered_in_the_frame_where_there_is_no_row_for_them() -> None:
    wide = start(new_session(BoardSpec(36, 18, 130), "custom"), 80, 24)
    assert rows_of(wide)[1].startswith("   ╭──1───────5────────10────────15──────19───")
    off = start(new_session(BoardSpec(36, 18, 130), "custom"), 80, 24, CALM.with_value("numbers", False))
    assert "5" not in rows_of(off)[1]


def test_the_keys_beside_the_board_begin_with_how_to_move() -> None:
    text = " ".join(" ".join(rows_of(start(board(BEGINNER), 200, 60))).split())
    assert "W A S D move" in text
