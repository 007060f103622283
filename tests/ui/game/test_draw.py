"""Each look of the game as a picture, at 20x7 and at 80x24; the board is that of the drawn screens."""

from __future__ import annotations

import pytest

from minesweeper.ui.base.model import Model, tick
from minesweeper.ui.draw.glyphs import Looks
from tests.ui.driving import ASCII, board, cursor_to, press, rows_of, start, work
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
    keys = {"game": "", "refused": "r", "reduced": "l", "pause": "x", "tip": "t", "odds": "v v", "new game?": "n"}
    return work(press(model, *keys[case].split()))


PICTURES = {
    ("game", 20, 7): """
 0|+*7 0:42 K 38% - - +
 1|| 1 2 2 1   1 . . .|
 2||           1 . . .|
 3||           1 . . .|
 4|| 1[1]1 1 1 1 . . .|
 5|| . . . . . . . . .|
 6|+r6/9 c2/9 - H help+
""",
    ("refused", 20, 7): """
 0|+*7 0:42 K 38% - - +
 1|This 1 has 0 of its
 2|1 flag: a chord
 3|needs exactly 1.
 4|| 1[1]1 1 1 1 . . .|
 5|| . . . . . . . . .|
 6|+r6/9 c2/9 - H help+
""",
    ("reduced", 20, 7): """
 0|+*7 0:42 K L 38% - +
 1|| 0 0       1 .    |
 2||           1 .    |
 3||           1 .    |
 4|| 1[1]1 1 1 1 .    |
 5|| . . . . . . .    |
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
 4||           1 . . .|
 5|+ is safe: the 1 has
 6|its mines. T: do it.
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
 0|+*7 0:42 K 38% - - +
 1|Leave this game? It
 2|counts as abandoned.
 3|N again or Y: yes.
 4|| 1[1]1 1 1 1 . . .|
 5|| . . . . . . . . .|
 6|N yes
""",
    ("lost", 20, 7): """
 0|+*6 0:42 X( K 39%- +
 1|Boom: a wrong flag.
 2|A safe move was
 3|there.
 4||xF!*]2 . * . . . .|
 5|| . * . . . . . . .|
 6|N new game  Esc more
""",
    ("game", 80, 24): """
 0| Beginner  normal  K           ✱   7   :)   0:42                 38% ▰▰▰▰▱▱▱▱▱▱
 5|                 1 2 3 4 5 6 7 8 9
 6|               ┌───────────────────┐   Board     9x9, 10 mines
 7|             1 │ ∙ ∙ ∙ ∙ ∙ ⚑ ∙ ∙ ∙ │   Opened    27 of 71
 8|             2 │ ∙ ⚑ ⚑ 1 1 2 ∙ ∙ ∙ │   Flags     3
 9|             3 │ 1 2 2 1   1 ∙ ∙ ∙ │   Cursor    row 6 col 2
10|             4 │           1 ∙ ∙ ∙ │
11|             5 │           1 ∙ ∙ ∙ │   Seed      K7Q2-9MD
12|             6 │ 1 1 1 1 1 1 ∙ ∙ ∙ │
13|             7 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
14|             8 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
15|             9 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
16|               └───────────────────┘
23| H help  Space open  F flag  Esc pause  C complete  T tip  G guess  V odds
""",
    ("refused", 80, 24): """
 0| Beginner  normal  K           ✱   7   :)   0:42                 38% ▰▰▰▰▱▱▱▱▱▱
 5|                 1 2 3 4 5 6 7 8 9
 6|               ┌───────────────────┐   Board     9x9, 10 mines
 7|             1 │ ∙ ∙ ∙ ∙ ∙ ⚑ ∙ ∙ ∙ │   Opened    27 of 71
 8|             2 │ ∙ ⚑ ⚑ 1 1 2 ∙ ∙ ∙ │   Flags     3
 9|             3 │ 1 2 2 1   1 ∙ ∙ ∙ │   Cursor    row 6 col 2
10|             4 │           1 ∙ ∙ ∙ │
11|             5 │           1 ∙ ∙ ∙ │   Seed      K7Q2-9MD
12|             6 │ 1 1 1 1 1 1 ∙ ∙ ∙ │
13|             7 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
14|             8 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
15|             9 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
16|               └───────────────────┘
22| This 1 has 0 of its 1 flag: a chord needs exactly 1.
23| H help  Space open  F flag  Esc pause  C complete  T tip  G guess  V odds
""",
    ("reduced", 80, 24): """
 0| Beginner  normal  K  L        ✱   7   :)   0:42                 38% ▰▰▰▰▱▱▱▱▱▱
 5|                 1 2 3 4 5 6 7 8 9
 6|               ┌───────────────────┐   Reduced view
 7|             1 │     ∙ ∙ ∙ ⚑ ∙     │
 8|             2 │ ∙ ⚑ ⚑ 0 0 1 ∙     │   1    mines still to find
 9|             3 │ 0 0       1 ∙     │        around this number
10|             4 │           1 ∙     │   0    the rest is free:
11|             5 │           1 ∙     │        Space opens them
12|             6 │ 1 1 1 1 1 1 ∙     │   -1   one flag too many
13|             7 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙     │   ⚑    flag, dimmed
14|             8 │                   │
15|             9 │                   │   L    full view
16|               └───────────────────┘
23| H help  Space open  F flag  Esc pause  C complete  T tip  G guess  V odds
""",
    ("pause", 80, 24): """
 0| Beginner  normal  PAUSED  K   ✱   7   |)   0:42                 38% ▰▰▰▰▱▱▱▱▱▱
 6|               ┌───────────────────┐   PAUSED
 7|               │                   │
 8|               │                   │   ▸ R resume
 9|               │                   │     N new game
10|               │                   │     B give up, show
11|               │                   │     M menu, saved
12|               │                   │     X quit, saved
13|               │                   │
14|               │                   │
15|               │                   │
16|               └───────────────────┘
22| The clock is stopped.
23| R resume  N new game  B give up, show  M menu, saved  X quit, saved  H help
""",
    ("tip", 80, 24): """
 0| Beginner  normal  K  A        ✱   7   :)   0:42                 38% ▰▰▰▰▱▱▱▱▱▱
 5|                 1 2 3 4 5 6 7 8 9
 6|               ┌───────────────────┐   Tip
 7|             1 │ ∙ ∙ ∙ ∙ ∙ ⚑ ∙ ∙ ∙ │
 8|             2 │ ✓ ⚑ ⚑ 1 1 2 ∙ ∙ ∙ │   ▸   clues that prove it
 9|             3 │▸1 2▸2 1   1 ∙ ∙ ∙ │   ✓   safe to open
10|             4 │           1 ∙ ∙ ∙ │   ✱   mine
11|             5 │           1 ∙ ∙ ∙ │
12|             6 │ 1 1 1 1 1 1 ∙ ∙ ∙ │   T     makes the move
13|             7 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │   Esc   hides it
14|             8 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
15|             9 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │   This game now counts
16|               └───────────────────┘   as assisted.
21| Row 2 col 1 is safe. The 1 at row 3 col 1 has its mine at row 2 col 2, so its
22| other cell is free. (The 2 at row 3 col 3 proves that mine.)
23| H help  Space open  F flag  Esc pause  C complete  T make the move  G guess
""",
    ("odds", 80, 24): """
 0| Beginner  normal  K  A        ✱   7   :)   0:42                 38% ▰▰▰▰▱▱▱▱▱▱
 5|                 1 2 3 4 5 6 7 8 9
 6|               ┌───────────────────┐   Odds of a mine
 7|             1 │ ∙ ∙ ✓ ✓ ✓ ⚑35 ∙ ∙ │
 8|             2 │ ✓ ⚑ ⚑ 1 1 232 ∙ ∙ │   ✓   safe to open
 9|             3 │ 1 2 2 1   132 ∙ ∙ │   ✱   mine
10|             4 │           135 ∙ ∙ │       to 10%
11|             5 │           132 ∙ ∙ │       to 20%
12|             6 │ 1 1 1 1 1 132 ∙ ∙ │       to 35%
13|             7 │6832 ✓6832 ✓ 3 ∙ ∙ │       to 60%
14|             8 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │       over
15|             9 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
16|               └───────────────────┘   ∙   elsewhere 8.7%
18|                                       V   next overlay
22| Elsewhere 8.7%. 6 cells are proved safe.
23| H help  Space open  F flag  V no odds  Esc pause  C complete  T tip  G guess
""",
    ("new game?", 80, 24): """
 0| Beginner  normal  K           ✱   7   :)   0:42                 38% ▰▰▰▰▱▱▱▱▱▱
 5|                 1 2 3 4 5 6 7 8 9
 6|               ┌───────────────────┐   Board     9x9, 10 mines
 7|             1 │ ∙ ∙ ∙ ∙ ∙ ⚑ ∙ ∙ ∙ │   Opened    27 of 71
 8|             2 │ ∙ ⚑ ⚑ 1 1 2 ∙ ∙ ∙ │   Flags     3
 9|             3 │ 1 2 2 1   1 ∙ ∙ ∙ │   Cursor    row 6 col 2
10|             4 │           1 ∙ ∙ ∙ │
11|             5 │           1 ∙ ∙ ∙ │   Seed      K7Q2-9MD
12|             6 │ 1 1 1 1 1 1 ∙ ∙ ∙ │
13|             7 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
14|             8 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
15|             9 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
16|               └───────────────────┘
22| Leave this game? It counts as abandoned. N again or Y: yes, any other key: no.
23| N yes  Esc or any other key: no
""",
    ("lost", 80, 24): """
 0| Beginner  normal  K           ✱   6   X(   0:42                 39% ▰▰▰▰▱▱▱▱▱▱
 5|                 1 2 3 4 5 6 7 8 9
 6|               ┌───────────────────┐   Lost at    0:42.000
 7|             1 │ ∙ ∙ ∙ ∙ ∙ ⚑ ✱ ∙ ∙ │
 8|             2 │ ∙ ⚑ ⚑ 1 1 2 ∙ ∙ ∙ │      1 wrong flags
 9|             3 │ 1 2 2 1   1 ∙ ∙ ∙ │      7 mines not flagged
10|             4 │           1 ✱ ∙ ∙ │      3 right flags
11|             5 │           1 ∙ ∙ ∙ │   A known board: not ranked.
12|             6 │ 1 1 1 1 1 1 ∙ ∙ ∙ │
13|             7 │✗⚑!✸ 2 ∙ ✱ ∙ ∙ ∙ ∙ │   Seed      K7Q2-9MD
14|             8 │ ∙ ✱ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
15|             9 │ ✱ ∙ ∙ ∙ ∙ ∙ ∙ ✱ ∙ │
16|               └───────────────────┘
22| Boom: a chord at row 6 col 2 with a wrong flag. A safe move was there.
23| N new game  Shift+R same board  Z carry on (practice)  T why  Esc more  M menu
""",
}


@pytest.mark.parametrize(("case", "cols", "rows"), PICTURES)
def test_the_game_looks_as_drawn(case: str, cols: int, rows: int) -> None:
    lines = rows_of(shown(running(cols, rows), case))
    picture = [f"{number:2}|{line}" for number, line in enumerate(lines) if line]
    assert picture == PICTURES[case, cols, rows].strip("\n").split("\n")
