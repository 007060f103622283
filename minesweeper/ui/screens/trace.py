"""Shows the assistant log of a game, with the position of each step."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from dataclasses import dataclass, replace
from itertools import islice

from minesweeper.core.cells import first_cell
from minesweeper.core.times import clock_text
from minesweeper.play.assist_log import LARGE, AssistLog, TraceEntry
from minesweeper.play.game import Game
from minesweeper.play.replay import replay_of, sessions_of
from minesweeper.play.session import Session
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job, Model
from minesweeper.ui.draw.board import BoardPicture, draw_board
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, View, arrange, is_compact
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, lay_chrome, say
from minesweeper.ui.widgets.layout import (
    Cell,
    LaidScreen,
    ListScreen,
    Page,
    Row,
    entry,
    header,
)

_HINTS: list[KeyHint] = [
    (Action.SELECT, "show"),
    (Action.ROW_END, "latest"),
    (Action.HELP, "help"),
    (Action.BACK, "back"),
]
_POSITION_HINTS: list[KeyHint] = [
    (Action.DOWN, "next step"),
    (Action.UP, "previous step"),
    (Action.HELP, "help"),
    (Action.BACK, "back"),
]
_HEADER = header(Cell(("time",), is_right=True), ("who", ""), "what and why")
_BRIEF = 12
"""The least columns of the words about a step."""


@dataclass(frozen=True)
class TraceScreen(ListScreen):
    """Lists what assistants did in a game and why, as far as that is found."""

    game: Session
    told: tuple[TraceEntry, ...] = ()
    is_complete: bool = False
    selected: int = 0

    context = Context.TRACE

    def work(self, model: Model) -> Job | None:
        return None if self.is_complete else Job(_follow, (self.game,), self._complete, told=self._tell)

    def _tell(self, model: Model, entry: TraceEntry) -> Model:
        return model.with_top(replace(self, told=(*self.told, entry)))

    def _complete(self, model: Model, told: tuple[TraceEntry, ...]) -> Model:
        return model.with_top(replace(self, told=told, is_complete=True))

    @property
    def total(self) -> int:
        return len(self.told)

    def layout(self, model: Model) -> Page:
        # The whole sentence of the selected step stands below the list, where there is room for both.
        whole = SILENCE if is_compact(model.rows, model.cols) or not self.told else say(self.told[self.selected].text)
        title = "Assistant log" if self.is_complete else "Assistant log..."
        return self.lay_list(model, _HINTS, (title,), whole, empty="...", header=_HEADER)

    def row(self, model: Model, number: int) -> Row:
        step = self.told[number]
        return entry(
            number,
            Cell((clock_text(step.ms / 1000),), "key", is_right=True, least=len("1:00:00")),
            Cell((step.who.partition(" ")[0].lower(), ""), "text.dim", least=len("intelligent")),
            Cell((step.brief,), cuts=True, least=_BRIEF),
        )

    def pick(self, model: Model) -> Model:
        if not self.told:
            return model
        return model.with_top(self).push(PositionScreen(self, _game_before(self.game, self.told[self.selected])))


@dataclass(frozen=True)
class PositionScreen(LaidScreen):
    """Shows the board before a step of the log, with the result of the step and the clues that prove it."""

    trace: TraceScreen
    game: Game | None
    """The game before the step; None if the board is too large to play up to the step without a wait."""

    context = Context.TRACE

    @property
    def entry(self) -> TraceEntry:
        """The step of the log."""
        return self.trace.told[self.trace.selected]

    def use(self, model: Model, action: Action) -> Model:
        if action in (Action.UP, Action.DOWN):
            number = self.trace.selected + (1 if action is Action.DOWN else -1)
            if not 0 <= number < len(self.trace.told):
                return model
            below = model.pop()
            return self.trace.on(number).pick(below)
        return model.pop() if action is Action.SELECT else super().use(model, action)

    def roll(self, model: Model, target: Hashable, by: int) -> Model:
        return self.use(model, Action.DOWN if by > 0 else Action.UP)

    def layout(self, model: Model) -> Page:
        entry, place = self.entry, f"{self.trace.selected + 1}/{len(self.trace.told)}"
        if self.game is None:
            said = say(f"This board is too large to show here. {entry.text}")
            return Page(lay_chrome(model, self.context, _POSITION_HINTS, said))
        compact, (geometry, view) = is_compact(model.rows, model.cols), self._place(model, self.game)
        row = geometry.place(view, *self._first(self.game))[0]
        said = say(entry.text, entry.short)
        chrome = lay_chrome(
            model, self.context, _POSITION_HINTS, said, most=1 if compact else 4, cleared=True, keeps=(row,)
        )
        return Page(chrome if compact else chrome.titled([f"{clock_text(entry.ms / 1000)}  {entry.who}"], place))

    def _first(self, game: Game) -> tuple[int, int]:
        """Returns the place of a cell that the step is about."""
        cells = self.entry.safe | self.entry.mined
        return game.grid.row_col(first_cell(cells)) if cells else (0, 0)

    def _place(self, model: Model, game: Game) -> tuple[Geometry, View]:
        """Arranges the board and chooses the part in view."""
        geometry = arrange(model.rows, model.cols, game.grid.width, game.grid.height, "2x1")
        return geometry, geometry.follow(View(), *self._first(game))

    def draw(self, model: Model, canvas: Canvas) -> None:
        entry, game = self.entry, self.game
        if game is not None:
            geometry, view = self._place(model, game)
            marks = Marks(proof=entry.because, safe=entry.safe, danger=entry.mined)
            draw_board(
                canvas, geometry, BoardPicture(game, view, None, marks, is_numbered=True), model.settings, model.looks
            )
        super().draw(model, canvas)


def _game_before(session: Session, entry: TraceEntry) -> Game | None:
    """Plays a game up to a step; None if that takes too long."""
    replay = replay_of(session)
    if replay is None or session.spec.grid.size > LARGE:
        return None
    return next(islice(sessions_of(replay), entry.move, None)).game


def _follow(session: Session) -> Generator[TraceEntry | None, None, tuple[TraceEntry, ...]]:
    """Yields the entries of the log as they are found, or None at the end of each slice; returns all of them."""
    told = []
    for step in AssistLog().entries(session):
        if step is not None:
            told.append(step)
        yield step
    return tuple(told)


def open_trace(model: Model, session: Session) -> Model:
    """Opens the assistant log of a game."""
    return model.push(TraceScreen(session))
