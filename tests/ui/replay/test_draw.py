"""Each look of a replay as a picture, at 20x7 and at 80x24; the board is that of the drawn screens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minesweeper.core.specs import BoardSpec
from minesweeper.play.review import Guess
from minesweeper.play.session import new_session
from minesweeper.storage.finished import FinishedGame, finish_game
from minesweeper.storage.saves import RunningGame
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.replay.lists import Filter, ListPart, ReplaysScreen
from minesweeper.ui.replay.screen import open_replay
from minesweeper.ui.screens.menu import open_menu
from tests.ui.driving import ASCII, CALM, board, press, rows_of, work
from tests.ui.game_boards import BEGINNER


def played() -> FinishedGame:
    """The board as drawn: opened, three flags, four moves, of which the last is a lost guess."""
    session = board(BEGINNER, "beginner")._replace(known=False, first=None).open_cell(36)
    for cell in (10, 11, 5):
        session = session.tick(2.5).mark(cell, question_marks=False)
    for cell, seconds in ((9, 1.25), (2, 1.25), (54, 30.0), (6, 4.0)):
        session = session.tick(seconds).open_cell(cell)
    ended = "2026-11-14T21:07:00.000Z"
    game = finish_game(RunningGame(session, "6f1d0c3a-0000-4000-8000-000000000000"), ended_at=ended)
    assert game is not None
    assert game.replay is not None
    return replace(game, replay=game.replay._replace(dealt=True))


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
        part = ListPart(Filter(), len(games), 0, tuple(games), 1_794_820_353.0)
        return model.push(ReplaysScreen(part))
    model = work(open_replay(model, played(), "14 Nov 21:07", is_kept=True))
    keys = {"replay": "", "guess": ".", "end": "end", "odds": ". v v", "moves": "m"}
    return work(press(model, *keys[case].split()))


REPLAYS: dict[tuple[str, int, int], str] = {
    ("list", 20, 7): """
 0|Replays
 1|> 14 Nov Beg L 0:44
 2|  14 Nov Beg W 0:44
 3|  14 Nov Exp L 12:34
 4|  14 Nov Beg L 0:44
 6|Enter show  Esc back
""",
    ("replay", 20, 7): """
 0|+1/8 0:00 || - - - +
 1|| . . . . . . . . .|
 2|| . . . . . . . . .|
 3|| . . . . . . . . .|
 4||[.]. . . . . . . .|
 5|open r5 c1
 6|Esc leave |-------?!
""",
    ("guess", 20, 7): """
 0|+7/8 0:10 || - - - +
 1||           1 . . .|
 2||           1 . . .|
 3||>1>1 1 1 1 1 . . .|
 4||[.]. + . . . . . .|
 5|needless 68% ~-63
 6|Esc leave ==|-----?!
""",
    ("odds", 20, 7): """
 0|+7/8 0:10 || - - - +
 1||           1%4 . .|
 2||           1%3 . .|
 3|| 1 1 1 1 1 1%3 . .|
 4||%7%3 +%7%3 +<1 . .|
 5|needless 68% ~-63
 6|Esc leave ==|-----?!
""",
    ("end", 20, 7): """
 0|+8/8 0:44 ||-------+
 1|| . . 2 . . F[#]. .|
 2|| 1 F F 1 1 2 + . .|
 3|| 1 2 2 1  >1 + . .|
 4||           1 * . .|
 5|lost 0:44.000: mine
 6|Esc leave ========?|
""",
    ("moves", 20, 7): """
 0|Moves            1/8
 1|> 1   open r5 c1
 2|  2   flag r2 c2
 3|  3   flag r2 c3
 4|  4   flag r1 c6
 5|0:00.000 0.0 cells
 6|Enter go  Esc back
""",
    ("list", 80, 24): """
 0| Replays  < all presets >  all results  by date
 2|   when         preset       result         time 3BV/s boards   counts as guess
 3| ▌ 14 Nov 21:07 Beginner     lost       0:44.000       normal
 4|   14 Nov 21:07 Beginner     won        0:44.000  0.39 normal                 0
 5|   14 Nov 21:07 Expert       lost      12:34.321       normal   known
 6|   14 Nov 21:07 Beginner     lost       0:44.000       no-guess assisted     12
23| Enter show  Right preset  R result  O sort  E export  Delete  Esc back  H help
""",
    ("replay", 80, 24): """
 0| Replay  Beginner  normal    ▐ ✱  10   :)   0:00 ▌                0% ▱▱▱▱▱▱▱▱▱▱
 4|             1  2  3  4  5  6  7  8  9
 5|           ╭───────────────────────────╮   14 Nov 21:07   lost 0:44
 6|         1 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │
 7|         2 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │   Step      1 of 8
 8|         3 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │   Move      open row 5 col 1
 9|         4 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │
10|         5 │▐⋅▌ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │   Guesses and mistakes
11|         6 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │     step 7     68%  ~-63
12|         7 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │     step 8    mine  boom
13|         8 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │   Skill ~34%   survival 32%
14|         9 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │
15|           ╰───────────────────────────╯   Speed     1x
17|                                           Game id   6f1d0c3a
19|                                           E  export
20|                                           R  play this board
21| 0:00 |------------------------------------------------------------?-----✸ 0:44
22| Step 1: open row 5 col 1.
23| Space play  Right step  Left back  . guess  V safe  M moves  Esc leave  H help
""",
    ("guess", 80, 24): """
 0| Replay  Beginner  normal    ▐ ✱   7   :)   0:10 ▌               40% ▰▰▰▰▱▱▱▱▱▱
 4|             1  2  3  4  5  6  7  8  9
 5|           ╭───────────────────────────╮   14 Nov 21:07   lost 0:44
 6|         1 │ ⋅  ⋅  2  ⋅  ⋅  ⚑  ⋅  ⋅  ⋅ │
 7|         2 │ 1  ⚑  ⚑  1  1  2  ⋅  ⋅  ⋅ │   Step      7 of 8
 8|         3 │ 1  2  2  1     1  ⋅  ⋅  ⋅ │   Move      open row 7 col 1
 9|         4 │                1  ⋅  ⋅  ⋅ │   Odds      68%, needless
10|         5 │                1  ⋅  ⋅  ⋅ │   Best was  r7 c3, safe
11|         6 │▸1 ▸1  1  1  1  1  ⋅  ⋅  ⋅ │   Gave away about 63 points
12|         7 │▐⋅▌ ⋅  ✓  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │   Row 7 col 3 was safe: the
13|         8 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │   1 at row 6 col 1 has its
14|         9 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │   mine in cells that the 1
15|           ╰───────────────────────────╯   at row 6 col 2 sees too,
16|                                           so that one has none left
17|                                           for it.
19|                                           Guesses and mistakes
20|                                           ▸ step 7     68%  ~-63
21| 0:00 ===============|---------------------------------------------?-----✸ 0:44
22| Step 7: a needless guess, gave away about 63 points: row 7 col 3 was safe.
23| Space play  Right step  Left back  . guess  V safe  M moves  Esc leave  H help
""",
    ("odds", 80, 24): """
 0| Replay  Beginner  normal    ▐ ✱   7   :)   0:10 ▌               40% ▰▰▰▰▱▱▱▱▱▱
 4|             1  2  3  4  5  6  7  8  9
 5|           ╭───────────────────────────╮   14 Nov 21:07   lost 0:44
 6|         1 │ ✓  ✓  2  ✓  ✓  ⚑ 35  ⋅  ⋅ │
 7|         2 │ 1  ⚑  ⚑  1  1  2 32  ⋅  ⋅ │   Step      7 of 8
 8|         3 │ 1  2  2  1     1 32  ⋅  ⋅ │   Move      open row 7 col 1
 9|         4 │                1 35  ⋅  ⋅ │   Odds      68%, needless
10|         5 │                1 32  ⋅  ⋅ │   Best was  r7 c3, safe
11|         6 │ 1  1  1  1  1  1 32  ⋅  ⋅ │   Gave away about 63 points
12|         7 │68 32  ✓ 68 32  ✓  3  ⋅  ⋅ │   Row 7 col 3 was safe: the
13|         8 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │   1 at row 6 col 1 has its
14|         9 │ ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │   mine in cells that the 1
15|           ╰───────────────────────────╯   at row 6 col 2 sees too,
16|                                           so that one has none left
17|                                           for it.
19|                                           Guesses and mistakes
20|                                           ▸ step 7     68%  ~-63
21| 0:00 ===============|---------------------------------------------?-----✸ 0:44
22| Row 7 col 1: 67.7% a mine. Elsewhere 9.3%. 6 cells are proved safe.
23| Space play  Right step  Left back  . guess  V off  M moves  Esc leave  H help
""",
    ("end", 80, 24): """
 0| Replay  Beginner  normal    ▐ ✱   7   X(   0:44 ▌               42% ▰▰▰▰▱▱▱▱▱▱
 4|             1  2  3  4  5  6  7  8  9
 5|           ╭───────────────────────────╮   14 Nov 21:07   lost 0:44
 6|         1 │ ⋅  ⋅  2  ⋅  ⋅  ⚑ ▐✸▌ ⋅  ⋅ │
 7|         2 │ 1  ⚑  ⚑  1  1  2  ✓  ⋅  ⋅ │   Step      8 of 8
 8|         3 │ 1  2  2  1    ▸1  ✓  ⋅  ⋅ │   Row 2-3 col 7 were safe:
 9|         4 │                1  ✱  ⋅  ⋅ │   the 1 at row 3 col 6 has
10|         5 │               ▸1  ⋅  ⋅  ⋅ │   its mine at row 4 col 7,
11|         6 │▸1  1 ▸1 ▸1  1 ▸1  ⋅  ⋅  ⋅ │   so its other cells are
12|         7 │ 2  ✱  ⋅  ⋅  ✱  ⋅  ⋅  ⋅  ⋅ │   free. (5 clues prove that
13|         8 │ ⋅  ✱  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅ │   mine.)
14|         9 │ ✱  ⋅  ⋅  ⋅  ⋅  ⋅  ⋅  ✱  ⋅ │
15|           ╰───────────────────────────╯   Guesses and mistakes
16|                                             step 7     68%  ~-63
17|                                             step 8    mine  boom
18|                                           Skill ~34%   survival 32%
20|                                           3BV/s     0.09 so far
21| 0:00 =============================================================?=====| 0:44
22| The end: lost after 0:44.000 by opening what was provably a mine.
23| Space play  Right step  Left back  . guess  V safe  M moves  Esc leave  H help
""",
    ("moves", 80, 24): """
 0| Moves, with the distance from the one before
 2| ▌    1   0:00.000  open row 5 col 1             0.0 cells
 3|      2   0:02.500  flag row 2 col 2             3.2 cells
 4|      3   0:05.000  flag row 2 col 3             1.0 cells
 5|      4   0:07.500  flag row 1 col 6             3.2 cells
 6|      5   0:08.750  open row 2 col 1             5.1 cells
 7|      6   0:10.000  open row 1 col 3             2.2 cells
 8|      7   0:40.000  open row 7 col 1             6.3 cells  guess 68%  ~-63
 9|      8   0:44.000  open row 1 col 7             8.5 cells  mistake
23| Enter go  Esc back  H help
""",
}


@pytest.mark.parametrize(("case", "cols", "rows"), REPLAYS)
def test_replays_look_as_drawn(case: str, cols: int, rows: int) -> None:
    lines = rows_of(replayed(cols, rows, case))
    picture = [f"{number:2}|{line}" for number, line in enumerate(lines) if line]
    assert picture == REPLAYS[case, cols, rows].strip("\n").split("\n")


def test_odds_tell_the_steps_of_their_tint_below_a_board_without_a_panel() -> None:
    session = new_session(BoardSpec(30, 16, 99), "expert", "s").open_cell(200).give_up()
    game = finish_game(RunningGame(session))
    assert game is not None
    replay = work(open_replay(Model(24, 80, (open_menu(),), CALM), game, "14 Nov", is_kept=False))
    legend = " Odds of a mine  to 10%   to 20%   to 35%   to 60%   over  ✓ safe ✱ mine"
    assert rows_of(work(press(replay, "right", "v", "v")))[20] == legend
    assert rows_of(work(press(replay, "right", "v")))[20] == ""
