"""Drives the program as a player would: starts boards, presses keys, clicks cells, lets time pass and jobs finish."""

from __future__ import annotations

from typing import TypeVar

from wcwidth import wcwidth

from minesweeper.boards.layout import read_layout
from minesweeper.play.session import Session, new_session
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import Job, Model, Query, StoreCache, handle, render, tick
from minesweeper.ui.draw.canvas import Frame
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.draw.theme import palette
from minesweeper.ui.game.game_draw import said_now
from minesweeper.ui.game.game_screen import GameScreen, open_game
from minesweeper.ui.game.game_state import GameState, Mode
from minesweeper.ui.game.solver_mode import SolverMode
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.terminal.events import Key, Mouse, MouseButton
from minesweeper.ui.widgets.page import PageScreen

ASCII = TerminalLooks("ascii", "ascii", 0)
PALETTE = palette("classic", "dark", 256)
_narrow: set[str] = set()
"""Characters that were already checked and take one column."""
CALM = Settings(
    {"motion": "reduced", "solver_pause_ms": 0, "cell_size": "4x2", "help_keys": "on", "custom_help_keys": "on"}
)
"""Settings without animations and questions, so that a frame shows at once what a key does."""
DETAILED = CALM.with_value("details", True)
"""The settings `CALM` with a panel beside the board."""


def board(picture: str, name: str = "custom") -> Session:
    """A session on the board that a text board shows."""
    layout = read_layout(picture)
    return new_session(layout.spec, name, layout=layout)


def start(
    session: Session, cols: int = 80, rows: int = 24, settings: Settings = CALM, looks: TerminalLooks | None = None
) -> Model:
    """A model with a game screen that shows the session."""
    model = Model(rows, cols, (), settings, looks=looks or TerminalLooks())
    return open_game(model, session)


def menu(
    cols: int = 80,
    rows: int = 24,
    settings: Settings = CALM,
    looks: TerminalLooks | None = None,
    cache: StoreCache | None = None,
) -> Model:
    """A model with the main menu, with these settings and this content of the database."""
    model = Model(rows, cols, (open_menu(settings),), settings, looks=looks or TerminalLooks())
    return model if cache is None else model.with_cache(cache)


def press(model: Model, *keys: str) -> Model:
    """Presses keys one after another and returns the model after the last one."""
    for key in keys:
        model = handle(model, Key(key))
    return model


def place_of(model: Model, row: int, col: int) -> tuple[int, int]:
    """Where a cell is on the screen: the row, and the column of its last character. All count from 0."""
    state = state_of(model)
    screen_row, screen_col = state.geometry.place(state.looks.view, row, col)
    return screen_row, screen_col + 1


def mouse(model: Model, kind: str, button: MouseButton, row: int, col: int, shift: bool = False) -> Model:
    """Returns the model after a mouse event on a cell."""
    screen_row, screen_col = place_of(model, row, col)
    return handle(model, Mouse(kind, button, screen_row, screen_col, shift))  # type: ignore[arg-type]


def click(model: Model, row: int, col: int, button: MouseButton = "left") -> Model:
    """Returns the model after a button was pressed and released on a cell."""
    return mouse(mouse(model, "press", button, row, col), "release", button, row, col)


def cursor_to(model: Model, row: int, col: int) -> Model:
    """Moves the cursor to a cell with arrow keys."""
    at_row, at_col = state_of(model).cursor
    keys = ["down"] * (row - at_row) + ["up"] * (at_row - row) + ["right"] * (col - at_col) + ["left"] * (at_col - col)
    return press(model, *keys)


def work(model: Model, slices: int = 1000) -> Model:
    """Runs all jobs to their end, including every move of a solver that makes several."""
    for _ in range(slices):
        if model.top.work(model) is None:
            if model.top.wait() is None or not mode_of(model, SolverMode):
                return model
            model = tick(model, 10.0)
            continue
        model = finish_work(model)
    raise AssertionError("the work does not end")


def work_of(model: Model) -> Job:
    """The job that the top screen asks for. There must be one."""
    job = model.top.work(model)
    assert job is not None
    return job


def finish_work(model: Model) -> Model:
    """Runs the job of the top screen to its end. The screen also gets all progress that the job reports."""
    slices = work_of(model).begin()
    while True:
        try:
            progress = next(slices)
        except StopIteration as stop:
            done: Model = work_of(model).on_result(model, stop.value)
            return done
        if progress is not None:
            on_progress = work_of(model).on_progress
            model = model if on_progress is None else on_progress(model, progress)


def serve(model: Model, saves: Saves) -> Model:
    """Answers all queries of the model from a database, as the loop does."""
    while model.effects:
        model, effects = model._replace(effects=()), model.effects
        for effect in effects:
            assert isinstance(effect, Query)
            answer = effect.find(saves, *effect.about)
            model = model if effect.then is None else effect.then(model.top, model, answer)
    return model


def top_game(model: Model) -> GameScreen:
    """The game screen, which must be on top."""
    assert isinstance(model.top, GameScreen)
    return model.top


def state_of(model: Model) -> GameState:
    """The state of the topmost game screen, even if another screen covers it."""
    for screen in reversed(model.screens):
        if isinstance(screen, GameScreen):
            return screen.now(model)
    raise AssertionError("there is no game")


def show_state(model: Model, state: GameState) -> Model:
    """Shows another state on the game screen, which must be on top."""
    assert isinstance(model.top, GameScreen)
    return model.top.change(model, lambda _: state)


def sentence_of(state: GameState) -> str:
    """The message that the game screen shows in this state, in its longest form."""
    # On a screen of this size, every message fits in its longest form.
    large = state._replace(env=state.env._replace(rows=60, cols=200))
    return next(iter(said_now(state, large.view()).texts), "")


def message_of(model: Model) -> str:
    """The message of the topmost game screen in its longest form, even if another screen covers it."""
    return sentence_of(state_of(model))


M = TypeVar("M", bound=Mode)


def mode_of(model: Model, kind: type[M]) -> M | None:
    """The top mode of the game screen, or None if it is of another type or no game screen is on top."""
    mode = model.top.state.mode if isinstance(model.top, GameScreen) else None
    return mode if isinstance(mode, kind) else None


def the_mode(model: Model, kind: type[M]) -> M:
    """The top mode of the game screen, which must be of this type."""
    mode = mode_of(model, kind)
    assert mode is not None
    return mode


def text_of(model: Model) -> str:
    """The frame as text. Fails if the frame doesn't fit the screen or has a style that no theme knows."""
    frame = render(model)
    check_frame(frame, model.rows, model.cols)
    return frame.text()


def check_frame(frame: Frame, rows: int, cols: int) -> None:
    """Asserts that the frame fits the screen, that its runs don't overlap, and that each character takes one column."""
    assert (frame.rows, frame.cols, len(frame.lines)) == (rows, cols, rows)
    for line in frame.lines:
        end = 0
        for col, text, style in line:
            assert col >= end, f"runs overlap: {line}"
            end = col + len(text)
            assert not style or _is_known(style), style
            if not (text.isascii() and text.isprintable()):
                _check_characters(text)
        assert end <= cols, f"a line of {end} columns on a screen of {cols}"
    assert frame.cursor is None or (0 <= frame.cursor[0] < rows and 0 <= frame.cursor[1] < cols)


def _is_known(style: str) -> bool:
    try:
        return bool(PALETTE[style])
    except KeyError:
        return False


def _check_characters(text: str) -> None:
    for character in set(text) - _narrow:
        is_icon = "\ue000" <= character <= "\uf8ff"  # an icon of a Nerd Font
        assert character.isprintable() or is_icon, f"{character!r} in {text!r}"
        assert wcwidth(character) == 1, f"{character!r} is not one column wide"
        _narrow.add(character)


def rows_of(model: Model) -> list[str]:
    """The rows of the frame, without blanks at their right ends."""
    return text_of(model).split("\n")


def page_rows(model: Model) -> list[str]:
    """The rows of a page as if the page had no frame: title, a blank row, the body, and the key bar at the end."""
    rows, page = rows_of(model), model.top.page(model) if isinstance(model.top, PageScreen) else None
    if page is None or page.frame is None:
        return rows
    frame, chrome = page.frame, page.chrome
    left, right = chrome.left, chrome.left + chrome.width
    title = f"{' ' * left}{chrome.title:{chrome.width - len(chrome.place)}}{chrome.place}"
    end = frame.top + frame.height
    body = [" " * left + row[left:right] for row in rows[page.top : end - 1]]
    shown = [row.rstrip() for row in (title, "", *body)]
    return [*shown, *[""] * (end - len(shown)), *rows[end:]]


def trimmed_text(model: Model) -> str:
    """The frame as text, without blanks at either end of its rows."""
    return "\n".join(row.strip() for row in rows_of(model))


def picture(model: Model) -> str:
    """The board as a player sees it, as a text board with flags, question marks and `!` for exploded cells."""
    game = state_of(model).game
    shown = list(game.position.to_picture().replace("\n", ""))
    for cell in range(game.grid.size):
        if game.flags >> cell & 1:
            shown[cell] = "F"
        elif game.questions >> cell & 1:
            shown[cell] = "?"
        elif game.exploded >> cell & 1:
            shown[cell] = "!"
    width = game.grid.width
    return "\n".join("".join(shown[start : start + width]) for start in range(0, len(shown), width))
