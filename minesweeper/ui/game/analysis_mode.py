"""The analysis board on the game screen: the player types any position, and Minesweeper shows everything that follows.

The board has no layout, because perhaps none fits, and it is never saved or recorded. A typed sign appears at once; the
odds and the best move follow from background jobs. If no layout fits the position, these jobs end with a
`Contradiction`, which the screen shows as an answer and not as an error. `play/analysis_board.py` has the board itself.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from functools import partial
from string import ascii_letters, digits
from typing import Any, NamedTuple

from minesweeper.assist.best_guess import win_range
from minesweeper.assist.naming import Naming, name_cells
from minesweeper.core.boardspec import BoardSpec, is_mines_text, read_mine_count
from minesweeper.core.cells import short_place
from minesweeper.core.position import Position
from minesweeper.core.sizes import SpecError
from minesweeper.core.text import capitalise, join_sentences, percent, plural, quote
from minesweeper.core.textboard import CLUES, EMPTY, FLAG, HIDDEN, MINE
from minesweeper.play.analysis_board import (
    analysis_board,
    analysis_session,
    analysis_text,
    changed_cell,
    check_analysis_size,
    empty_analysis_board,
    sign_at,
    with_spec,
    write_sign,
)
from minesweeper.play.game import Game
from minesweeper.play.session import Session
from minesweeper.solvers.deduction import Contradiction
from minesweeper.solvers.exact import Analysis, WrongTotal, nearest_total
from minesweeper.solvers.win_chance import GuessComparison, budget_of, compare_guesses
from minesweeper.storage.settings import Settings
from minesweeper.storage.text_boards import MinesUnknown, ReadPosition, read_puzzle
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Copy, Job, Model, Then
from minesweeper.ui.draw.odds import analyse_to_show
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.cursor import cell_at, fit_view
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.game_start import first_state
from minesweeper.ui.game.game_state import GameState, Mode, ModeView
from minesweeper.ui.game.guess_mode import GuessMode
from minesweeper.ui.game.overlay_mode import with_analysis
from minesweeper.ui.game.panels import odds_panel
from minesweeper.ui.game.questions import LineInput
from minesweeper.ui.game.tip_mode import TipMode
from minesweeper.ui.terminal.events import PASTE_LIMIT, Mouse
from minesweeper.ui.widgets.chrome import KeyHint, say
from minesweeper.ui.widgets.header import BoardHeader, PanelLine, figure_lines

MOST_UNDO = 2000
"""How many changes can be taken back."""
USUAL_DENSITY = 0.2
"""The share of mines that is assumed for a pasted position without a mine total, if its size matches no preset.

Expert boards have about this density.
"""
MOST_COUNTED = 10**9
"""The largest number of layouts that is shown in full. Larger numbers are shown as a power of ten."""
SIGNS = {
    **{action: CLUES[clue] for clue, action in enumerate(a for a in Action if a.name.startswith("CLUE_"))},
    Action.HIDE: HIDDEN,
    Action.FLAG: FLAG,
    Action.GIVE_MINE: MINE,
}
"""The sign that each action writes into the cell under the cursor."""
_NEXT_MARK = {HIDDEN: FLAG, FLAG: MINE}
"""The sign after this one when the right button clicks a cell: hidden, flag, given mine, hidden.

The table below has the signs for the left button, which goes through the clues.
"""
_NEXT_CLUE = dict(zip(HIDDEN + CLUES, CLUES + HIDDEN, strict=True))
"""The sign after this one when the left button clicks the cell under the cursor: hidden, then the clues from 0 to 8,
then hidden again.
"""


class Clash(NamedTuple):
    """A position that no layout fits, with the reason."""

    position: Position
    contradiction: Contradiction

    @property
    def texts(self) -> tuple[str, str]:
        """The sentence that says why no layout fits, and a short form.

        The short form names only the clues, or the problem with the mine total.
        """
        position, conflict = self.position, self.contradiction
        brief = f"No layout fits: {name_cells(position.grid, conflict.clues, 4, Naming.SHORT)}"
        if isinstance(conflict, WrongTotal):
            brief = f"No layout has {plural(position.mine_total, 'mine')}{conflict.brief and f': {conflict.brief}'}"
        return f"No layout fits: {conflict}.", brief


class Advice(NamedTuple):
    """The best move of a position."""

    position: Position
    comparison: GuessComparison | None
    """The best move with the guesses that it was compared with, or None if nothing is left to open."""
    think: int | None
    """For how many seconds the search was allowed to think, or None while it still runs."""


@dataclass(frozen=True)
class AnalysisMode(Mode):
    """The mode in which a position is typed and analysed. It lies below the modes that show a tip or the best move."""

    past: tuple[Game, ...] = ()
    """The earlier boards, which undo brings back, the latest last."""
    clash: Clash | None = None
    """Why no layout fits this position, or an earlier one."""
    advice: Advice | None = None
    """The best move of this position, or of an earlier one."""

    def context(self, game: Game) -> Context:
        return Context.ANALYSIS

    # Keys and clicks

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if action is None:
            return state.ready_for_input().say("Clues are 0 to 8.") if key == "9" else None
        if action in SIGNS:
            return self._type(state.ready_for_input(action), SIGNS[action])
        does = _ACTS.get(action)
        return None if does is None else does(self, state.ready_for_input(action))

    def _write(self, state: GameState, cell: int, sign: str) -> GameState:
        """Writes a sign into a cell, which undo can take back."""
        return edited(state, write_sign(state.game, cell, sign))

    def _type(self, state: GameState, sign: str) -> GameState:
        """Writes a sign under the cursor and moves on to the next cell in reading order."""
        game, cell = state.game, state.cell
        state = self._write(state, cell, sign)
        return state.move_to_cell(min(cell + 1, game.grid.size - 1))

    def erase(self, state: GameState) -> GameState:
        """Hides the cell before the cursor and moves there, as Backspace does in a text.

        At the end of the board, the last cell is hidden first.
        """
        is_last = state.cell == state.game.grid.size - 1
        if is_last and sign_at(state.game, state.cell) != HIDDEN:
            return self.wipe(state)
        if not state.cell:
            return state.say("This is the first cell.")
        return self.wipe(state.move_to_cell(state.cell - 1))

    def wipe(self, state: GameState) -> GameState:
        """Hides the cell under the cursor."""
        return self._write(state, state.cell, HIDDEN)

    def undo(self, state: GameState) -> GameState:
        """Takes the last change back. If it changed one cell, the cursor moves there."""
        if not self.past:
            return state.say("You haven't changed the board yet.")
        game, cell = self.past[-1], changed_cell(state.game, self.past[-1])
        state = _with_game(state.replace_mode(self, replace(self, past=self.past[:-1])), game)
        return state if cell is None else state.move_to_cell(cell)

    def clear(self, state: GameState) -> GameState:
        """Hides all cells and moves the cursor to the first one."""
        state = edited(state, empty_analysis_board(state.session.spec))
        key = state.key(Action.UNDO)
        return state.move_to(0, 0).say(f"All cells are hidden. {key} brings them back.")

    def type_size(self, state: GameState) -> GameState:
        """Lets the player type another size or mine total."""
        return state.push_mode(SizeInput())

    def add_mines(self, state: GameState, by: int) -> GameState:
        """Adds mines to the mine total, or takes some away if ``by`` is negative.

        If no board has this total, a message says so.
        """
        width, height, mines = state.session.spec
        try:
            board = with_spec(state.game, BoardSpec(width, height, mines + by))
        except SpecError as error:
            return state.say(f"{capitalise(str(error))}.")
        return edited(state, board).say(f"{plural(mines + by, 'mine')} in all.")

    def copy(self, state: GameState) -> GameState:
        """Shows the position as text and copies it to the clipboard."""
        text = analysis_text(state.game)
        return state.then(routes.code.open_code, text, "Position").then(Model.with_effect, Copy(text))

    def leave_board(self, state: GameState) -> GameState:
        """Closes the analysis board. The model keeps the screen, so that the next visit finds the position again."""
        return state.then(lambda model: model._replace(analysis_screen=model.top)).then(Model.pop)

    def click(self, state: GameState, event: Mouse) -> GameState | None:
        """A left click moves the cursor or, on the cell under the cursor, writes the next clue.

        A right click writes the next mark: flag, given mine, hidden.
        """
        if event.kind == "wheel":
            return None
        cell = cell_at(state, event) if event.kind == "press" else None
        if cell is None:
            return None if event.kind == "press" else state
        was_there, state = cell == state.cell, state.ready_for_input().point_at(cell)
        sign = sign_at(state.game, cell)
        if event.button == "right":
            return self._write(state, cell, _NEXT_MARK.get(sign, HIDDEN))
        is_next = event.button == "left" and was_there
        return self._write(state, cell, _NEXT_CLUE.get(sign, EMPTY)) if is_next else state

    def paste(self, state: GameState, text: str) -> GameState:
        """Replaces the board by a pasted position.

        If the text can't be read, a message says why and the board stays.
        """
        # A paste that was cut off could look like a smaller board, so it isn't read at all.
        if len(text.encode("utf-8", "replace")) > PASTE_LIMIT:
            return state.say(f"Nothing was read: a paste may have up to {PASTE_LIMIT:,} bytes.", alarm=True)
        try:
            given, source = _read_pasted(text, state.session.spec, state.env.settings)
            board = analysis_board(given.position, given.flags)
        # Any text can be pasted, so every error of the reader becomes a message.
        except ValueError as error:
            return state.say(f"Nothing was read: {error}.", alarm=True)
        state = edited(state, board).move_to(0, 0)
        size, mines = f"{board.grid.width}x{board.grid.height}", plural(board.mine_total, "mine")
        key = state.key(Action.BOARD_SIZE)
        message = f"{given.told} {key} changes the mines."
        # If the text contains its mine total, the reader's summary is enough.
        if source or not given.told:
            message = (
                f"{given.told or f'A position of {size} was read.'} {capitalise(mines)}{source}; {key} changes that."
            )
        return state.say(message, f"Read: {size}, {mines}{source}.")

    def on_move(self, state: GameState, session: Session) -> GameState:
        """Called when a tip or a solver makes a move.

        Only its flags are set: nobody knows what an opened cell would show, so the player types that.
        """
        if session.game is state.game:
            return state
        past = (*self.past, state.game)[-MOST_UNDO:]
        return state.replace_mode(self, replace(self, past=past))._replace(session=analysis_session(session.game))

    # Analysis

    def ask(self, state: GameState, action: Action) -> GameState:
        """Starts the search for a tip or the best move.

        If the best move is known already, it's shown at once. A message says so if no cell is left to open, and nothing
        happens if no layout fits.
        """
        analysis, game, think = analysis_of(state), state.game, state.env.settings.number("think")
        if self._clash_of(game):
            return state
        if analysis is not None and not _is_left(game, analysis, action):
            return state.say(_NOTHING_LEFT)
        if action is Action.TIP:
            return state.push_mode(TipMode())
        guessing = GuessMode(think)
        state = state.push_mode(guessing)
        if self.advice is None or self.advice.comparison is None or self.advice[::2] != (game.position, think):
            return state
        best = self.advice.comparison
        return guessing.show(state, best) if best.is_guess else state

    def work(self, state: GameState) -> Job | None:
        position = state.game.position
        if self._clash_of(state.game):
            return None
        analysis = analysis_of(state)
        if analysis is None or not analysis.is_final:
            return Job(analyse_to_show, (position,), _learn, extra=(state.aids.analysis,), on_progress=_learn)
        about = (position, state.env.settings.number("think"))
        if self.advice is None or self.advice[::2] != about:
            return Job(
                _find_best, about, _learn_best, extra=(analysis,), on_progress=partial(_learn_best, is_thinking=True)
            )
        return None

    def _clash_of(self, game: Game) -> Clash | None:
        """Why no layout fits this board. None if a layout fits, or if that isn't known yet."""
        return self.clash if self.clash and self.clash.position == game.position else None

    def best_of(self, game: Game) -> GuessComparison | None:
        """The best move of this board, or None if it isn't known yet."""
        return self.advice.comparison if self.advice and self.advice.position == game.position else None

    # What it shows

    def view(self, state: GameState) -> ModeView:
        clash, geometry, analysis = self._clash_of(state.game), state.geometry, analysis_of(state)
        hints: list[KeyHint] = [
            (Action.CLUE_0, "to 8: clue"),
            (Action.TIP, "tip"),
            (Action.MORE, "more"),
            (Action.BACK, "back"),
            (Action.HELP, "help"),
        ]
        field = f"{state.mode.typed}_" if isinstance(state.mode, SizeInput) else str(state.session.spec)
        count = "no" if clash else layouts_text(analysis) if analysis else ""
        one, several = (f"{count} layout fits", f"{count} layout"), (f"{count} layouts fit", f"{count} layouts", count)
        forms = one if count in ("no", "1") else several
        return ModeView(
            say(*clash.texts, alarm=True) if clash else None,
            hints,
            Marks(violated=clash.contradiction.clues) if clash else None,
            BoardHeader("Analysis", field, Action.BOARD_SIZE, forms if count else ("counting...",)),
            self._panel(state) if geometry.right_panel else self._line(state),
        )

    def _panel(self, state: GameState) -> list[PanelLine]:
        """The figures beside the board and, with the odds overlay on, what its colours mean."""
        lines: list[PanelLine] = [("What follows", "title"), ("", ""), *figure_lines(self._figures(state))]
        if state.current_analysis and state.aids.overlay is Overlay.ODDS:
            lines += [("", ""), *odds_panel(state, state.current_analysis)]
        return lines

    def _line(self, state: GameState) -> list[PanelLine]:
        """The figures for the line below the board, on screens without a panel."""
        # A line of 80 columns may not hold everything. The heading already has the number of layouts and the board
        # shows the proved cells, so the best move comes first.
        figures = self._figures(state)[1:]
        return [(" ".join(figure), "text") for figure in (*figures[1:], *figures[:1])]

    def _figures(self, state: GameState) -> list[tuple[str, str]]:
        """What follows from the position, each fact as a name and a text. Facts that aren't known yet are missing."""
        analysis, best = analysis_of(state), self.best_of(state.game)
        if analysis is None:
            return [("Layouts", "none" if self._clash_of(state.game) else "counting...")]
        safe, mines = analysis.safe.bit_count(), (analysis.mined & ~state.game.position.given).bit_count()
        counts = [f"{safe} safe" if safe else "", plural(mines, "mine") if mines else ""]
        proved = ", ".join(filter(None, counts)) or ("nothing" if analysis.is_complete else "nothing yet")
        figures = [("Layouts", layouts_text(analysis)), ("Proved", proved)]
        if best is not None and self.advice is not None:
            move, first = best.best, best.ranked[0]
            figures.append(("Best", short_place(*state.game.grid.row_col(move.cell))))
            figures.append(("Its odds", f"{percent(*move.odds, move.is_exact)} a mine" if move.odds[0] else "safe"))
            chance = win_range(first)
            if chance or self.advice.think is None:
                is_estimate = chance and first.wins is None
                figures.append(("Bot wins" if is_estimate else "To win", chance or "thinking..."))
        return figures


_Act = Callable[[AnalysisMode, GameState], GameState]
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


def _with_game(state: GameState, game: Game) -> GameState:
    """Shows another board. If its size differs, the cursor and the view are moved so that they lie on the board."""
    has_room = game.grid == state.game.grid
    state = state._replace(session=analysis_session(game))
    return state if has_room else fit_view(state.move_to(*state.cursor))


def edited(state: GameState, game: Game) -> GameState:
    """Shows another board, and remembers the old one for undo. An equal board changes nothing."""
    if game == state.game:
        return state
    mode = state.get(AnalysisMode)
    after = replace(mode, past=(*mode.past, state.game)[-MOST_UNDO:])
    return _with_game(state.replace_mode(mode, after), game)


# ------------------------------------------------------------------------------
# Size and mines
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class SizeInput(LineInput):
    """The line in which the player types a size, a mine total, both, or the name of a preset.

    It appears in the heading of the board.
    """

    verb = "set"
    prompt = "Size and mines, such as 30x16/99, 16x16, 40 or expert", "Size"
    allowed = f"{ascii_letters}{digits}/%."

    def take(self, state: GameState) -> GameState:
        try:
            board = with_spec(state.game, read_size(self.typed, state.session.spec, state.env.settings))
        except SpecError as error:
            return self.refused(state, f"{capitalise(str(error))}.")
        return edited(state.pop_mode(), board)


def read_size(text: str, spec: BoardSpec, settings: Settings) -> BoardSpec:
    """Reads the name of a preset, a size with a mine total, or one of the two.

    What ``text`` leaves out stays as in ``spec``. Raises SpecError if the text is none of these or the board isn't
    possible.
    """
    if text.lower() in settings.presets:
        return settings.presets[text.lower()]
    size, _, mines = ("", "", text) if is_mines_text(text) else text.lower().partition("/")
    across, _, down = (size or f"{spec.width}x{spec.height}").partition("x")
    mines = mines or str(spec.mines)
    if text == "/" or not (across.isdigit() and down.isdigit() and is_mines_text(mines)):
        raise SpecError(f"{quote(text, typed=True)} isn't a size or a number of mines")
    width, height = int(across), int(down)
    check_analysis_size(width, height)
    return BoardSpec(width, height, read_mine_count(mines, width * height))


def _read_pasted(text: str, spec: BoardSpec, settings: Settings) -> tuple[ReadPosition, str]:
    """Reads a pasted position. The second part of the result says where the mine total comes from, and is empty if the
    text contains it.

    If the text has no mine total and the size stays, the old total is kept. Otherwise the total is that of a preset of
    this size or follows from the usual density. If no layout fits this total, the nearest one that fits is taken.
    """
    try:
        return read_puzzle(text), ""
    except MinesUnknown:
        given = read_puzzle(text, otherwise=spec.mines)
    position = given.position
    if position.grid == spec.grid:
        return given, " as before"
    # Counting takes long on large boards, so the size is checked first.
    check_analysis_size(position.grid.width, position.grid.height)
    usual = max(1, round(position.grid.size * USUAL_DENSITY))
    wanted = next((board.mines for board in settings.presets.values() if board.grid == position.grid), usual)
    mines = nearest_total(position, wanted) or wanted
    return given._replace(position=position._replace(mine_total=mines)), " assumed"


# ------------------------------------------------------------------------------
# Background jobs
# ------------------------------------------------------------------------------


_NOTHING_LEFT = "Nothing is left to open."
"""The message if every cell is opened or known to be a mine."""


def analysis_of(state: GameState) -> Analysis | None:
    """The analysis of the current position, or None if it isn't ready.

    Unlike `GameState.current_analysis`, this doesn't depend on the overlay.
    """
    analysis = state.aids.analysis
    return analysis if analysis is not None and analysis.position == state.game.position else None


def _is_left(game: Game, analysis: Analysis, action: Action) -> bool:
    """Whether any cell is left to open. A tip may also flag, so for a tip a proved mine without a flag counts too."""
    flagged = game.flags | game.position.given if action is Action.TIP else analysis.mined
    return bool(game.hidden & ~analysis.mined | analysis.mined & ~flagged)


def layouts_text(analysis: Analysis) -> str:
    """The number of layouts as text. A very large number is shown as a power of ten."""
    count = analysis.layouts
    return f"{count:,}" if count is not None and count <= MOST_COUNTED else f"about 10^{round(analysis.magnitude)}"


def analysis_work(state: GameState) -> Job | None:
    """The next job of the analysis board, or None.

    A tip or the best move is searched only once the position has been analysed. If no layout fits, the job doesn't
    fail: the contradiction is its result.
    """
    mode = state.get(AnalysisMode)
    asked = None if state.mode is mode or analysis_of(state) is None else state.mode.work(state)
    work = mode.work(state) if asked is None else asked
    if work is None:
        return None
    return Job(
        _caught, (work.run, *work.about), _unless_clash(work.on_result), extra=work.extra, on_progress=work.on_progress
    )


def _caught(run: Callable[..., Generator[Any, None, Any]], *rest: Any) -> Generator[Any, None, Any]:
    """Runs a job as a generator. If it raises a contradiction, the contradiction becomes its result."""
    try:
        return (yield from run(*rest))
    except Contradiction as error:
        return error


def _unless_clash(on_result: Then) -> Then:
    """Wraps the callback of a job.

    If the job ended with a contradiction, the wrapper shows it and closes the modes above the board; otherwise it calls
    ``on_result``.
    """

    def after(state: GameState, result: Any) -> Any:
        if not isinstance(result, Contradiction):
            if isinstance(result, GuessComparison) and result.is_guess:
                state = _learn_best(state, result)
            return on_result(state, result)
        clash = Clash(state.game.position, result)
        state = state._replace(modes=(replace(state.get(AnalysisMode), clash=clash),))
        if not state.message:
            return state
        # The player has just changed the board, so the message about this change follows.
        return state.say(
            *(join_sentences(why, then) for why in clash.texts for then in state.message.texts), alarm=True
        )

    return after


def _learn(state: GameState, analysis: Analysis) -> GameState:
    """Called with the analysis of the position and stores it.

    If it shows that nothing is left to open, a running search for a tip or the best move ends.
    """
    state = with_analysis(state, analysis)
    if not isinstance(state.mode, (TipMode, GuessMode)):
        return state
    action = Action.TIP if isinstance(state.mode, TipMode) else Action.GUESS
    return state if _is_left(state.game, analysis, action) else state.pop_mode().say(_NOTHING_LEFT)


def _find_best(
    position: Position, think: int, analysis: Analysis
) -> Generator[GuessComparison | None, None, GuessComparison | None]:
    """Finds the best move with its win chance, as a generator.

    Returns None if nothing is left to open. If the win chance takes longer thought, the best move so far is yielded
    first.
    """
    if not position.hidden & ~analysis.mined:
        return None
    best = yield from compare_guesses(analysis)
    if best.best.wins is None and think and not analysis.safe:
        yield best
        best = yield from compare_guesses(analysis, budget_of(think))
    return best


def _learn_best(state: GameState, best: GuessComparison | None, *, is_thinking: bool = False) -> GameState:
    """Stores the best move. While the search still runs (``is_thinking``), a better one may follow."""
    mode, think = state.get(AnalysisMode), None if is_thinking else state.env.settings.number("think")
    return state.replace_mode(mode, replace(mode, advice=Advice(state.game.position, best, think)))


# ------------------------------------------------------------------------------
# Opening the board
# ------------------------------------------------------------------------------


def open_board(model: Model, game: Game | None = None, cursor: tuple[int, int] = (0, 0), *message: str) -> Model:
    """Opens the analysis board.

    Without ``game``, it's as the player left it. ``game`` replaces the old board, and undo brings the old one back.
    ``message`` has the forms of a first message, the longest first.
    """
    previous = model.analysis_screen
    if isinstance(previous, GameScreen):
        state = previous.now(model)
        state = state if game is None else edited(state, game).move_to(*cursor)
    else:
        game = empty_analysis_board(model.settings.presets["beginner"]) if game is None else game
        state = first_state(analysis_session(game), model.env).with_overlay(overlay=Overlay.ODDS)
        state = state._replace(modes=(AnalysisMode(),)).move_to(*cursor)
    return model.push(GameScreen(fit_view(state).say(*message)))
