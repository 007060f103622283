"""Measures the reader of text boards: time per megabyte of hostile texts, and whether it grows with their length.

python -m benchmarks.text_boards
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from benchmarks.measure import machine, repeat
from minesweeper.storage.text_boards import read_positions

MEGABYTE = 1 << 20


def _of(piece: str, end: str = "Z") -> Callable[[int], str]:
    """Makes a text of some length that repeats a piece."""
    return lambda size: piece * (size // len(piece)) + end


def _square(row: str, first: str) -> Callable[[int], str]:
    """Makes a long line above as many short ones as it has signs: filled up, they would be a huge board."""
    return lambda size: first * (size // 2 // len(first)) + "\n" + row * (size // 2 // len(row)) + "Z"


HOSTILE: dict[str, Callable[[int], str]] = {
    "list, blanks, x": lambda size: "[[1,2],[1,2]]" + " " * size + "x\n1#\n##",
    "blanks": _of(" "),
    "array without an end": lambda size: "array([[1,-1]" + ",[1,-1]" * (size // 7),
    "brackets": _of("["),
    "brackets, closed": _of("[]"),
    "quotes in lists": _of("['", "]"),
    "quotes": _of("> "),
    "lines of quotes": _of("> >\n"),
    "fences": _of("```\n"),
    "frames": _of("+-+\n|1|\n"),
    "edges": _of("+-+-"),
    "bars": _of("|-"),
    "tabs": _of("1\t"),
    "commas": _of("1,"),
    "numbers": lambda size: " ".join(map(str, range(1, size // 7))) + "\nZ",
    "row numbers": lambda size: "\n".join(f"{row} #1" for row in range(1, size // 9)) + "\nZ",
    "digits": _of("1234567890"),
    "mine counts": _of("mines: 10\n"),
    "commas in a mine count": lambda size: "mines: 1" + ",111" * (size // 4),
    "words of an answer": lambda size: "9x9, 10 mines\n\n" + "safe \n" * (size // 6) + "#",
    "words": _of("mines of x "),
    "marks on a sign": _of("\u0315\u0300"),
    "escapes": _of("\x1b[1;"),
    "short rows below a long one": _square("1\n", "1 "),
    "short rows in a frame": _square("|1|\n", "+-"),
    "a gap": lambda size: "# 1" + " " * size + "1 #",
}
"""Texts that no reader should take long for, by the length that is wanted."""
BOARDS: dict[str, Callable[[int], str]] = {
    "a million cells": lambda _: "\n".join(["1#.F" * 250] * 1000),
    "a million cells, spaced": lambda _: "\n".join([" ".join("1#.F" * 250)] * 1000),
    "a million cells, a list": lambda _: str([[1, -1, 0, -2] * 250] * 1000),
}


def milliseconds(text: str) -> float:
    """Returns how long it takes to read a text, at best."""
    lines = text.splitlines(keepends=True)

    def read() -> None:
        with suppress(ValueError):
            list(read_positions(lines, 10))

    return min(repeat(read, 3))


def main() -> None:
    """Prints a Markdown table."""
    print(machine(), "\n\n| text | ms per MB | 1 MB : 0.5 MB |\n|---|---|---|", sep="")
    for name, shape in HOSTILE.items():
        half, whole = (milliseconds(shape(size)) for size in (MEGABYTE // 2, MEGABYTE))
        print(f"| {name} | {whole:.0f} | {whole / half:.1f} |", flush=True)
    for name, board in BOARDS.items():
        print(f"| {name} | {milliseconds(board(0)):.0f} in all | |", flush=True)


if __name__ == "__main__":
    main()
