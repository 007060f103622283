"""The questions before a game of the line-command mode: size and mines, asked again while they are wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from minesweeper.cells import SizeError, check_size
from minesweeper.plain_game import is_number
from minesweeper.printing import clean, quote
from minesweeper.specs import BoardSpec, SpecError, read_mines, read_spec

Ask: TypeAlias = Callable[[str], str | None]
Say: TypeAlias = Callable[[list[str]], None]

USUAL_DENSITY = 0.2
_LEAVING = ("quit", "q", "exit", "bye")
_MOST_DIGITS = 7


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player chose: a board, or to go on with the saved game, or to leave."""

    spec: BoardSpec | None = None
    continues: bool = False


def ask_board(ask: Ask, say: Say, presets: Mapping[str, BoardSpec], waiting: str) -> Choice:
    """The board that the player asks for; ``waiting`` describes the saved game, if there is one."""
    usual = next(iter(presets.values()))
    names = ", ".join(presets)
    offer = f" A saved game waits ({waiting}): continue goes on with it." if waiting else ""
    question = f"Size? {names}, or columns and rows such as 9 9. Enter for {usual.width} {usual.height}.{offer}"
    while True:
        line = ask(question)
        if line is None or line.strip().lower() in _LEAVING:
            return Choice()
        word = line.strip().lower()
        if word == "continue" and waiting:
            return Choice(continues=True)
        try:
            if word in presets:
                return Choice(presets[word])
            size = _read_size(word) if word else (usual.width, usual.height)
        except SpecError as error:
            say([f"{clean(str(error), 200)}."])
            continue
        return Choice(size) if isinstance(size, BoardSpec) else _ask_mines(ask, say, presets, *size)


def _read_size(text: str) -> BoardSpec | tuple[int, int]:
    """A whole board such as 9x9/10, or columns and rows; one number is a square."""
    if "/" in text:
        return read_spec(text)
    words = text.replace("x", " ").replace("*", " ").replace(",", " ").split()
    if len(words) == 1:
        words *= 2
    if len(words) != 2 or not all(map(is_number, words)) or max(map(len, words)) > _MOST_DIGITS:
        raise SpecError(f"{quote(text)} is no size: type columns and rows, such as 9 9, or a name")
    width, height = map(int, words)
    try:
        check_size(width, height)
    except SizeError as error:
        raise SpecError(str(error)) from None
    if width * height < 2:
        raise SpecError("a board of one cell has no room for a mine: the smallest one is 1 2 or 2 1")
    return width, height


def _ask_mines(ask: Ask, say: Say, presets: Mapping[str, BoardSpec], width: int, height: int) -> Choice:
    cells = width * height
    mines = max(1, round(cells * USUAL_DENSITY)) if cells > 2 else 1
    usual = next((p.mines for p in presets.values() if (p.width, p.height) == (width, height)), mines)
    question = f"Mines? 1 to {cells - 1:,}, or a share such as 20%. Enter for {usual:,}."
    while True:
        line = ask(question)
        if line is None or line.strip().lower() in _LEAVING:
            return Choice()
        try:
            return Choice(BoardSpec(width, height, read_mines(line.strip(), cells) if line.strip() else usual))
        except SpecError as error:
            say([f"{clean(str(error), 200)}."])
