"""The list of the moves of a game, which says whether the player or an assistant made each of them.

It opens over a replay, where choosing a move leads to it, and over a game. During a game, players can't see earlier
positions in any other way, because a replay can explain a position, which would be help in a game that doesn't count as
assisted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from minesweeper.core.cells import Grid, short_place
from minesweeper.core.times import clock_text, milliseconds_text
from minesweeper.play.guesses import Guess
from minesweeper.play.replay import Replay, are_makers_known, maker_words, move_words
from minesweeper.play.session import Move, Session
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.widgets.chrome import KeyHint
from minesweeper.ui.widgets.controls import header
from minesweeper.ui.widgets.page import (
    ListScreen,
    Page,
    PageSpec,
    Row,
    TableCell,
    entry,
    prose,
)

Go = Callable[[Model, int], Model]
"""A function that leads to a move, by its number counted from 0.

Called when the list is closed, so that the screen that opened the list is on top of the model.
"""


_WIDEST_MAKER = len("simple solver")
"""The columns of the longest text that says who made a move."""
_HEADER = header(TableCell(("",), is_right=True), TableCell(("time", ""), is_right=True), ("who", ""), ("what",), "")


class MovesScreen(ListScreen):
    """The list of moves of the game on the screen below."""

    moves: tuple[Move, ...]
    grid: Grid
    is_known: bool
    """Whether every move of an assistant has the assistant's name, so that all other moves are the player's own."""
    go: Go
    """Called when the player chooses a move."""
    hint: str = "go"
    """What choosing a move does, as the word of a hint."""
    guesses: Sequence[Guess] = ()
    """The guesses of the game, if they are known. They are noted beside their moves."""
    selected: int = 0
    """The index of the selected move."""

    context = Context.GAMES

    @property
    def total(self) -> int:
        return len(self.moves)

    def page(self, model: Model) -> Page:
        hints: list[KeyHint] = [(Action.SELECT, self.hint), (Action.HELP, "help"), (Action.BACK, "back")]
        return self.arrange_list(model, PageSpec(("Moves",), [prose("No moves.", style="text.dim")], hints), _HEADER)

    def pick(self, model: Model) -> Model:
        return self.go(model.pop(), self.selected) if self.moves else model

    def row(self, model: Model, number: int) -> Row:
        move = self.moves[number]
        guess = next((guess for guess in self.guesses if guess.move == number), None)
        makers, few = maker_words(move, is_known=self.is_known), [move_words(move, self.grid, short_place)]
        if (count := (move.safe | move.mined).bit_count()) > 1:
            few.append(f"{count} cells")
        note = (guess.kind, f"{guess.name}{guess.loss}", "?") if guess else ""
        # A small screen has no room for numbers and times.
        if is_compact(model.rows, model.cols):
            return entry(number, TableCell(makers[-1:], "text.dim"), TableCell(tuple(few)), note)
        return entry(
            number,
            TableCell((f"{number + 1}",), is_right=True, least=len(f"{self.total}")),
            TableCell((milliseconds_text(move.ms), clock_text(move.ms / 1000), ""), is_right=True, least=9),
            TableCell(makers, "text.dim", least=_WIDEST_MAKER),
            TableCell((move_words(move, self.grid), *few), least=22),
            note,
        )


def open_moves(
    model: Model,
    played: Replay | Session,
    assistants: Iterable[str],
    go: Go,
    *,
    at: int | None = None,
    hint: str = "go",
    guesses: Sequence[Guess] = (),
) -> Model:
    """Opens the list of moves of a game. The move with the number ``at``, counted from 0, is selected. Without a
    number, it is the last move.

    ``go`` is called when the player chooses a move, and ``hint`` is the word for that. ``assistants`` are all
    assistants that were used in the game.
    """
    last = max(0, len(played.moves) - 1)
    selected = last if at is None else min(at, last)
    is_known = are_makers_known(played, assistants)
    return model.push(MovesScreen(played.moves, played.spec.grid, is_known, go, hint, guesses, selected))
