"""The list of the moves of a game, which says who made each one.

It opens over a replay, where choosing a move goes there, and over a game. During a game the list is all that can be
seen of earlier positions: a replay could explain them, and so help without the game being assisted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from minesweeper.core.cells import Grid, short_place
from minesweeper.core.times import milliseconds_text
from minesweeper.play.guesses import Guess
from minesweeper.play.replay import move_words
from minesweeper.play.session import Move
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.widgets.chrome import KeyHint
from minesweeper.ui.widgets.layout import Cell, ListScreen, Page, Row, entry

Go = Callable[[Model, int], Model]
"""Leads to the move with a number, from 0. The screen that opened the list is on top again."""


@dataclass(frozen=True)
class MovesScreen(ListScreen):
    """The moves of the game on the screen below."""

    moves: tuple[Move, ...]
    grid: Grid
    go: Go
    hint: str = "go"
    """The word of the key bar for ``go``."""
    guesses: Sequence[Guess] = ()
    selected: int = 0

    context = Context.GAMES

    @property
    def total(self) -> int:
        return len(self.moves)

    def layout(self, model: Model) -> Page:
        hints: list[KeyHint] = [(Action.SELECT, self.hint), (Action.HELP, "help"), (Action.BACK, "back")]
        return self.lay_list(model, hints, ("Moves",), empty="No moves.")

    def pick(self, model: Model) -> Model:
        return self.go(model.pop(), self.selected) if self.moves else model

    def row(self, model: Model, number: int) -> Row:
        move = self.moves[number]
        guess = next((guess for guess in self.guesses if guess.move == number), None)
        return entry(
            number,
            Cell((f"{number + 1}",), is_right=True, least=len(f"{self.total}")),
            Cell((milliseconds_text(move.ms), ""), is_right=True, least=9),
            Cell((move_words(move, self.grid), move_words(move, self.grid, short_place)), least=26),
            (guess.kind, f"{guess.name}{guess.loss}", "?") if guess else "",
        )


def open_moves(
    model: Model,
    moves: tuple[Move, ...],
    grid: Grid,
    go: Go,
    *,
    at: int | None = None,
    hint: str = "go",
    guesses: Sequence[Guess] = (),
) -> Model:
    """Opens the list of the moves of a game. The move with the number ``at`` is selected, or else the last one."""
    last = max(0, len(moves) - 1)
    selected = last if at is None else min(at, last)
    return model.push(MovesScreen(moves, grid, go, hint, guesses, selected))
