"""The looks of the game as pictures, and the rules that they keep: one axis, nothing moves, at most five hints."""

from __future__ import annotations

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, tick
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.game.game_draw import game_chrome, shown_message
from tests.ui.driving import ASCII, CALM, board, cursor_to, place_of, press, rows_of, start, state_of, text_of, work
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
    keys = {"game": "", "refused": "r", "reduced": "l", "details": "i", "tip": "t", "odds": "v v"}
    return work(press(model, *keys[case].split()))


PICTURES = {
    ("tip", 20, 7): """
 0|+*7 0:42 assisted--+
 1|| . . . . . F . . .|
 2||[+]F F 1 1 2 . . .|
 3||>1 2>2 1   1 . . .|
 4|   + is safe: the
 5|  1 has its mine.
 6| T play it  . step
""",
    ("odds", 20, 7): """
 0|+*7 0:42 assisted- +
 1|| 1 2 2 1   1%3 . .|
 2||           1%4 . .|
 3||           1%3 . .|
 4|| 1[1]1 1 1 1%3 . .|
 5|   odds of a mine
 6|   elsewhere 8.7%
""",
    ("game", 40, 12): """
 0|         ╭ ✱ 7 ─── :) ── 0:42 ╮
 1|         │  ⋅ ⋅ ⋅ ⋅ ⋅ ⚑ ⋅ ⋅ ⋅ │
 2|         │  ⋅ ⚑ ⚑ 1 1 2 ⋅ ⋅ ⋅ │
 3|         │  1 2 2 1   1 ⋅ ⋅ ⋅ │
 4|         │            1 ⋅ ⋅ ⋅ │
 5|         │            1 ⋅ ⋅ ⋅ │
 6|         │  1▐1▌1 1 1 1 ⋅ ⋅ ⋅ │
 7|         │  ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ │
 8|         │  ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ │
 9|         │  ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ │
10|         ╰────────────────────╯
11| Space open  F flag  H help  Esc pause
""",
    ("tip", 80, 24): """
 0|                      ✱ 7             :)             0:42
 1|                    ╭──1───2───3───4───5───6───7───8───9──╮
 2|                  1 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⚑ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
 3|                    │▗▄▄▄▄▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
 4|                  2 │▐ ✓ ▐ ⚑ ▐ ⚑ ▐ 1   1   2   ⋅ ▐ ⋅ ▐ ⋅ ▐│
 5|                    │▐▄▄▄▟▄▄▄▟▄▄▄▟            ▄▄▄▟▄▄▄▟▄▄▄▟│
 6|                  3 │ ▸1 ▐ 2  ▸2 ▐ 1       1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
 7|                    │ ▄▄▄▟    ▄▄▄▟            ▄▄▄▟▄▄▄▟▄▄▄▟│
 8|                  4 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
 9|                    │                         ▄▄▄▟▄▄▄▟▄▄▄▟│
10|                  5 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
11|                    │                         ▄▄▄▟▄▄▄▟▄▄▄▟│
12|                  6 │  1   1   1   1   1   1   ⋅ ▐ ⋅ ▐ ⋅ ▐│
13|                    │                         ▄▄▄▟▄▄▄▟▄▄▄▟│
14|                  7 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
15|                    │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
16|                  8 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
17|                    │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
18|                  9 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
19|                    │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
20|                    ╰─────────────────────────────────────╯
21|           R2c1 is safe. The 1 at r3c1 has its mine at r2c2, so its
22|             other cell is safe. (The 2 at r3c3 proves that mine.)
23|                 T play it  . step  Space open  F flag  H help
""",
    ("details", 80, 24): """
 0|        ✱ 7             :)             0:42
 1|      ╭──1───2───3───4───5───6───7───8───9──╮   Beginner
 2|    1 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⚑ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│   known board
 3|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
 4|    2 │  ⋅ ▐ ⚑ ▐ ⚑ ▐ 1   1   2   ⋅ ▐ ⋅ ▐ ⋅ ▐│   Board     9x9, 10 mines
 5|      │ ▄▄▄▟▄▄▄▟▄▄▄▟            ▄▄▄▟▄▄▄▟▄▄▄▟│   Opened    27 of 71, 38%
 6|    3 │  1   2   2   1       1   ⋅ ▐ ⋅ ▐ ⋅ ▐│   Flags     3
 7|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│   Cursor    r6c2
 8|    4 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│   Clicks    1 left, 3 right
 9|      │                         ▄▄▄▟▄▄▄▟▄▄▄▟│             0 chords
10|    5 │                      1   ⋅ ▐ ⋅ ▐ ⋅ ▐│   Live      ~0.02 3BV/s
11|      │    ▗▄▄▄▄                ▄▄▄▟▄▄▄▟▄▄▄▟│
12|    6 │  1 ▐ 1 ▐ 1   1   1   1   ⋅ ▐ ⋅ ▐ ⋅ ▐│   Seed      K7Q2-9MD
13|      │    ▐▄▄▄▟                ▄▄▄▟▄▄▄▟▄▄▄▟│
14|    7 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
15|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
16|    8 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
17|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
18|    9 │  ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐ ⋅ ▐│
19|      │ ▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟▄▄▄▟│
20|      ╰─────────────────────────────────────╯
23|   Space open  F flag  T tip  H help  Esc pause
""",
}


@pytest.mark.parametrize(("case", "cols", "rows"), PICTURES)
def test_the_game_looks_as_drawn(case: str, cols: int, rows: int) -> None:
    lines = rows_of(shown(running(cols, rows), case))
    picture = [f"{number:2}|{line}" for number, line in enumerate(lines) if line]
    assert picture == PICTURES[case, cols, rows].strip("\n").split("\n")


def test_a_sentence_that_names_cells_brings_the_numbers_and_nothing_moves() -> None:
    model = cursor_to(running(80, 24), 8, 8)
    for key in ("t", "g", "p", ":"):
        told = work(press(model, key))
        assert shown_message(state_of(told), told, state_of(told).view(told)).names_cells
        assert "5" in rows_of(told)[1]
        assert rows_of(told)[2].split()[0] == "1"
        assert place_of(told, 0, 0) == place_of(model, 0, 0)
        assert "5" not in rows_of(press(told, "P" if key == "p" else "esc"))[1]
    odds = work(press(model, "v", "v"))
    assert "Elsewhere" in text_of(odds)
    assert "5" not in rows_of(odds)[1]


def test_what_is_proved_stays_in_view_under_a_tip() -> None:
    model = work(press(running(80, 24), "v"))
    told = work(press(model, "t"))
    assert text_of(model).count("\u2713") == text_of(told).count("\u2713") > 1


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_strip_board_sentence_and_key_bar_have_one_axis(size: tuple[int, int]) -> None:
    model = work(press(running(*size), "t"))
    geometry, rows = state_of(model).geometry(model), rows_of(model)
    axis = 2 * geometry.frame.left + geometry.frame.width
    below = [row for row in rows[geometry.below :] if row]
    assert len(below) in (2, 3)
    for row in below:
        assert abs(len(row) + len(row) - len(row.lstrip()) - axis) <= 1
    face = rows[geometry.strip.top].index(":)")
    assert abs(2 * face + 2 - axis) <= 1


def test_the_sentence_has_lines_of_about_equal_length_and_lies_over_no_cell() -> None:
    model = work(press(running(80, 24), "t"))
    lines = game_chrome(state_of(model), model).lines
    assert len(lines) == 2
    assert abs(len(lines[0]) - len(lines[1])) < 12
    assert game_chrome(state_of(model), model).last == 22


def hints(model: Model) -> str:
    return rows_of(model)[-1].strip()


def test_the_key_bar_has_at_most_five_hints_with_the_one_that_leads_on_first() -> None:
    fresh = start(new_session(BoardSpec(9, 9, 10), "beginner"))
    model = running(80, 24)
    assert hints(fresh) == "Space open  Arrows move  H help"
    assert hints(model) == "Space open  F flag  T tip  H help  Esc pause"
    assert hints(running(40, 12)) == "Space open  F flag  H help  Esc pause"
    tip = work(press(model, "t"))
    assert hints(tip) == "T play it  . step  Space open  F flag  H help"
    assert hints(press(tip, ".")) == ". step  , back  T play it  Space open  H help"
    assert hints(work(press(model, "g"))) == "G play it  Space open  F flag  H help"
    assert hints(work(press(model, "v"))) == "V show odds  T tip  Space open  F flag  H help"
    assert hints(work(press(model, "v", "v"))) == "V hide  T tip  Space open  F flag  H help"
    asked = work(press(cursor_to(model, 8, 8), "p"))
    assert hints(asked) == "P try a mine  Shift+P clear  Space open  F flag  H help"


def test_a_game_that_refuses_help_has_no_hint_of_a_tip() -> None:
    session = board(BEGINNER, "beginner")._replace(known=False)
    model = press(cursor_to(start(session, settings=CALM.with_value("help_keys", "off")), 4, 0), "space")
    assert hints(model) == "Space open  F flag  H help  Esc pause"
