"""Runs the analysis board on the game screen: any position, typed cell by cell, with everything that follows from it.

Its game is a sketch: a position without a layout (perhaps none fits), never saved or recorded. Typed cells appear at
once; odds, proofs and the best move follow from background jobs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from minesweeper.assist.best_guess import BestGuess, win_figure, win_range
from minesweeper.core.boardspec import BoardSpec, SpecError, is_mines_text, read_mine_count
from minesweeper.core.cells import CellSet, cells_of, contains, place_text, short_place
from minesweeper.core.position import Position
from minesweeper.core.text import begin, percent, plural, quote, wrap
from minesweeper.core.textboard import CLUES, EMPTY, FLAG, HIDDEN, MINE
from minesweeper.play.analysis import (
    changed_cell,
    check_sketch,
    empty_sketch,
    sign_at,
    sketch_of,
    sketch_session,
    sketch_text,
    with_spec,
    write_sign,
)
from minesweeper.play.game import Game
from minesweeper.play.session import Session
from minesweeper.solvers.deduction import Contradiction
from minesweeper.solvers.exact import Analysis, WrongTotal, nearest_total
from minesweeper.solvers.win_chance import GuessValues, budget_of, compare_guesses
from minesweeper.storage.settings import Settings
from minesweeper.storage.text_boards import MinesUnknown, ReadPosition, read_puzzle
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.jobs import Job, Then
from minesweeper.ui.base.model import Copy, Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.draw.geometry import Rect
from minesweeper.ui.draw.overlay import Overlay, analyse_to_show, overlay_texts
from minesweeper.ui.game.cursor import fit_view, move_to, move_to_cell, point_at
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.game_start import first_state
from minesweeper.ui.game.game_state import GameState, Mode, ModeView, ShownCells, put
from minesweeper.ui.game.guess_mode import GuessMode
from minesweeper.ui.game.line_input import LineInput
from minesweeper.ui.game.mouse import cell_at
from minesweeper.ui.game.overlay_state import with_analysis, with_overlay
from minesweeper.ui.game.panels import overlay_legend, pairs
from minesweeper.ui.game.tip_mode import LOOKING, TipMode
from minesweeper.ui.terminal.events import PASTE_LIMIT, Mouse
from minesweeper.ui.widgets.chrome import KeyHint, Message, message_width, say
from minesweeper.ui.widgets.header import Heading, PanelLine

MOST_UNDO = 2000
"""The number of changes that undo remembers."""
USUAL_DENSITY = 0.2
"""The mine density assumed for text boards whose size matches no preset; about that of expert."""
MOST_COUNTED = 10**9
"""The largest number of layouts shown in full; larger ones are shown as a power of ten."""
SIGNS = {
    **{action: CLUES[clue] for clue, action in enumerate(a for a in Action if a.name.startswith("CLUE_"))},
    Action.HIDE: HIDDEN,
    Action.FLAG: FLAG,
    Action.GIVE_MINE: MINE,
}
"""The sign that each action writes."""
_NEXT_MARK = {HIDDEN: FLAG, FLAG: MINE}
_NEXT_CLUE = dict(zip(HIDDEN + CLUES, CLUES + HIDDEN, strict=True))
"""The next sign after a click: marks by the right button, clues by the left one."""


class Clash(NamedTuple):
    """Describes a position that no layout fits: the contradicting clues and the sentence about them."""

    position: Position
    clues: CellSet
    text: str
    brief: str
    """The short form for small screens: the places of the clues, or the problem with the mine total."""


class Advice(NamedTuple):
    """Holds the best move of a position; None if nothing is left to open."""

    position: Position
    found: GuessValues | None
    think: int | None
    """The thinking time in seconds; None while the search still runs."""


@dataclass(frozen=True)
class AnalysisMode(Mode):
    """Edits and analyses a position."""

    past: tuple[Game, ...] = ()
    """The earlier sketches for undo, newest last."""
    clash: Clash | None = None
    """The contradiction in this position, or in an earlier one."""
    advice: Advice | None = None
    """The best move of this position, or of an earlier one."""
    wanted: Action | None = None
    """The tip or best move that was requested before the analysis was ready."""

    def context(self, game: Game) -> Context:
        return Context.ANALYSIS

    # Keys and clicks.

    def key(self, state: GameState, model: Model, key: str, action: Action | None) -> GameState | Model | None:
        if action is None:
            return state.calm().say("Clues are 0 to 8.") if key == "9" else None
        if action in SIGNS:
            return self._type(state.calm(action), model, SIGNS[action])
        does = _ACTS.get(action)
        return None if does is None else does(self, state.calm(action), model)

    def _write(self, state: GameState, model: Model, cell: int, sign: str) -> GameState:
        return edited(state, model, write_sign(state.game, cell, sign))

    def _type(self, state: GameState, model: Model, sign: str) -> GameState:
        """Writes a sign under the cursor and moves on to the next cell in reading order."""
        game, cell = state.game, state.cell
        state = self._write(state, model, cell, sign)
        if cell + 1 < game.grid.size:
            return move_to_cell(state, model, cell + 1)
        return state if sign_at(game, cell) == HIDDEN else state.say("This is the last cell.")

    def erase(self, state: GameState, model: Model) -> GameState:
        """Moves back one cell and hides it; on the last cell, hides that one first."""
        is_last = state.cell == state.game.grid.size - 1
        if is_last and sign_at(state.game, state.cell) != HIDDEN:
            return self.wipe(state, model)
        if not state.cell:
            return state.say("This is the first cell.")
        return self.wipe(move_to_cell(state, model, state.cell - 1), model)

    def wipe(self, state: GameState, model: Model) -> GameState:
        """Hides the cell under the cursor."""
        return self._write(state, model, state.cell, HIDDEN)

    def undo(self, state: GameState, model: Model) -> GameState:
        """Undoes the last change and moves the cursor there."""
        if not self.past:
            return state.say("There is nothing to undo.")
        game, cell = self.past[-1], changed_cell(state.game, self.past[-1])
        state = _with_game(state.swap(self, replace(self, past=self.past[:-1], wanted=None)), model, game)
        return state if cell is None else move_to_cell(state, model, cell)

    def clear(self, state: GameState, model: Model) -> GameState:
        """Hides all cells and moves the cursor to the first one."""
        state = edited(state, model, empty_sketch(state.session.spec))
        key = state.key(model, Action.UNDO)
        return move_to(state, model, 0, 0).say(f"All cells are hidden. {key} brings them back.")

    def type_size(self, state: GameState, model: Model) -> GameState:
        """Asks for a size and a mine count."""
        return state.enter(SizeInput())

    def add_mines(self, state: GameState, model: Model, by: int) -> GameState:
        """Changes the mine total."""
        width, height, mines = state.session.spec
        try:
            sketch = with_spec(state.game, BoardSpec(width, height, mines + by))
        except SpecError as error:
            return state.say(f"{begin(str(error))}.")
        return edited(state, model, sketch).say(f"{plural(mines + by, 'mine')} in all.")

    def copy(self, state: GameState, model: Model) -> Model:
        """Shows the position as text and copies it to the clipboard."""
        text = sketch_text(state.game)
        return put(model, state).open_screen(Route.CODE, text, "Position").with_effect(Copy(text))

    def leave_board(self, state: GameState, model: Model) -> Model:
        """Leaves the analysis board, which keeps its position."""
        model = put(model, state)
        return model._replace(sketch=model.top).pop()

    def click(self, state: GameState, model: Model, event: Mouse) -> GameState | None:
        """Left click: moves the cursor, or steps through the clues if it is there already. Right click: steps through
        marks.
        """
        if event.kind == "wheel":
            return None
        cell = cell_at(state, model, event) if event.kind == "press" else None
        if cell is None:
            return None if event.kind == "press" else state
        was_there, state = cell == state.cell, point_at(state.calm(), cell, None)
        sign = sign_at(state.game, cell)
        if event.button == "right":
            return self._write(state, model, cell, _NEXT_MARK.get(sign, HIDDEN))
        is_next = event.button == "left" and was_there
        return self._write(state, model, cell, _NEXT_CLUE.get(sign, EMPTY)) if is_next else state

    def paste(self, state: GameState, model: Model, text: str) -> GameState:
        """Replaces the board by a pasted position."""
        if len(text.encode("utf-8", "replace")) > PASTE_LIMIT:  # A cut-off paste could look like a smaller board.
            return state.say(f"Nothing was read: a paste may have up to {PASTE_LIMIT:,} bytes.", alarm=True)
        try:
            given, source = _read_pasted(text, state.session.spec, model.settings)
            sketch = sketch_of(given.position, given.flags)
        except ValueError as error:  # Any text can be pasted.
            return state.say(f"Nothing was read: {error}.", alarm=True)
        state = move_to(edited(state, model, sketch), model, 0, 0)
        size, mines = f"{sketch.grid.width}x{sketch.grid.height}", plural(sketch.mine_total, "mine")
        told = given.told or f"A position of {size} was read."
        key = state.key(model, Action.BOARD_SIZE)
        about = f"{begin(mines)}{source}; {key} changes that."
        if f"{mines} in all" in told:
            about = f"{key} changes the mines."
        return state.say(f"{told} {about}", f"{size} was read. {about}", f"Read: {size}, {mines}{source}.")

    def moved(self, state: GameState, session: Session) -> GameState:
        """Applies a tip or solver move: flags are set, and the number of an opened cell is typed by the player."""
        if session.game is state.game:
            return state
        past = (*self.past, state.game)[-MOST_UNDO:]
        return state.swap(self, replace(self, past=past))._replace(session=sketch_session(session.game))

    # Analysis.

    def ask(self, state: GameState, model: Model, action: Action) -> GameState:
        """Starts the search for a tip or the best move once the analysis shows that there is one."""
        known, game = _analysis_of(state), state.game
        if known is None:
            return state if self._clash_of(game) else state.swap(self, replace(self, wanted=action))
        left = game.hidden & ~known.mined
        if action is Action.TIP:
            left |= known.mined & ~(game.flags | game.position.given)
        if not left:
            return state.say("Nothing is left to open.")
        if action is Action.TIP:
            return state.enter(TipMode())
        guessing, found = GuessMode(model.settings.number("think")), self.best_of(game)
        is_final = self.advice is not None and self.advice.think == guessing.think
        if found is not None and found.is_guess and is_final:
            return guessing.show(state.enter(guessing), model, BestGuess(game.position, found))
        return state.enter(guessing)

    def work(self, state: GameState, model: Model) -> Job | None:
        position = state.game.position
        if self._clash_of(state.game):
            return None
        known = _analysis_of(state)
        if known is None or not known.is_final:
            return Job(analyse_to_show, (position,), _learn, hint=(state.aids.analysis,), told=_learn)
        about = (position, model.settings.number("think"))
        if self.advice is None or (self.advice.position, self.advice.think) != about:
            return Job(_find_best, about, _learn_best, hint=(known,), told=partial(_learn_best, is_thinking=True))
        return None

    def _clash_of(self, game: Game) -> Clash | None:
        return self.clash if self.clash and self.clash.position == game.position else None

    def best_of(self, game: Game) -> GuessValues | None:
        """Returns the best move of the current position, if it is known."""
        return self.advice.found if self.advice and self.advice.position == game.position else None

    # Looks.

    def view(self, state: GameState, model: Model) -> ModeView:
        clash, geometry = self._clash_of(state.game), state.geometry(model)
        hints: list[KeyHint] = [
            (Action.CLUE_0, "to 8: clue"),
            (Action.TIP, "tip"),
            (Action.MORE, "more"),
            (Action.BACK, "back"),
            (Action.HELP, "help"),
        ]
        field = f"{state.mode.typed}_" if isinstance(state.mode, SizeInput) else str(state.session.spec)
        return ModeView(
            self._message(state, model, clash),
            hints,
            ShownCells(clash=clash.clues) if clash else None,
            Heading("Analysis", field, Action.BOARD_SIZE, self._counted(state)),
            self._panel(state, model, geometry.right_panel) if geometry.right_panel else self._line(state),
        )

    def _message(self, state: GameState, model: Model, clash: Clash | None) -> Message | None:
        if clash:
            return say(f"No layout fits: {clash.text}.", clash.brief, "No layout fits.", alarm=True)
        if self.wanted:
            return say("Looking for the best move...") if self.wanted is Action.GUESS else LOOKING
        geometry, known = state.geometry(model), _analysis_of(state)
        if known is None or geometry.right_panel:
            return None
        if geometry.info_row is None:
            texts = _small_texts(state, known, self.best_of(state.game))
        elif geometry.info_row == model.rows - 3 and state.aids.overlay is not Overlay.OFF:
            # The line with the best move takes the second row.
            texts = _cell_texts(state, known)
        else:
            return None
        # One line only, to leave room for the board.
        return say(next((text for text in texts if len(text) <= message_width(model.cols)), texts[-1]))

    def _counted(self, state: GameState) -> tuple[str, ...]:
        """Says how many layouts fit, longest form first."""
        if self._clash_of(state.game):
            return "no layout fits", "no layout"
        known = _analysis_of(state)
        if known is None:
            return ("counting...",)
        count = layouts_text(known)
        noun = "layout" if count == "1" else "layouts"
        return (f"{count} {noun} fit{'s' if count == '1' else ''}", f"{count} {noun}", count)

    def _panel(self, state: GameState, model: Model, panel: Rect) -> list[PanelLine]:
        clash = self._clash_of(state.game)
        lines: list[PanelLine] = [("What follows", "title"), ("", "")]
        if clash:
            return [*lines, *((line, "bad") for line in wrap(f"No layout fits: {clash.text}.", panel.width))]
        lines += pairs(self._figures(state))
        known = _analysis_of(state)
        if known is None or state.aids.overlay is Overlay.OFF:
            return lines
        return [*lines, ("", ""), *overlay_legend(state, model)]

    def _line(self, state: GameState) -> list[PanelLine]:
        if self._clash_of(state.game):
            return []  # The heading and the message say it.
        layouts, *figures = self._figures(state, short_place)
        if not figures:
            return [(" ".join(layouts), "text")]
        # The heading shows the layouts and the board the proved cells, because 80 columns may not fit everything.
        proved, *best = figures
        return [(" ".join(figure), "text") for figure in (*best[2:], *best[:2], proved)]

    def _figures(self, state: GameState, place: Callable[[int, int], str] = place_text) -> list[tuple[str, str]]:
        known, best = _analysis_of(state), self.best_of(state.game)
        if known is None:
            return [("Layouts", "counting...")]
        figures = [("Layouts", layouts_text(known))]
        safe, mines = known.safe.bit_count(), (known.mined & ~state.game.position.given).bit_count()
        told = [f"{safe} safe"] * bool(safe) + [plural(mines, "mine")] * bool(mines)
        figures.append(("Proved", ", ".join(told) or ("nothing" if known.is_complete else "nothing yet")))
        if best is not None:
            move, first = best.best, best.ranked[0]
            figures.append(("Best", place(*state.game.grid.row_col(move.cell))))
            figures.append(("Its odds", f"{percent(*move.odds, move.is_exact)} a mine" if move.odds[0] else "safe"))
            thinking = "" if self.advice is None or self.advice.think is not None else "thinking..."
            chance, is_estimate = win_range(first), first.wins is None
            figures += (
                [("Bot wins" if chance and is_estimate else "To win", chance or thinking)] if chance or thinking else []
            )
        return figures


_Act = Callable[[AnalysisMode, GameState, Model], GameState | Model]
_ACTS: dict[Action, _Act] = {
    Action.ERASE: AnalysisMode.erase,
    Action.CLEAR: AnalysisMode.wipe,
    Action.UNDO: AnalysisMode.undo,
    Action.NEW_GAME: AnalysisMode.clear,
    Action.BOARD_SIZE: AnalysisMode.type_size,
    Action.MORE_MINES: partial(AnalysisMode.add_mines, by=1),
    Action.FEWER_MINES: partial(AnalysisMode.add_mines, by=-1),
    Action.TIP: partial(AnalysisMode.ask, action=Action.TIP),
    Action.GUESS: partial(AnalysisMode.ask, action=Action.GUESS),
    Action.COPY_CODE: AnalysisMode.copy,
    Action.BACK: AnalysisMode.leave_board,
}


def analysis_mode_of(state: GameState) -> AnalysisMode:
    """Returns the mode of the analysis board, which may lie below a tip."""
    mode = state.find(AnalysisMode)
    assert mode is not None
    return mode


def _with_game(state: GameState, model: Model, game: Game) -> GameState:
    """Replaces the sketch and keeps the cursor on the board and in view."""
    has_room = game.grid == state.game.grid
    state = state._replace(session=sketch_session(game))
    return state if has_room else fit_view(move_to(state, model, *state.cursor), model)


def edited(state: GameState, model: Model, game: Game) -> GameState:
    """Replaces the sketch and remembers the old one for undo; an equal sketch changes nothing."""
    if game == state.game:
        return state
    mode = analysis_mode_of(state)
    after = replace(mode, past=(*mode.past, state.game)[-MOST_UNDO:], wanted=None)
    return _with_game(state.swap(mode, after), model, game)


# ------------------------------------------------------------------------------
# Size and mines, typed in the heading.
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class SizeInput(LineInput):
    """Reads a typed size, mine count or both, or the name of a preset."""

    endings = "set", "cancel"

    def sign_of(self, key: str) -> str:
        return key if len(key) == 1 and key.isascii() and (key.isalnum() or key in "/%.") else ""

    def take(self, state: GameState, model: Model) -> GameState:
        try:
            sketch = with_spec(state.game, read_size(self.typed, state.session.spec, model.settings))
        except SpecError as error:
            return self.refused(state, f"{begin(str(error))}.")
        return edited(state.leave(), model, sketch)

    def asked(self) -> tuple[str, str]:
        return "Size and mines, such as 30x16/99, 16x16, 40 or expert", "Size"


def read_size(text: str, spec: BoardSpec, settings: Settings) -> BoardSpec:
    """Reads a preset, a size with mines, or one of the two; the other stays as it is.

    Raises SpecError with the problem and the accepted values.
    """
    if text.lower() in settings.presets:
        return settings.presets[text.lower()]
    size, _, mines = ("", "", text) if is_mines_text(text) else text.lower().partition("/")
    across, _, down = (size or f"{spec.width}x{spec.height}").partition("x")
    mines = mines or str(spec.mines)
    if text == "/" or not (across.isdigit() and down.isdigit() and is_mines_text(mines)):
        raise SpecError(f"{quote(text, typed=True)} isn't a size or a number of mines")
    width, height = int(across), int(down)
    check_sketch(width, height)
    return BoardSpec(width, height, read_mine_count(mines, width * height))


def _read_pasted(text: str, spec: BoardSpec, settings: Settings) -> tuple[ReadPosition, str]:
    """Reads a pasted position, and says where its mine total comes from if the text has none.

    On a board of the same size the total stays. Otherwise the nearest possible total to a preset of that size, or to
    the usual density, is assumed.
    """
    try:
        return read_puzzle(text), ""
    except MinesUnknown:
        given = read_puzzle(text, otherwise=spec.mines)
    position = given.position
    if position.grid == spec.grid:
        return given, " as before"
    check_sketch(position.grid.width, position.grid.height)  # Check the size before counting.
    usual = max(1, round(position.grid.size * USUAL_DENSITY))
    wanted = next((board.mines for board in settings.presets.values() if board.grid == position.grid), usual)
    mines = nearest_total(position, wanted) or wanted
    return given._replace(position=position._replace(mine_total=mines)), " assumed"


# ------------------------------------------------------------------------------
# Background jobs.
# ------------------------------------------------------------------------------


def _analysis_of(state: GameState) -> Analysis | None:
    """Returns the analysis of the current position, whether it is shown or not."""
    known = state.aids.analysis
    return known if known is not None and known.position == state.game.position else None


def layouts_text(known: Analysis) -> str:
    """Returns the number of layouts, or its power of ten."""
    count = known.layouts
    return f"{count:,}" if count is not None and count <= MOST_COUNTED else f"about 10^{round(known.magnitude)}"


def _brief(position: Position, found: Contradiction) -> str:
    """Says in a few words why no layout fits."""
    if isinstance(found, WrongTotal):
        total = f"No layout has {plural(position.mine_total, 'mine')}"
        return f"{total}: {found.brief}" if found.brief else total
    places = (short_place(*position.grid.row_col(cell)) for cell in cells_of(found.clues))
    return f"No layout fits: {' '.join(places)}"


def _cell_texts(state: GameState, known: Analysis) -> list[str]:
    """Describes the cell under the cursor, longest form first; on an opened cell, the board."""
    sentence, short = overlay_texts(known, state.game, state.cursor, state.aids.overlay is Overlay.ODDS)
    cell, board = short.split("\n")
    return [sentence, begin(board) if contains(state.game.opened, state.cell) else cell]


def _small_texts(state: GameState, known: Analysis, best: GuessValues | None) -> list[str]:
    """Describes the cell under the cursor and the best move, longest form first, for small screens."""
    game, overlay = state.game, state.aids.overlay
    cell, board = overlay_texts(known, game, state.cursor, overlay is Overlay.ODDS)[1].split("\n")
    is_hidden = overlay is not Overlay.OFF and not contains(game.opened, state.cell)
    if best is None:
        is_done = not game.hidden & ~known.mined
        return ["Nothing left to open" if is_done else cell if is_hidden else board]
    move, figure = best.best, win_figure(best.ranked[0])
    risk = percent(*move.odds, move.is_exact) if move.odds[0] else "safe"
    win = f"win {figure}" if figure else ""
    name = f"best {short_place(*game.grid.row_col(move.cell))}"
    full, brief = f"{name}: {', '.join(filter(None, (risk, win)))}", f"{name} {win or risk}"
    if not is_hidden or move.cell == state.cell:
        return [begin(full), brief]
    here = cell.removeprefix("here: ").removesuffix(" a mine")
    return [f"{here}; {full}", f"{here} {brief}", brief]


def sketch_work(work: Job) -> Job:
    """Returns a background job of the analysis board for which a contradiction is an answer, not an error."""
    return Job(_caught, (work.run, *work.about), _unless_clash(work.done), hint=work.hint, told=work.told)


def _caught(run: Callable[..., Generator[Any, None, Any]], *rest: Any) -> Generator[Any, None, Any]:
    """Runs a job and returns a contradiction as its result."""
    try:
        return (yield from run(*rest))
    except Contradiction as error:
        return error


def _unless_clash(done: Then) -> Then:
    def after(state: GameState, model: Model, found: Any) -> Any:
        if not isinstance(found, Contradiction):
            if isinstance(found, BestGuess) and found.found.is_guess:
                state = _learn_best(state, model, found.found)
            return done(state, model, found)
        position = state.game.position
        clash = Clash(position, found.clues, str(found), _brief(position, found))
        state = state._replace(modes=(replace(analysis_mode_of(state), clash=clash, wanted=None),))
        if not state.said:
            return state
        why = (f"No layout fits: {clash.text}.", f"{clash.brief}.")  # The message about the change follows.
        return state.say(*(f"{first} {then}" for first in why for then in state.said.texts), alarm=True)

    return after


def _learn(state: GameState, model: Model, known: Analysis) -> GameState:
    """Stores the analysis and starts the search that was requested meanwhile."""
    state, mode = with_analysis(state, model, known), analysis_mode_of(state)
    if mode.wanted is None or state.mode is not mode:
        return state
    free = replace(mode, wanted=None)
    return free.ask(state.swap(mode, free), model, mode.wanted)


def _find_best(
    position: Position, think: int, known: Analysis
) -> Generator[GuessValues | None, None, GuessValues | None]:
    """Finds the best move and its win chance; None if nothing is left to open.

    Yields the immediate answer first if thinking takes longer.
    """
    if not position.hidden & ~known.mined:
        return None
    best = yield from compare_guesses(known)
    if best.best.wins is None and think and not known.safe:
        yield best
        best = yield from compare_guesses(known, budget_of(think))
    return best


def _learn_best(state: GameState, model: Model, best: GuessValues | None, *, is_thinking: bool = False) -> GameState:
    """Stores the best move, which may change while the search goes on."""
    mode, think = analysis_mode_of(state), None if is_thinking else model.settings.number("think")
    return state.swap(mode, replace(mode, advice=Advice(state.game.position, best, think)))


# ------------------------------------------------------------------------------
# Opening the board.
# ------------------------------------------------------------------------------


def open_board(model: Model, game: Game | None = None, cursor: tuple[int, int] = (0, 0), *said: str) -> Model:
    """Opens the analysis board as it was left, or with another sketch that undo can take back.

    The message comes longest form first.
    """
    kept = model.sketch
    if isinstance(kept, GameScreen):
        state = kept.state if game is None else move_to(edited(kept.state, model, game), model, *cursor)
    else:
        game = empty_sketch(model.settings.presets["beginner"]) if game is None else game
        state = with_overlay(first_state(sketch_session(game), model), Overlay.ODDS)
        state = move_to(state._replace(modes=(AnalysisMode(),)), model, *cursor)
    return model.push(GameScreen(fit_view(state, model).say(*said)))
