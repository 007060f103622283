"""Each look of the game and of replays as a picture, at 20x7 and at 80x24; the board is that of the drawn screens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minesweeper.finished import FinishedGame, Guess, finish_game
from minesweeper.running import RunningGame
from minesweeper.ui.model import Looks, Model, tick
from minesweeper.ui.screens.game import start_game
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.screens.replay import open_replay
from minesweeper.ui.screens.replays_list import Filter, Part, ReplaysScreen
from tests.ui.driving import ASCII, CALM, board, cursor_to, press, rows_of, start, work

MOCK = """
12211**1.
1**11221.
1221.111.
.....1*1.
.....111.
111111...
2*21*1...
3*2111111
*21...1*1
"""


def running(cols: int, rows: int) -> Model:
    """The board as drawn: the region open, three flags, the cursor on a 1, 42 seconds played."""
    looks = ASCII if cols == 20 else Looks()
    session = replace(board(MOCK, "beginner"), seed="K7Q2-9MD")
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
 1|| 1 2 2 1   1 . . .|
 2||           1 . . .|
 3||           1 . . .|
 4|This 1 has 0 of its
 5|1 flag: a chord
 6|needs exactly 1.
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
 1|| 1 2 2 1   1.3 . .|
 2||           1.4 . .|
 3||           1.3 . .|
 4|| 1[1]1 1 1 1.3 . .|
 5|odds of a mine
 6|elsewhere 8.7%
""",
    ("new game?", 20, 7): """
 0|+*7 0:42 K 38% - - +
 1|| 1 2 2 1   1 . . .|
 2||           1 . . .|
 3|Leave this game? It
 4|counts as abandoned.
 5|N again: yes, any
 6|other key: no.
""",
    ("lost", 20, 7): """
 0|+*6 0:42 X( K 39%- +
 1||           1 * . .|
 2|Boom: a chord at row
 3|6 col 2 with a wrong
 4|flag. A safe move
 5|was there: T.
 6|N new game  X more
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
23| H help  R open  F flag  X pause  C complete  T tip  G guess  V odds  K solver
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
23| H help  R open  F flag  X pause  C complete  T tip  G guess  V odds  K solver
""",
    ("reduced", 80, 24): """
 0| Beginner  normal  K  L        ✱   7   :)   0:42                 38% ▰▰▰▰▱▱▱▱▱▱
 5|                 1 2 3 4 5 6 7 8 9
 6|               ┌───────────────────┐   Reduced view
 7|             1 │     ∙ ∙ ∙ ⚑ ∙     │
 8|             2 │ ∙ ⚑ ⚑ 0 0 1 ∙     │   1    mines still to find
 9|             3 │ 0 0       1 ∙     │        around this number
10|             4 │           1 ∙     │   0    the rest is free:
11|             5 │           1 ∙     │        R on it opens them
12|             6 │ 1 1 1 1 1 1 ∙     │   -1   one flag too many
13|             7 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙     │   ⚑    flag, dimmed
14|             8 │                   │
15|             9 │                   │   L    full view
16|               └───────────────────┘
23| H help  R open  F flag  X pause  C complete  T tip  G guess  V odds  K solver
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
23| H help  R open  F flag  X pause  C complete  T make the move  G guess  V odds
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
23| H help  R open  F flag  V no odds  X pause  C complete  T tip  G guess
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
22| Leave this game? It counts as abandoned. N again: yes, any other key: no.
23| N yes  X or any other key: no
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
22| Boom: a chord at row 6 col 2 with a wrong flag. A safe move was there: T.
23| N new game  A same board again  Z carry on (practice)  T why  X more  M menu
""",
}


@pytest.mark.parametrize(("case", "cols", "rows"), PICTURES)
def test_the_game_looks_as_drawn(case: str, cols: int, rows: int) -> None:
    lines = rows_of(shown(running(cols, rows), case))
    picture = [f"{number:2}|{line}" for number, line in enumerate(lines) if line]
    assert picture == PICTURES[case, cols, rows].strip("\n").split("\n")


def played() -> FinishedGame:
    """The board as drawn: opened, three flags, four moves, of which the last is a lost guess."""
    session = replace(board(MOCK, "beginner"), known=False, first=None).open_cell(36)
    for cell in (10, 11, 5):
        session = session.tick(2.5).mark(cell, question_marks=False)
    for cell, seconds in ((9, 1.25), (2, 1.25), (54, 30.0), (6, 4.0)):
        session = session.tick(seconds).open_cell(cell)
    ended = "2026-11-14T21:07:00.000Z"
    game = finish_game(RunningGame(session, "6f1d0c3a-0000-4000-8000-000000000000"), ended_at=ended)
    assert game is not None
    assert game.replay is not None
    return replace(game, replay=replace(game.replay, dealt=True))


def replayed(cols: int, rows: int, case: str) -> Model:
    """A replay, the list of its moves, or the list of games."""
    model = Model(rows, cols, (open_menu(),), CALM, looks=ASCII if cols == 20 else Looks())
    if case == "list":
        game = replace(played(), replay=None)
        games = [
            game,
            replace(game, result="won", guesses=()),
            replace(game, level="expert", known=True, time_ms=754_321),
        ]
        games.append(replace(games[0], mode="no-guess", helpers=("tip",), guesses=(Guess(1, 0.5, True),) * 12))
        part = Part(Filter(), len(games), 0, tuple(games), 1_794_820_353.0)
        return model.push(ReplaysScreen(part))
    model = work(model.push(open_replay(played(), model, "14 Nov 21:07", start_game, is_kept=True)))
    keys = {"replay": "", "guess": ".", "end": "end", "odds": ". v v", "moves": "m"}
    return work(press(model, *keys[case].split()))


REPLAYS: dict[tuple[str, int, int], str] = {
    ("list", 20, 7): """
 0|Replays
 1|> 14 Nov Beg L 0:44
 2|  14 Nov Beg W 0:44
 3|  14 Nov Exp L 12:34
 4|  14 Nov Beg L 0:44
 6|Enter watch  H help
""",
    ("replay", 20, 7): """
 0|+1/8 0:00 || - - - +
 1|| . . . . . . . . .|
 2|| . . . . . . . . .|
 3|| . . . . . . . . .|
 4||[.]. . . . . . . .|
 5|open r5 c1
 6||----------------?-!
""",
    ("guess", 20, 7): """
 0|+7/8 0:10 || - - - +
 1||           1 . . .|
 2||           1 . . .|
 3|| 1 1 1 1 1 1 . . .|
 4||[.]. . . . . . . .|
 5|open r7 c1: 68%
 6|====|------------?-!
""",
    ("odds", 20, 7): """
 0|+7/8 0:10 || - - - +
 1||           1.4 . .|
 2||           1.3 . .|
 3|| 1 1 1 1 1 1.3 . .|
 4||.7.3 +.7.3 +.0 . .|
 5|open r7 c1: 68%
 6|====|------------?-!
""",
    ("end", 20, 7): """
 0|+8/8 0:44 ||-------+
 1|| . . 2 . . F!*]. .|
 2|| 1 F F 1 1 2 . . .|
 3|| 1 2 2 1   1 . . .|
 4||           1 * . .|
 5|lost 0:44.000: 100%
 6|=================?=|
""",
    ("moves", 20, 7): """
 0|Moves            1/8
 1|> 1   open r5 c1
 2|  2   flag r2 c2
 3|  3   flag r2 c3
 4|  4   flag r1 c6
 5|  5   open r2 c1
 6|0:00.000 0.0 cells
""",
    ("list", 80, 24): """
 0| Replays  < all levels >  all results
 2| ▸ 14 Nov 21:07  Beginner     lost       0:44.000  normal
 3|   14 Nov 21:07  Beginner     won        0:44.000  normal            guesses 0
 4|   14 Nov 21:07  Expert       lost      12:34.321  normal   known
 5|   14 Nov 21:07  Beginner     lost       0:44.000  no-guess assisted guesses 12
23| Enter watch  Right level  R result  E export  Delete delete  Esc back  H help
""",
    ("replay", 80, 24): """
 0| Replay  Beginner  normal      ✱  10   :)   0:00                  0% ▱▱▱▱▱▱▱▱▱▱
 4|                 1 2 3 4 5 6 7 8 9
 5|               ┌───────────────────┐   14 Nov 21:07   lost 0:44
 6|             1 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
 7|             2 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │   Step      1 of 8
 8|             3 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │   Move      open row 5 col 1
 9|             4 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
10|             5 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │   Guesses in this game
11|             6 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │     step 7     68%
12|             7 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │     step 8    100%  boom
13|             8 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
14|             9 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │   Speed     1x
15|               └───────────────────┘
16|                                       Game id   6f1d0c3a
18|                                       E  export
19|                                       R  play this board
20|                                       V  odds on the board
21| 0:00 |------------------------------------------------------------?-----✸ 0:44
22| Step 1: open row 5 col 1.
23| Space play  Right step  Left back  . guess  V odds  M moves  Esc leave  H help
""",
    ("guess", 80, 24): """
 0| Replay  Beginner  normal      ✱   7   :)   0:10                 40% ▰▰▰▰▱▱▱▱▱▱
 4|                 1 2 3 4 5 6 7 8 9
 5|               ┌───────────────────┐   14 Nov 21:07   lost 0:44
 6|             1 │ ∙ ∙ 2 ∙ ∙ ⚑ ∙ ∙ ∙ │
 7|             2 │ 1 ⚑ ⚑ 1 1 2 ∙ ∙ ∙ │   Step      7 of 8
 8|             3 │ 1 2 2 1   1 ∙ ∙ ∙ │   Move      open row 7 col 1
 9|             4 │           1 ∙ ∙ ∙ │   Odds      68%, needless
10|             5 │           1 ∙ ∙ ∙ │   Best was  r7 c3, safe
11|             6 │ 1 1 1 1 1 1 ∙ ∙ ∙ │   Cost      67.7% more risk
12|             7 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │
13|             8 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │   Guesses in this game
14|             9 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │   ▸ step 7     68%
15|               └───────────────────┘     step 8    100%  boom
17|                                       3BV/s     0.30 so far
18|                                       Speed     1x
20|                                       Game id   6f1d0c3a
21| 0:00 ===============|---------------------------------------------?-----✸ 0:44
22| Step 7: a guess, 68% a mine, and none was needed: row 7 col 3, safe.
23| Space play  Right step  Left back  . guess  V odds  M moves  Esc leave  H help
""",
    ("odds", 80, 24): """
 0| Replay  Beginner  normal      ✱   7   :)   0:10                 40% ▰▰▰▰▱▱▱▱▱▱
 4|                 1 2 3 4 5 6 7 8 9
 5|               ┌───────────────────┐   14 Nov 21:07   lost 0:44
 6|             1 │ ✓ ✓ 2 ✓ ✓ ⚑35 ∙ ∙ │
 7|             2 │ 1 ⚑ ⚑ 1 1 232 ∙ ∙ │   Step      7 of 8
 8|             3 │ 1 2 2 1   132 ∙ ∙ │   Move      open row 7 col 1
 9|             4 │           135 ∙ ∙ │   Odds      68%, needless
10|             5 │           132 ∙ ∙ │   Best was  r7 c3, safe
11|             6 │ 1 1 1 1 1 132 ∙ ∙ │   Cost      67.7% more risk
12|             7 │6832 ✓6832 ✓ 3 ∙ ∙ │
13|             8 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │   Guesses in this game
14|             9 │ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │   ▸ step 7     68%
15|               └───────────────────┘     step 8    100%  boom
17|                                       3BV/s     0.30 so far
18|                                       Speed     1x
20|                                       Game id   6f1d0c3a
21| 0:00 ===============|---------------------------------------------?-----✸ 0:44
22| Row 7 col 1: 67.7% a mine. Elsewhere 9.3%. 6 cells are proved safe.
23| Space play  Right step  Left back  . guess  V odds  M moves  Esc leave  H help
""",
    ("end", 80, 24): """
 0| Replay  Beginner  normal      ✱   7   X(   0:44                 42% ▰▰▰▰▱▱▱▱▱▱
 4|                 1 2 3 4 5 6 7 8 9
 5|               ┌───────────────────┐   14 Nov 21:07   lost 0:44
 6|             1 │ ∙ ∙ 2 ∙ ∙ ⚑!✸ ∙ ∙ │
 7|             2 │ 1 ⚑ ⚑ 1 1 2 ∙ ∙ ∙ │   Step      8 of 8
 8|             3 │ 1 2 2 1   1 ∙ ∙ ∙ │
 9|             4 │           1 ✱ ∙ ∙ │   Guesses in this game
10|             5 │           1 ∙ ∙ ∙ │     step 7     68%
11|             6 │ 1 1 1 1 1 1 ∙ ∙ ∙ │     step 8    100%  boom
12|             7 │ 2 ✱ ∙ ∙ ✱ ∙ ∙ ∙ ∙ │
13|             8 │ ∙ ✱ ∙ ∙ ∙ ∙ ∙ ∙ ∙ │   3BV/s     0.09 so far
14|             9 │ ✱ ∙ ∙ ∙ ∙ ∙ ∙ ✱ ∙ │   Speed     1x
15|               └───────────────────┘
16|                                       Game id   6f1d0c3a
18|                                       E  export
19|                                       R  play this board
20|                                       V  odds on the board
21| 0:00 =============================================================?=====| 0:44
22| The end: lost after 0:44.000 by opening what was provably a mine.
23| Space play  Right step  Left back  . guess  V odds  M moves  Esc leave  H help
""",
    ("moves", 80, 24): """
 0| Moves, with the distance from the one before
 2| ▸    1   0:00.000  open row 5 col 1             0.0 cells
 3|      2   0:02.500  flag row 2 col 2             3.2 cells
 4|      3   0:05.000  flag row 2 col 3             1.0 cells
 5|      4   0:07.500  flag row 1 col 6             3.2 cells
 6|      5   0:08.750  open row 2 col 1             5.1 cells
 7|      6   0:10.000  open row 1 col 3             2.2 cells
 8|      7   0:40.000  open row 7 col 1             6.3 cells  guess 68%
 9|      8   0:44.000  open row 1 col 7             8.5 cells  guess 100%
23| Enter go  Esc back  H help
""",
}


@pytest.mark.parametrize(("case", "cols", "rows"), REPLAYS)
def test_replays_look_as_drawn(case: str, cols: int, rows: int) -> None:
    lines = rows_of(replayed(cols, rows, case))
    picture = [f"{number:2}|{line}" for number, line in enumerate(lines) if line]
    assert picture == REPLAYS[case, cols, rows].strip("\n").split("\n")
