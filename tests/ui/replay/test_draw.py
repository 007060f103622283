"""How replays and their lists look at 20x7 and 80x24."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minesweeper.play.guesses import Guess
from minesweeper.storage.games_table import FinishedGame, finish_game
from minesweeper.ui.base.model import Model
from minesweeper.ui.replay.lists import Filter, ListPart, ReplaysScreen
from minesweeper.ui.replay.screen import open_replay
from tests.ui.driving import ASCII, board, menu, page_rows, press, work
from tests.ui.game_boards import BEGINNER


def played() -> FinishedGame:
    """A lost game with known moves: a region is opened, three flags, four opens, the last of which is a guess."""
    session = board(BEGINNER, "beginner")._replace(is_known_board=False, first=None).open_cell(36)
    for cell in (10, 11, 5):
        session = session.tick(2.5).mark(cell, question_marks=False)
    for cell, seconds in ((9, 1.25), (2, 1.25), (54, 30.0), (6, 4.0)):
        session = session.tick(seconds).open_cell(cell)
    ended = "2026-11-14T21:07:00.000Z"
    game = finish_game(session._replace(id="6f1d0c3a-0000-4000-8000-000000000000"), ended_at=ended)
    assert game is not None
    assert game.replay is not None
    return replace(game, replay=game.replay._replace(dealt=True))


def replayed(cols: int, rows: int, case: str) -> Model:
    """The list of games, the list of moves of a replay, or a replay, depending on `case`."""
    model = menu(cols, rows, looks=ASCII if cols == 20 else None)
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
    keys = {"guess": ".", "end": "end", "moves": "m"}
    return work(press(model, *keys[case].split()))


REPLAYS: dict[tuple[str, int, int], str] = {
    ("list", 20, 7): """
 0|Replays
 1|> 14 Nov Beg L  0:44
 2|  14 Nov Beg W  0:44
 3|  14 Nov Exp L 12:34
 4|  14 Nov Beg L  0:44
 6|Enter watch Esc back
""",
    ("guess", 20, 7): """
 4||[.]. . . . . . . .|
 5|needless 68% ~-63
 6|Esc back ##|------?!
""",
    ("list", 80, 24): """
 0|    Replays  ‹ all presets ›  all results  by date
 2|      when         preset       result         time 3BV/s type     category
 3|    ▌ 14 Nov 21:07 Beginner     lost       0:44.000       random
 4|      14 Nov 21:07 Beginner     won        0:44.000  0.39 random
 5|      14 Nov 21:07 Expert       lost      12:34.321       random   known
 6|      14 Nov 21:07 Beginner     lost       0:44.000       no-guess assisted
23|             Enter watch  Right preset  R result  H help  Esc back
""",
    ("end", 80, 24): """
21| 0:00 ▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰?▰▰▰▰▰│ 0:44
22| Lost after 0:44.000. R1c7 was provably a mine. R1c4-5 were safe.
23| Space play  Right step  T explain  . next guess  H help  Esc back
""",
    ("moves", 80, 24): """
 0|    Moves
 2|              time  who            what
 3|    ▌ 1   0:00.000  you            open row 5, column 1
 4|      2   0:02.500  you            flag row 2, column 2
 5|      3   0:05.000  you            flag row 2, column 3
 6|      4   0:07.500  you            flag row 1, column 6
 7|      5   0:08.750  you            open row 2, column 1
 8|      6   0:10.000  you            open row 1, column 3
 9|      7   0:40.000  you            open row 7, column 1    guess 68%  ~-63
10|      8   0:44.000  you            open row 1, column 7    mistake
23|                           Enter go  H help  Esc back
""",
}
"""Lists as they are drawn, and the rows below the board of a replay."""


@pytest.mark.parametrize(("case", "cols", "rows"), REPLAYS)
def test_replays_and_their_lists_look_as_drawn(case: str, cols: int, rows: int) -> None:
    lines = page_rows(replayed(cols, rows, case))
    first = 0 if case in ("list", "moves") else rows - 3
    picture = [f"{number:2}|{line}" for number, line in enumerate(lines) if line and number >= first]
    assert picture == REPLAYS[case, cols, rows].strip("\n").split("\n")
