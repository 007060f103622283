"""Words and figures that several screens show: counters, places, names of boards, lines that fit."""

from __future__ import annotations

from minesweeper.core.specs import BoardSpec


def counter_text(mines_left: int, mine_total: int) -> str:
    """The mine counter, right-aligned so that a negative one moves nothing."""
    return f"{mines_left:{max(4, len(str(mine_total)) + 1)}}"


def short_place(row: int, col: int) -> str:
    """A cell's name where room is scarce."""
    return f"r{row + 1} c{col + 1}"


def board_name(name: str, spec: BoardSpec) -> str:
    """What a header calls a board: the preset's name, or its size."""
    return f"{spec.width}x{spec.height}" if name == "custom" else name.capitalize()


def board_name_of(name: str, board: str) -> str:
    """The same from a board as text, such as ``30x16/99``."""
    return board.partition("/")[0] if name == "custom" else name.capitalize()


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most that width, broken between words; a longer word goes on in the next line."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines += [word[start : start + width] for start in range(0, len(word), max(1, width))]
    return lines


def wrap_to(text: str, width: int, most: int) -> list[str]:
    """The text in at most so many lines; ``..`` stands for what has no room."""
    lines = wrap(text, width)
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: width - 2].rstrip() + ".."]
    return lines
