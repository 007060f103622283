"""The row of hints: which keys matter now. Each hint is also a button for the mouse."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper.ui.actions import Action, Context
from minesweeper.ui.frame import Canvas
from minesweeper.ui.geometry import COMPACT_COLS
from minesweeper.ui.keymap import Keymap

Hint = tuple[Action, str]


@dataclass(frozen=True)
class Button:
    """A stretch of a screen row that stands for an action."""

    row: int
    col: int
    width: int
    action: Action

    def holds(self, row: int, col: int) -> bool:
        """Whether a place of the screen is on the button."""
        return row == self.row and self.col <= col < self.col + self.width


def lay_hints(
    hints: list[Hint], keymap: Keymap, context: Context, row: int, cols: int
) -> list[tuple[Button, str, str]]:
    """The hints that fit into a row, dropped from the right, but for help, which goes last of all."""
    entries = [(action, keymap.label(context, action), word) for action, word in hints]
    margin, gap = (1, 2) if cols >= COMPACT_COLS else (0, 2)
    while len(entries) > 1 and _length(entries, gap) > cols - 2 * margin:
        if not margin and _length(entries, 1) <= cols:
            gap = 1
            break
        droppable = [index for index, entry in enumerate(entries) if entry[0] is not Action.HELP]
        entries.pop(droppable[-1])
    result = []
    col = margin
    for action, label, word in entries:
        width = len(label) + 1 + len(word)
        result.append((Button(row, col, width, action), label, word))
        col += width + gap
    return result


def _length(entries: list[tuple[Action, str, str]], gap: int) -> int:
    return sum(len(label) + 1 + len(word) for _, label, word in entries) + gap * (len(entries) - 1)


def draw_hints(canvas: Canvas, hints: list[Hint], keymap: Keymap, context: Context, row: int) -> None:
    """Draws the hints that fit."""
    for button, label, word in lay_hints(hints, keymap, context, row, canvas.cols):
        col = canvas.write(button.row, button.col, label, "key")
        canvas.write(button.row, col + 1, word, "text")


def hint_at(
    hints: list[Hint], keymap: Keymap, context: Context, row: int, cols: int, place: tuple[int, int]
) -> Action | None:
    """The action of the hint under a place of the screen."""
    for button, _, _ in lay_hints(hints, keymap, context, row, cols):
        if button.holds(*place):
            return button.action
    return None


def first_words(keymap: Keymap) -> str:
    """What a new player has to know."""
    opens, flags, helps = (keymap.label(Context.GAME, action) for action in (Action.OPEN, Action.FLAG, Action.HELP))
    return f"New here? Arrows or the mouse, {opens} opens, {flags} flags, {helps} explains everything."
