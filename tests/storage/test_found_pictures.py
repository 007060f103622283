"""Pictures as others draw them: any position in any of the styles is read back; each form, and what can't be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.pictures import PictureError, read_picture
from minesweeper.core.position import Position, read_position
from minesweeper.core.printing import Paper, bands, number_rows
from minesweeper.plain.output import board_lines
from minesweeper.storage.found_pictures import find_picture
from minesweeper.storage.position_files import ReadPosition, read_puzzle
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.glyphs import Looks
from tests.plain.lines import play
from tests.plain.lines import start as start_lines
from tests.strategies import cell_sets, positions
from tests.ui.driving import CALM, board, cursor_to, press, rows_of, start, state_of
from tests.ui.game_boards import BEGINNER

Signs = list[list[str]]
"""The sign of each cell, row by row."""


def signs_of(position: Position, flags: CellSet, hidden: str, empty: str, flag: str, mine: str) -> Signs:
    """What stands in each cell, in the signs of somebody."""
    grid = position.grid
    rows = position.to_picture().replace("*", mine).replace("#", hidden) if hidden != "." else ""
    picture = rows or position.to_picture().replace(".", "0").replace("#", ".").replace("*", mine)
    found = [list(row) for row in picture.split("\n")]
    for cell in range(grid.size):
        row, col = grid.row_col(cell)
        if position.opened >> cell & 1 and not position.clue(cell):
            found[row][col] = empty
        elif flags >> cell & 1:
            found[row][col] = flag
    return found


def framed(lines: list[str], corners: str, edge: str, side: str) -> str:
    width = max(map(len, lines))
    top, bottom = (corners[n] + edge * width + corners[n + 1] for n in (0, 2))
    return "\n".join([top, *(f"{side}{line.ljust(width)}{side}" for line in lines), bottom])


def numbered(rows: Signs) -> str:
    """As this program prints boards, with the numbers of rows and columns."""
    position = read_position("\n".join("." * len(row) for row in rows), 0)
    window = next(bands(position.grid, Paper()))
    return "\n".join(number_rows(position.grid, window, ["".join(row) for row in rows], Paper()))


def ruled(rows: Signs) -> str:
    rule = f"+{'---+' * len(rows[0])}"
    return "\n".join([rule, *(f"|{'|'.join(f' {sign} ' for sign in row)}|\n{rule}" for row in rows)])


ASCII_FRAME, BOX, DOUBLE = ("++++", "-", "|"), ("╭╮╰╯", "─", "│"), ("╔╗╚╝", "═", "║")
CLOSE: dict[str, Callable[[Signs], str]] = {
    "close": lambda rows: "\n".join(map("".join, rows)),
    "with blanks": lambda rows: "\n".join(map(" ".join, rows)),
    "with numbers": numbered,
    "quoted": lambda rows: "\n".join(f"> {' '.join(row)}" for row in rows),
    "in a fence": lambda rows: "\n".join(["Look:", "```text", *map("".join, rows), "```", "What now?"]),
    "close in a frame": lambda rows: framed(list(map("".join, rows)), *ASCII_FRAME),
    "close in a box": lambda rows: framed(list(map("".join, rows)), *BOX),
}
"""Styles in which every cell has a sign."""
OPEN: dict[str, Callable[[Signs], str]] = {
    "close with blanks in a box": lambda rows: framed(list(map("".join, rows)), *BOX),
    "with bars": lambda rows: "\n".join(f"|{'|'.join(row)}|" for row in rows),
    "as a table": lambda rows: "\n".join(f"| {' | '.join(row)} |" for row in rows),
    "ruled": ruled,
    "in a frame": lambda rows: framed([" ".join(row) for row in rows], *ASCII_FRAME),
    "in a box": lambda rows: framed([f" {' '.join(row)} " for row in rows], *BOX),
    "in a double box": lambda rows: framed([" ".join(row) for row in rows], *DOUBLE),
    "between sides": lambda rows: "\n".join(f"| {' '.join(row)} |" for row in rows),
    "as on the screen": lambda rows: framed(["".join(f" {sign}" for sign in row) for row in rows], *BOX),
    "with a margin": lambda rows: framed([f" {''.join(f' {sign}' for sign in row)} " for row in rows], *BOX),
}
"""Styles in which an empty cell may be blank."""


@st.composite
def drawn(draw: st.DrawFn) -> tuple[Position, CellSet, str]:
    """A position with flags, and somebody's drawing of it."""
    position = draw(positions(max_side=6))
    flags = draw(cell_sets(position.grid)) & draw(cell_sets(position.grid)) & position.hidden & ~position.given
    name = draw(st.sampled_from([*CLOSE, *OPEN]))
    hidden = draw(st.sampled_from(["#", "-", "?", "_", "■", "□", "."]))
    has_empty = any(not position.clue(cell) for cell in cells_of(position.opened))
    if hidden == "." and flags | position.given and not has_empty:
        hidden = "#"  # nothing tells that the dots are not the empty cells
    if hidden in "-_" and position.grid.height == 1 and not position.opened:
        hidden = "#"  # a stroke, as before a signature
    blank = [" "] if name in OPEN else []
    if hidden == "." or flags | position.given == position.hidden:
        empty = draw(st.sampled_from(["0", *blank])) if hidden == "." else "0"
    else:
        empty = draw(st.sampled_from([".", "0", *blank]))
    # Close together, an x may be a mark before the next sign.
    flag, mine = (
        draw(st.sampled_from("FPX⚑🚩" if name.startswith("close with") else "FPxX⚑🚩")),
        draw(st.sampled_from("*M💣")),
    )
    text = (CLOSE | OPEN)[name](signs_of(position, flags, hidden, empty, flag, mine))
    after = draw(st.sampled_from(["", "\n", "\n\nThanks for any help!", "\n\n(9 mines left)"]))
    before = draw(st.sampled_from(["", "Who can solve this?\n\n"]))
    return position, flags, f"{before}{text}{after}".replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


@settings(max_examples=500)
@given(drawn())
def test_a_position_drawn_in_any_style_is_read_back(case: tuple[Position, CellSet, str]) -> None:
    position, flags, text = case
    found = read_puzzle(text, position.mine_total)
    assert (found.position, found.flags) == (position, flags)


@given(positions())
def test_what_this_program_writes_is_read_as_ever_without_a_sentence(position: Position) -> None:
    assert read_puzzle(position.to_picture(), position.mine_total) == ReadPosition(position)


FORMS = {
    "a frame": ("+----+\n|..1-|\n|112-|\n+----+", "..1#\n112#", "Read as 4x2 with a frame: - is hidden."),
    "a box with blanks": (
        "┌─────────┐\n│     1 ⋅ │\n│ 1 1 2 ⚑ │\n└─────────┘",
        "..1#\n112F",
        "Read as 4x2 with a frame: ⋅ is hidden; blank cells are empty; 1 flag (⚑).",
    ),
    "a frame with lines between the cells": (
        "+---+---+\n| 1 |   |\n+---+---+\n| - | F |\n+---+---+",
        "1.\n#F",
        "Read as 2x2 with a frame: - is hidden; blank cells are empty; 1 flag.",
    ),
    "a frame with numbers around it": (
        "   1 2\n  ┌───┐\n1 │■ 1│\n2 │1 1│\n  └───┘",
        "#1\n11",
        "Read as 2x2 with a frame: ■ is hidden.",
    ),
    "a close frame with a flag that may be a mark": (
        "+---+\n|#x#|\n+---+",
        "#F#",
        "Read as 3x1 with a frame: 1 flag (x).",
    ),
    "a frame with bars beside it": (
        "+--+  left | 3\n|1-|  time | 9\n|--|\n+--+",
        "1#\n##",
        "Read as 2x2 with a frame: - is hidden.",
    ),
    "a frame of wide signs": (
        "+------+\n|⬛1️⃣🚩|\n+------+",
        "#1F",
        "Read as 3x1 with a frame: ⬛ is hidden; 1 flag (🚩).",
    ),
    "sides around a row of dashes": ("|---|\n|1-1|", "###\n1#1", "Read as 3x2: - is hidden."),
    "a frame without corners": ("-----\n|1 -|\n|- -|\n-----", "1#\n##", "Read as 2x2: - is hidden."),
    "bars": ("| | |1|#|\n|1|1|2|F|", "..1#\n112F", "Read as 4x2: blank cells are empty; 1 flag."),
    "a table of a forum": (
        "| 1 | # |   |\n|---|:-:|---|\n| 1 | 1 | X |",
        "1#.\n11F",
        "Read as 3x2: blank cells are empty; 1 flag (X).",
    ),
    "tabs between our signs": ("#\t1\t\t1\t#\n#\t1\t\t1\t#", "#1.1#\n#1.1#", "Read as 5x2: blank cells are empty."),
    "tabs with a blank last column": ("#\t1\t\n#\t1\t", "#1.\n#1.", "Read as 3x2: blank cells are empty."),
    "tabs with a blank first column": ("\t1\t#\n\t1\t#", ".1#\n.1#", "Read as 3x2: blank cells are empty."),
    "tabs with blank columns on both sides": ("\t1\t\n\t1\t#", ".1.\n.1#", "Read as 3x2: blank cells are empty."),
    "tabs of which the last are lost": ("#\t1\t\n#\t1", "#1.\n#1.", "Read as 3x2: blank cells are empty."),
    "tabs without blank cells": ("#\t1\n#\t1", "#1\n#1", ""),
    "tabs that indent": ("\t#1\n\t#1", "#1\n#1", ""),
    "tabs that indent cells with blanks": ("\t# 1\n\t# 1", "#1\n#1", ""),
    "a table with numbers": (
        "\t1\t2\n1\t#\t#\n2\t1\t",
        "##\n1.",
        "Read as 2x2 with numbers around it: blank cells are empty.",
    ),
    "a table with numbers that go past 8": (
        "\t1\t2\t3\t4\t5\t6\t7\t8\t9\n1\t#\t#\t#\t#\t#\t#\t#\t#\t#",
        "#########",
        "Read as 9x1 with numbers around it.",
    ),
    "a column of blanks": ("# 1   1 #\n# 1   1 #", "#1.1#\n#1.1#", "Read as 5x2: blank cells are empty."),
    "blanks in some rows": ("- 1   -\n- 1 1 -", "#1.#\n#11#", "Read as 4x2: - is hidden; blank cells are empty."),
    "a wide gap after numbers of rows": (
        "\n".join(f"{row}    1 -" for row in range(1, 10)),
        "\n".join(["1#"] * 9),
        "Read as 2x9 with numbers beside it: - is hidden.",
    ),
    "blanks between groups": ("### ###\n##1 1##", "######\n##11##", "Read as 6x2: blanks between cells are no cells."),
    "a list that is made an array": (
        "array([[ 0,  1, -1],\n       [ 0,  2, -1],\n       [ 0,  1, -1]])",
        ".1#\n.2#\n.1#",
        "Read as 3x3: -1 is hidden.",
    ),
    "an array with its type": (
        "b = np.array([[0, 1, -1],\n  [0, 1, -1]], dtype=np.int8)",
        ".1#\n.1#",
        "Read as 3x2: -1 is hidden.",
    ),
    "numbers beside close rows": (
        "1 .1#\n2 .1#\n3 .1#",
        ".1#\n.1#\n.1#",
        "Read as 3x3: the first column, 1 2 3, is left out as numbers.",
    ),
    "numbers of two digits": (
        "   01 02 03\n01  .  1  -\n02  .  1  -",
        ".1#\n.1#",
        "Read as 3x2 with numbers around it: - is hidden.",
    ),
    "a stroke below the numbers": (
        "    1 2 3\n    -----\n1 | . 1 -\n2 | . 1 -",
        ".1#\n.1#",
        "Read as 3x2 with numbers around it: - is hidden.",
    ),
    "numbers not above the cells between bars": (
        "     0   1   2\n   -------------\n0 | 0 | 1 |   |\n   -------------\n1 | 0 | 1 |   |\n   -------------",
        ".1#\n.1#",
        "Read as 3x2 with numbers around it: blank cells are hidden, because empty cells are 0.",
    ),
    "a mark of a file's start": ("\ufeff.1#\n.1#", ".1#\n.1#", "Read as 3x2."),
    "a size above": ("3x2/2\n.1#\n.1#", ".1#\n.1#", "Read as 3x2: 2 mines in all, as the text says."),
    "a first line without its indent": ("1 2 #\n    1 2 #", "12#\n12#", ""),
    "bars between cells alone": ("#|1|0\n#|1|0", "#1.\n#1.", "Read as 3x2."),
    "the cursor of a screen over a corner": (
        "╭▗▄▄▄▄──╮\n│▐ ⋅ ▐ ⋅ ▐│\n│▐▄▄▄▟▄▄▄▟│\n│  1   1  │\n│         │\n╰─────────╯",
        "##\n11",
        "Read as 2x2 with a frame: ⋅ is hidden.",
    ),
    "tabs": ("1\t\t#\n1\t1\t-", "1.#\n11#", "Read as 3x2: - is hidden; blank cells are empty."),
    "blanks": ("1  - -\n1 ? _", "1##\n1##", "Read as 3x2: ?, - and _ are hidden."),
    "emoji": ("⬛⬛1️⃣\n🚩💣2️⃣", "##1\nF*2", "Read as 3x2: ⬛ is hidden; 1 flag (🚩); 1 given mine (💣)."),
    "a quote": ("> 1 -\n> - -\n>\n> What now?", "1#\n##", "Read as 2x2: - is hidden."),
    "a quote in a quote": (">> 1-\n>> --", "1#\n##", "Read as 2x2: - is hidden."),
    "a fence": ("```\n1-\n--\n```", "1#\n##", "Read as 2x2: - is hidden."),
    "tags": ("[code]\n1-\n--\n[/code]", "1#\n##", "Read as 2x2: - is hidden."),
    "text around it": (
        "Beginner, mines: 3\n12-\n?-_\nWhat is safe here?",
        "12#\n###",
        "Read as 3x2: ?, - and _ are hidden; 3 mines in all, as the text says; 1 line of text left out.",
    ),
    "a line that tells the mine total": (
        "mines: 3\n12#\n###",
        "12#\n###",
        "Read as 3x2: 3 mines in all, as the text says.",
    ),
    "mines that are left": (
        "Only 2 mines left!\n12#\nF##",
        "12#\nF##",
        "Read as 3x2: 1 flag; '2 mines left' is not taken as the total.",
    ),
    "a solved board with its numbers": (
        "   1 2 3\n1  * + x\n2  1!2 1\n3  . . .",
        "*#F\n121\n...",
        "Read as 3x3 with numbers around it: + is hidden; 1 flag (x); 1 given mine.",
    ),
    "a solved picture": ("*+>\n12#", "*##\n12#", "Read as 3x2: + and > are hidden; 1 given mine."),
    "one row with a guess": (">1#", "#1#", "Read as 3x1: > is hidden."),
    "what would follow": (
        "   1 2 3 4\n1 ~*~+ P #\n2  1 2x1 1",
        "##F#\n1211",
        "Read as 4x2 with numbers around it: 1 flag (P).",
    ),
    "letters above": ("  A B C\n1 # - #\n2 1 2 1", "###\n121", "Read as 3x2 with numbers around it: - is hidden."),
    "letters above alone": ("A B C\n# - #\n1 2 1", "###\n121", "Read as 3x2 with numbers around it: - is hidden."),
    "numbers beside a line": (
        "   | 1 2 3\n---+------\n 1 | # # -\n 2 | 1 2 1",
        "###\n121",
        "Read as 3x2 with numbers around it: - is hidden.",
    ),
    "numbers on both sides": (
        "   1 2\n1  - 1 1\n2  1   2",
        "#1\n1.",
        "Read as 2x2 with numbers around it: - is hidden; blank cells are empty.",
    ),
    "numbers from 0, the last line again": (
        "  0 1\n0 - 1\n1 1 1\n  0 1",
        "#1\n11",
        "Read as 2x2 with numbers around it: - is hidden.",
    ),
    "numbers above that go past 8": (
        "1 2 3 4 5 6 7 8 9 10\n1 1 - - - - - - - -",
        "11########",
        "Read as 10x1 with numbers around it: - is hidden.",
    ),
    "numbers beside that go past 8": (
        "\n".join(f"{row:2} 1-" for row in range(1, 10)),
        "\n".join(["1#"] * 9),
        "Read as 2x9 with numbers beside it: - is hidden.",
    ),
    "clues that look like numbers of rows": ("1 - -\n2 - -", "1##\n2##", "Read as 3x2: - is hidden."),
    "clues that look like numbers": ("1 2\n- -\n- -", "12\n##\n##", "Read as 2x3: - is hidden."),
    "a dot where nothing else is hidden": ("1.\n..", "1#\n##", "Read as 2x2: . is hidden, because nothing else is."),
    "a dot where a zero is empty": (
        "0 1 F .\n0 1 2 .",
        ".1F#\n.12#",
        "Read as 4x2: . is hidden, because empty cells are 0; 1 flag.",
    ),
    "a dot where blanks are empty": (
        "|1|?| |\n|.|.| |",
        "1#.\n##.",
        "Read as 3x2: ? is hidden; . is hidden, because empty cells are blank; blank cells are empty.",
    ),
    "a dot beside another sign": ("1#.\n11.", "1#.\n11.", ""),
    "a dot where flags alone are hidden": ("F1.\n11.", "F1.\n11.", ""),
    "text behind the first row": (
        "111..   <- top row here\n1#1..\n##211\n#####",
        "111..\n1#1..\n##211\n#####",
        "Read as 5x4: the text behind 1 row is left out.",
    ),
    "text behind every row": (
        "1-  one\n--  two",
        "1#\n##",
        "Read as 2x2: - is hidden; the text behind 2 rows is left out.",
    ),
    "a size above as many cells": (
        "3x3 board\n1--\n---",
        "1##\n###",
        "Read as 3x2: - is hidden; 1 line of text left out.",
    ),
    "tags beside rows": (
        "[code]1 1 1 0 0\n1 - 1 0 0\n- - 2 1 1\n- - - - -[/code]",
        "111..\n1#1..\n##211\n#####",
        "Read as 5x4: - is hidden.",
    ),
    "a tag behind text": ("Look: [code]1-\n--[/code] Thanks", "1#\n##", "Read as 2x2: - is hidden."),
    "tags of colours": ("[color=#f00]1[/color]-\n[b]-[/b]-", "1#\n##", "Read as 2x2: - is hidden."),
    "a page": ("<pre>1-\n--</pre>", "1#\n##", "Read as 2x2: - is hidden."),
    "a page with breaks": ("1-<br>--<br/>", "1#\n##", "Read as 2x2: - is hidden."),
    "a page with a blank": ("1-&nbsp;\n--", "1#\n##", "Read as 2x2: - is hidden."),
    "a fence beside rows": ("```1-\n--```", "1#\n##", "Read as 2x2: - is hidden."),
    "each row as code": ("`1-`\n`--`\n<code>11</code>", "1#\n##\n11", "Read as 2x3: - is hidden."),
    "a quote between text": (
        "Bob wrote:\n> 1-\n> --\nWhat now?",
        "1#\n##",
        "Read as 2x2: - is hidden.",
    ),
    "a quote in an answered quote": (">> 1-\n>> --\n> No idea.\nNor have I.", "1#\n##", "Read as 2x2: - is hidden."),
    "strokes above and below": (
        "-----\n111..\n1#1..\n-----",
        "111..\n1#1..",
        "Read as 5x2: 2 lines of - left out.",
    ),
    "double strokes": ("===\n1-1\n===", "1#1", "Read as 3x1: - is hidden; 2 lines of = left out."),
    "strokes around cells with blanks": (
        "-----\n1 - -\n- - -\n-----",
        "1##\n###",
        "Read as 3x2: - is hidden; 2 lines of - left out.",
    ),
    "strokes between all rows": ("1##\n---\n11#", "1##\n11#", "Read as 3x2: 1 line of - left out."),
    "rows of hidden cells": ("---\n1-1\n---", "###\n1#1\n###", "Read as 3x3: - is hidden."),
    "a signature": ("1#1\n111\n\n-- \nBob", "1#1\n111", ""),
    "hollow squares that are empty": (
        "■■■■\n■311\n■1□□",
        "####\n#311\n#1..",
        "Read as 4x3: ■ is hidden; □ is empty, because only so the clues fit.",
    ),
    "filled squares that are empty": (
        "⬜⬜⬜⬜\n⬜3️⃣1️⃣1️⃣\n⬜1️⃣⬛⬛",
        "####\n#311\n#1..",
        "Read as 4x3: ⬜ is hidden; ⬛ is empty, because only so the clues fit.",
    ),
    "both squares where dots are empty": ("■□1\n111\n...", "##1\n111\n...", "Read as 3x3: ■ and □ are hidden."),
    "small numbers above alone": (
        "1 2 3 4 5\n# # 2 1 .\n# # 1 . .",
        "##21.\n##1..",
        "Read as 5x2: the first row, 1 2 3 4 5, is left out as numbers.",
    ),
    "small numbers beside alone": (
        "1 # # 2\n2 # # 1\n3 # # 1",
        "##2\n##1\n##1",
        "Read as 3x3: the first column, 1 2 3, is left out as numbers.",
    ),
    "rows that count up, as this program writes them": (
        "123\n###",
        "123\n###",
        "Read as 3x2: the first row, 1 2 3, is taken as clues.",
    ),
    "a table with a heading": (
        "| 1 | 2 | 3 |\n|---|---|---|\n| # | 1 | . |",
        "#1.",
        "Read as 3x1: the first row, 1 2 3, is left out as numbers.",
    ),
    "a table with a blank heading": (
        "| | |\n|---|---|\n| # | 1 |\n| # | 1 |",
        "#1\n#1",
        "Read as 2x2: the first row is left out as a heading without text.",
    ),
    "a list": ("* ##2\n* ##1", "##2\n##1", "Read as 3x2: the * before each row is left out."),
    "a list with blanks": ("* 1 #\n* 1 #", "1#\n1#", "Read as 2x2: the * before each row is left out."),
    "a list of dashes": ("- # # 2\n- # # 1", "##2\n##1", "Read as 3x2: the - before each row is left out."),
    "a column that is no list": ("- 1 0\n- 1 0", "#1.\n#1.", "Read as 3x2: - is hidden."),
    "a column of mines that is no list": ("* 2 #\n* 2 #", "*2#\n*2#", ""),
    "a list with numbers": ("1. ##2\n2. ##1\n3. ##1", "##2\n##1\n##1", "Read as 3x3 with numbers beside it."),
    "numbers with a colon": ("1: ##2\n2: ###", "##2\n###", "Read as 3x2 with numbers beside it."),
    "numbers with a bracket": ("1) # # 2\n2) # # #", "##2\n###", "Read as 3x2 with numbers beside it."),
    "numbers with a bar": ("1| # # 2\n2| # # #", "##2\n###", "Read as 3x2 with numbers beside it."),
    "a dot where the clues need more than flags": (
        ".211\n.F..\n....",
        "#211\n#F##\n####",
        "Read as 4x3: . is hidden, because else the clues lack hidden cells; 1 flag.",
    ),
    "a dot beside a flag": (
        "F1.\n...",
        "F1.\n...",
        "Read as 3x2: . is an opened empty cell, also beside a flag; 1 flag.",
    ),
    "blanks where a zero is empty": (
        "|1| |1|0|\n|1|1|1|0|",
        "1#1.\n111.",
        "Read as 4x2: blank cells are hidden, because empty cells are 0.",
    ),
    "blanks where nothing else is hidden": (
        "|1| |\n|1|1|",
        "1#\n11",
        "Read as 2x2: blank cells are hidden, because nothing else is.",
    ),
    "blanks at the ends of rows": (
        "111  \n1-1  \n--211\n-----",
        "111..\n1#1..\n##211\n#####",
        "Read as 5x4: - is hidden; blank cells are empty; short rows are filled up with empty cells.",
    ),
    "blanks at the ends of rows with blanks": (
        "1 1 1\n1 - 1\n- - 2 1 1\n- - - - -",
        "111..\n1#1..\n##211\n#####",
        "Read as 5x4: - is hidden; blank cells are empty; short rows are filled up with empty cells.",
    ),
    "blanks at the starts of rows": (
        "  1-\n111-\n----",
        "..1#\n111#\n####",
        "Read as 4x3: - is hidden; blank cells are empty; short rows are filled up with empty cells.",
    ),
    "a large X": ("X1\n1-", "F1\n1#", "Read as 2x2: - is hidden; 1 flag (X)."),
    "H for hidden": ("HHH\n121", "###\n121", "Read as 3x2: H is hidden."),
    "mines that are left after a colon": (
        "mines: 5 left\n12-\n---",
        "12#\n###",
        "Read as 3x2: - is hidden; 'mines: 5 left' is not taken as the total.",
    ),
    "several totals": (
        "2 mines, or 3 mines?\n12-\n---",
        "12#\n###",
        "Read as 3x2: - is hidden; the text tells several mine totals, of which none is taken; 1 line of text"
        " left out.",
    ),
    "commas": ("1,1,#\n1,#,#", "11#\n1##", "Read as 3x2."),
    "semicolons and quotes": ('"1";"";"#"\n"1";"1";"#"', "1.#\n11#", "Read as 3x2: blank cells are empty."),
    "numbers of a program": ("-1,0,1\n1,2,None", "#.1\n12#", "Read as 3x2: -1 is hidden; None is hidden."),
    "lists of a program": ("board = [[1, None],\n [-1, 2]]", "1#\n#2", "Read as 2x2: -1 is hidden; None is hidden."),
    "lists in a line": ("[[0, null], [-2, 2]]", ".#\n*2", "Read as 2x2: 1 given mine; null is hidden."),
    "an array of a program": ("[[ 1 -1]\n [-1  2]]", "1#\n#2", "Read as 2x2: -1 is hidden."),
    "-1 between blanks": ("-1 0 1\n 1 2 -1", "#.1\n12#", "Read as 3x2: -1 is hidden."),
    "cells in brackets": (
        "[ ][1][1]\n[1][1][0]",
        "#11\n11.",
        "Read as 3x2: blank cells are hidden, because empty cells are 0.",
    ),
    "emoji by name": (
        ":one::one:\n:black_large_square::bomb:",
        "11\n#*",
        "Read as 2x2: ⬛ is hidden; 1 given mine (💣).",
    ),
    "a blank line between all rows": (
        "111..\n\n1#1..\n\n##211",
        "111..\n1#1..\n##211",
        "Read as 5x3: the blank lines between its rows are left out.",
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_read_and_told(form: str) -> None:
    text, picture, told = FORMS[form]
    found = read_puzzle(text, otherwise=2)
    assert found.position == read_position(picture, found.position.mine_total)
    assert found.flags == read_picture(picture, "#*F.12345678").where("F")
    assert found.told == told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12-\n1Z-", "line 2, cell 2: 'Z' is not one of # * F ? . 1 2 3 4 5 6 7 8 0"),
        ("12-\n1-", "line 2 has 2 cells, the first row has 3: rows are equally long"),
        ("+--+\n|1-|\n|9-|\n+--+", "line 3, cell 1: '9' is not one of"),
        ("|1|-|\n|1|", "line 2 has 1 cell, the first row has 2"),
        ("1-\nand then\n1-", "line 2 is no row: the rows of a picture stand together"),
        ("!#\n1-", "line 1, cell 1: '!' is not one of"),
        ("╭──╮\n│1-│\n│--\n╰──╯", "line 3: the frame is open there, as around a part of a board: the whole one is"),
        ("╭──╮\n│1-╎\n│--╎\n╰──╯", "line 2: the frame is open there"),
        ("╭──╮\n│1-╎ 3|9\n╰──╯", "line 2: the frame is open there"),
        ("╭──╮\n│1-│\n╰╌╌╯", "line 3: the frame is open there"),
        ("+- - +\n|1 - |\n+----+", "line 1: the frame is open there"),
        ("# 1   1\n  1   1 #", "line 1 has a gap with room for a cell: write 0 there, or the rows in the same columns"),
        pytest.param(f"# 1{' ' * 2_000_001}1 #", "width 1000004 is not allowed", id="a gap too wide"),
        ("# 1 # 1\n# 1   1  #", "line 2 has a gap with room for a cell"),
        (
            "##21 here\n1111\n####",
            "line 1 may be a row with text, or text: write the row alone, or a blank line beside",
        ),
        ("1111\n####\n##21 here\nand so on", "line 3 may be a row with text, or text"),
        ("top row: 111..\n1#1..", "line 1 may be a row with text, or text"),
        ("111.. # the top\n1#1..", "line 1 may be a row with text, or text"),
        ("1#1..\nit is 111.. here", "line 2 may be a row with text, or text"),
        ("abc11\n1#1..", "line 1 may be a row with text, or text"),
        ("1##\n---\n11#\n1##", "line 2 is no row: the rows of a picture stand together"),
        ("||1||||2||\n||M||||1||", "line 1 has its cells in spoilers: write only what is seen, and # for the others"),
        ("uuu11\n...11", "line 1 may be a row with text, or text"),
        ("const b = [[0, 1, -1],\n[0, 1, -1]];", "line 1 may be a row with text, or text"),
        ("[[0, 1, -1],\n[0, 1, -1]] thanks", "line 2 may be a row with text, or text"),
        (
            "#1 1#\n#1 1#",
            "line 1 has blanks that may be empty cells: write . or 0 for each, or the rows without blanks",
        ),
        ("01#  ->  01*\n02#  ->  02#", "line 1 has an arrow between cells: write the rows of one position alone"),
        ("| 1 | # | and text\n| 1 | 1 |", "line 1 may be a row with text, or text"),
        ("- --\n- 1-", "every line begins with '- ': write the rows without it, or without the blank"),
        (
            "111\n1#1\n11",
            "line 3 has 2 cells, the first row has 3: rows are equally long, with . or 0 for an empty cell",
        ),
        ("[[1, 10], [1, 2]]", "line 1"),
        ("   1 2\n1  - - -\n2  1 1 1", "line 2 has 4 cells, the first row has 2"),
        ("0 1 10 10\n0 1 10 10", "line 1: '10' is no clue: clues are 0 to 8, a hidden cell is #"),
    ],
)
def test_what_can_not_be_read_is_refused_with_place_and_value(text: str, message: str) -> None:
    with pytest.raises(PictureError) as error:
        find_picture(text)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("text", ["--", "_____", "Thanks!\n-----"])
def test_a_stroke_alone_is_no_picture(text: str) -> None:
    assert find_picture(text) is None


def test_text_alone_is_no_picture() -> None:
    assert find_picture("What would you do here?\nI am stuck.") is None


def in_play(looks: Looks, size: str, cols: int, rows: int) -> Model:
    """A game with a region open, a flag, and the cursor on a number."""
    settings = CALM.with_value("cell_size", size)
    model = press(cursor_to(start(board(BEGINNER, "beginner"), cols, rows, settings, looks=looks), 4, 0), "space")
    return cursor_to(press(cursor_to(model, 1, 1), "f"), 2, 5)


@pytest.mark.parametrize("size", ["2x1", "3x1", "4x2"])
@pytest.mark.parametrize(("cols", "rows"), [(80, 24), (120, 40)])
@pytest.mark.parametrize(
    "looks", [Looks(), Looks(colours=16), Looks("nerd"), Looks(frame_set="ascii"), Looks("ascii", "ascii", 0)], ids=str
)
def test_a_screen_of_this_program_is_read(looks: Looks, size: str, cols: int, rows: int) -> None:
    model = in_play(looks, size, cols, rows)
    game = state_of(model).session.game
    found = read_puzzle("\n".join(rows_of(model)))
    assert (found.position, found.flags) == (game.position, game.flags)


@pytest.mark.parametrize("looks", [Looks(), Looks("ascii", "ascii", 0)], ids=["lines", "ascii"])
@pytest.mark.parametrize(("cols", "rows"), [(60, 10), (9, 40)])
def test_a_screen_that_shows_a_part_of_a_board_is_refused(looks: Looks, cols: int, rows: int) -> None:
    model = start(board("\n".join(["*" + "." * (cols - 1)] * rows)), 80, 24, looks=looks)
    with pytest.raises(ValueError, match="the frame is open there"):
        read_puzzle("\n".join(rows_of(model)), 3)


def test_a_board_of_the_line_command_mode_is_read() -> None:
    game, _ = play(start_lines("*...........", "............", "..**........"), "open 12 1", "flag 1 1", "propose 3 3")
    lines = "\n".join(board_lines(game, Paper(), None))
    found = read_puzzle(lines)
    assert found.position == game.position
    assert found.flags == game.session.game.flags | game.proposals
    assert found.told.startswith("Read as 12x3 with numbers around it: ")


def test_bars_without_a_cell_below_a_text_are_blank_cells() -> None:
    assert read_puzzle("1 mine\n|||").told.startswith("Read as 2x1: blank cells are hidden")
