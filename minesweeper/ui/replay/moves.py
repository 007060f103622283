"""The list of a replay's moves: when, what, how far from the one before, and which were guesses."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from minesweeper.core.text import rough_percent
from minesweeper.core.times import milliseconds_text
from minesweeper.play.replay import distances, move_words
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Screen
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.replay.state import ReplayState, Steppable
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Hint
from minesweeper.ui.widgets.list_screen import Listing, draw_listing, moved, pointed_at, room_for

_HINTS: list[Hint] = [(Action.SELECT, "go"), (Action.BACK, "back"), (Action.HELP, "help")]


@dataclass(frozen=True)
class MovesScreen(Screen):
    """The moves of a replay, over the replay."""

    state: ReplayState
    far: tuple[float, ...] = field(compare=False)
    selected: int = 0

    @property
    def context(self) -> Context:
        return Context.GAMES

    def act(self, model: Model, action: Action) -> Model:
        place = moved(self.selected, len(self.far), action, max(1, room_for(model) - 1))
        if place is not None:
            return model.with_top(replace(self, selected=place))
        if action is Action.SELECT:
            return self._go(model)
        if action is Action.HELP:
            from minesweeper.ui.screens.help import open_help

            return model.push(open_help(self.context))
        if action is Action.QUIT:
            return model.act_below(action)
        return model.pop() if action is Action.BACK else model

    def _go(self, model: Model) -> Model:
        """The model with the replay before the selected move."""
        below = model.pop()
        return below.top.go(below, self.selected) if isinstance(below.top, Steppable) else below

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        asked = pointed_at(self._listing(model), model, self.context, event)
        if isinstance(asked, int):
            return replace(self, selected=asked)._go(model)
        return self.act(model, asked) if asked else model

    def _listing(self, model: Model) -> Listing:
        title = "Moves, with the distance from the one before"
        below = ""
        if self.far and is_compact(model.rows, model.cols):
            below = f"{self._time(self.selected)} {self.far[self.selected]:.1f} cells"
        empty = "There is no move."
        return Listing(title, len(self.far), self.selected, self._line, _HINTS, below, empty=empty, short="Moves")

    def _time(self, number: int) -> str:
        return milliseconds_text(self.state.film.replay.moves[number].ms)

    def _line(self, number: int, width: int) -> str:
        move = self.state.film.replay.moves[number]
        words = move_words(move, self.state.film.replay.spec.grid)
        guess = next((guess for guess in self.state.guesses if guess.move == number), None)
        note = "" if guess is None else f"guess {rough_percent(guess.odds)}"
        if width < 38:
            short = words.replace("row ", "r").replace("col ", "c")
            return f"{number + 1:<3} {short}{' ?' if guess else ''}"
        return f"{number + 1:4}  {self._time(number):>9}  {words:26} {self.far[number]:5.1f} cells  {note}".rstrip()

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_listing(canvas, self._listing(model), model, self.context)


def open_moves(state: ReplayState) -> MovesScreen:
    """The list of moves, on the next one."""
    far = tuple(distances(state.film.replay))
    return MovesScreen(state, far, max(0, min(state.step, len(far) - 1)))
