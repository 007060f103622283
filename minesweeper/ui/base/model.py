"""Holds the state of the front end as one immutable value, and changes it by events. No clock, no terminal.

A screen is a value with pure methods. The model holds a stack of screens; only the top one is shown, gets events and
notices time. Requests to the outside (ring the bell, save settings, quit) wait in ``effects`` for the loop.
Tested in tests/ui/test_loop.py.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from minesweeper.core.cells import CellSet
from minesweeper.core.text import rest_of, wrap_to
from minesweeper.storage.records import DailyRecord, Group, Record, SavedGame
from minesweeper.storage.settings import Settings
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import ALWAYS_QUITS, Keymap, make_keymap
from minesweeper.ui.base.values import FrozenValue
from minesweeper.ui.draw.canvas import Canvas, Frame
from minesweeper.ui.draw.geometry import is_compact, is_too_small
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.terminal.events import Change, Event, Focus, Key, Mouse, Paste

if TYPE_CHECKING:
    from minesweeper.play.guesses import Guess
    from minesweeper.play.session import Session
    from minesweeper.storage.records import RecordingResult


Then = Callable[..., Any]
"""Takes the model and a result; returns the next model."""


class Job:
    """Describes long work for a screen: a function, its arguments, and a function for the result.

    ``run(*about, *extra)`` is a generator that yields None or progress wherever a step may end, and returns the result.
    Two jobs with the same function and ``about`` are equal, so the running one continues. The extra arguments, such as
    the cursor's cell, may differ.
    """

    __slots__ = ("about", "extra", "on_progress", "on_result", "run")

    def __init__(
        self,
        run: Callable[..., Generator[Any, None, Any]],
        about: tuple[Any, ...],
        on_result: Then,
        *,
        extra: tuple[Any, ...] = (),
        on_progress: Then | None = None,
    ) -> None:
        self.run = run
        self.about = about
        self.on_result = on_result
        self.extra = extra
        self.on_progress = on_progress

    def begin(self) -> Generator[Any, None, Any]:
        """Starts the work from its beginning."""
        return self.run(*self.about, *self.extra)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Job) and self.run == other.run and self.about == other.about

    __hash__ = None  # type: ignore[assignment]


class Request(Enum):
    """Asks the loop for something that needs no details."""

    BELL = "ring the terminal's bell"
    REDRAW = "redraw the whole screen"
    STOP = "stop the program (Ctrl+Z) until the shell resumes it"
    RESTYLE = "choose glyphs, colours and mouse support again by the current settings"


class Copy(NamedTuple):
    """Asks to put a text into the clipboard, where the terminal allows it."""

    text: str


class Quit(NamedTuple):
    """Asks to leave with an exit status; ``is_sure`` skips the question about a game that can't be saved."""

    status: int = 0
    is_sure: bool = False


class SaveSettings(NamedTuple):
    """Asks to write settings to the player's file; None removes an entry, which restores the default."""

    changes: Mapping[str, Any]


class Query(NamedTuple):
    """A question to the game database: ``find(saves, *about)``, which never raises.

    The answer goes to the screen that asked. That is still on top, because queries are answered before the next event.
    """

    find: Callable[..., Any]
    about: tuple[Any, ...]
    then: Then | None = None
    """A method of the screen that takes the model and the answer."""


class MessageView(NamedTuple):
    """Holds the text in view, and the line where the next key continues; 0 if all of it is shown."""

    text: str = ""
    line: int = 0


Effect = Request | Copy | Quit | SaveSettings | Query
_STYLING = frozenset({"theme", "direct_colours", "mouse", "background", "glyphs", "frame"})
"""The settings that change glyphs, colours or mouse support."""
SHORTEST_WAIT = 0.001
"""The shortest wait, so that rounding errors don't make the loop spin."""


class StoreCache(NamedTuple):
    """Caches facts about stored games; empty until the store was read. Autosave renews them."""

    records: Mapping[Group, Record] = MappingProxyType({})
    waiting: tuple[SavedGame, ...] = ()
    """The saved games, newest first."""
    replays: int | None = None
    """The number of games with a replay; None until counted."""
    problem: str | None = None
    """The reason why nothing can be saved; None if saving works."""
    daily: DailyRecord | None = None
    """The result of today's board; None until the store was read."""
    due_topics: int = 0
    """The number of lesson topics that have a review today."""

    @property
    def is_empty(self) -> bool:
        """Whether no game was ever played, as far as is known, so that an introduction to the keys helps."""
        return self.replays == 0 and not self.waiting and not any(record.games for record in self.records.values())

    def record(self, group: Group) -> Record | None:
        """Returns the record of a group with a finished game, otherwise None."""
        record = self.records.get(group)
        return record if record is not None and record.games else None

    def with_record(self, group: Group, record: Record) -> StoreCache:
        """Returns the cache with one record renewed."""
        return self._replace(records={**self.records, group: record})


class Screen(FrozenValue):
    """Defines what a screen does. A screen is an immutable value, and its subclass declares the fields::

        class CodeScreen(TextScreen):
            code: str
            top: int = 0

    ``replace(screen, top=3)`` of ``ui/base/values.py`` gives a copy with other fields.
    """

    @property
    def context(self) -> Context:
        """Returns the context whose keys apply."""
        raise NotImplementedError

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the screen on a canvas of at least 20x7."""
        raise NotImplementedError

    def act(self, model: Model, action: Action) -> Model:
        """Returns the model after an action. The base class handles back, quit and help."""
        if action is Action.BACK:
            return model.pop()
        if action is Action.QUIT:
            return model.pop_and_act(action)  # the screen below knows whether a game would be lost
        return routes.help_screen.open_help(model, self.context) if action is Action.HELP else model

    def type_key(self, model: Model, key: str) -> Model | None:
        """Returns the model after a key that is text here; None if the key map decides."""
        return None

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        """Returns the model after a mouse event."""
        return model

    def paste(self, model: Model, text: str) -> Model:
        """Returns the model after a text was pasted; unchanged if the screen takes no text."""
        return model

    def fit(self, model: Model) -> Model:
        """Returns the model after the terminal was resized."""
        return model

    def interrupt(self, model: Model, reason: str) -> Model:
        """Returns the model after the player went away: the program was suspended or lost the focus."""
        return model

    def tick(self, model: Model, seconds: float) -> Model:
        """Returns the model after ``seconds`` passed."""
        return model

    def wait(self) -> float | None:
        """Returns the seconds until ``tick`` is needed again; None: only after an event."""
        return None

    def work(self, model: Model) -> Job | None:
        """Returns the job to run in steps, if any."""
        return None

    def asks(self) -> bool:
        """Whether a question waits for an answer."""
        return False

    def with_message(self, *texts: str, alarm: bool = False) -> Screen:
        """Returns this screen with a message, longest form first, if it has a place for it."""
        return self

    def reading(self, model: Model) -> MessageView:
        """Returns the text in view; the next key shows the rest, if any."""
        return MessageView()


class ScreenWithGames(Screen):
    """A screen that has games: a game, the menu with the games that were left, or a list of saved games.

    Autosave, the menu and the notice of a terminal that is too small ask only these screens.
    """

    def session(self) -> Session | None:
        """Returns the session that this screen shows, if any."""
        return None

    def sessions(self) -> tuple[Session, ...]:
        """Returns all sessions on this screen, suspended ones included."""
        sessions = [screen.session() for screen in self.child_screens()]
        return tuple(session for session in sessions if session is not None)

    def child_screens(self) -> tuple[ScreenWithGames, ...]:
        """Returns the screens that own games here: this one, or the suspended ones."""
        return (self,)

    def adopt(self, screen: ScreenWithGames) -> ScreenWithGames:
        """Returns this screen with another one kept for later, if it has a place for it."""
        return self

    def has_running_game(self) -> bool:
        """Whether this screen has a running game."""
        return False

    def what_if_mines(self) -> CellSet:
        """Returns the player's what-if marks on the board of the session."""
        return 0

    def on_recorded(self, outcome: RecordingResult) -> ScreenWithGames:
        """Returns this screen after its game was recorded."""
        return self

    def on_guesses(self, key: str, guesses: tuple[Guess, ...]) -> ScreenWithGames:
        """Returns this screen after the guesses of a game were found or rated."""
        return self

    def on_store_change(self, cache: StoreCache) -> ScreenWithGames:
        """Returns this screen after the stored games changed."""
        return self

    def on_settings(self, settings: Settings) -> ScreenWithGames:
        """Returns this screen after settings changed on it or on a screen above it."""
        return self


class Model(NamedTuple):
    """Holds the state of the front end, and the requests to the loop."""

    rows: int
    cols: int
    screens: tuple[Screen, ...] = ()
    settings: Settings = Settings()
    keymap: Keymap = make_keymap()[0]
    looks: TerminalLooks = TerminalLooks()
    effects: tuple[Effect, ...] = ()
    shipped: Settings = Settings()
    """The settings without the player's changes."""
    cache: StoreCache = StoreCache()
    """The cached facts about the stored games."""
    notice: str = ""
    """A message from outside the screens, such as a failed save; shown on any screen until the next key."""
    reading: MessageView = MessageView()
    """The text that doesn't fit at once, and the line in view."""
    analysis_screen: Screen | None = None
    """The analysis board as the player left it."""

    @property
    def top(self) -> Screen:
        """Returns the screen that is shown."""
        return self.screens[-1]

    @property
    def session(self) -> Session | None:
        """Returns the session that the top screen shows, if any."""
        return self.top.session() if isinstance(self.top, ScreenWithGames) else None

    @property
    def exit_status(self) -> int | None:
        """Returns the exit status, if the program is about to end."""
        return next((effect.status for effect in self.effects if isinstance(effect, Quit)), None)

    def with_top(self, screen: Screen) -> Model:
        """Returns the model with the top screen replaced."""
        return self if screen is self.top else self._replace(screens=(*self.screens[:-1], screen))

    def push(self, screen: Screen) -> Model:
        """Returns the model with a screen put on top."""
        return self._replace(screens=(*self.screens, screen))

    def pop(self) -> Model:
        """Returns the model without the top screen; quits if that was the last one."""
        return self._replace(screens=self.screens[:-1]) if len(self.screens) > 1 else self.quit()

    def pop_and_act(self, action: Action) -> Model:
        """Returns the model without the top screen, after the screen below handled an action."""
        below = self.pop()
        return below if below.exit_status is not None else below.top.act(below, action)

    def to_menu(self) -> Model:
        """Returns the model with only the menu, which keeps a running game for later."""
        menu, *others = self.screens
        for screen in others:
            if isinstance(menu, ScreenWithGames) and isinstance(screen, ScreenWithGames):
                menu = menu.adopt(screen)
        return self._replace(screens=(menu,))

    def quit(self, status: int = 0, *, is_sure: bool = False) -> Model:
        """Returns the model with the request to end the program."""
        return self.with_effect(Quit(status, is_sure))

    def with_settings(self, settings: Settings, *names: str) -> Model:
        """Returns the model with other settings, if one of the named ones differs; those that do are saved."""
        changed = [name for name in names if settings.entry(name) != self.settings.entry(name)]
        if not changed:
            return self
        model = self._replace(settings=settings).change_games(lambda screen: screen.on_settings(settings))
        return model.save_settings(*changed)

    def save_settings(self, *names: str) -> Model:
        """Returns the model with the request to save the named settings; default values are removed from the file."""
        entries = {name: self.settings.entry(name) for name in names}
        changes = {name: None if entry == self.shipped.entry(name) else entry for name, entry in entries.items()}
        model = self.with_effect(SaveSettings(changes))
        return model.with_effect(Request.RESTYLE) if _STYLING.intersection(names) else model

    def with_cache(self, cache: StoreCache) -> Model:
        """Returns the model with new facts about the stored games."""
        return self._replace(cache=cache).change_games(lambda screen: screen.on_store_change(cache))

    def change_games(self, change: Callable[[ScreenWithGames], Screen]) -> Model:
        """Returns the model with a change of every screen that has games."""
        screens = (change(screen) if isinstance(screen, ScreenWithGames) else screen for screen in self.screens)
        return self._replace(screens=tuple(screens))

    def query(self, find: Callable[..., Any], *about: Any, then: Then | None = None) -> Model:
        """Returns the model with a query to the player's files; the top screen gets the answer."""
        return self.with_effect(Query(find, about, then))

    def with_effect(self, effect: Effect) -> Model:
        """Returns the model with one more request to the loop."""
        return self._replace(effects=(*self.effects, effect))


class Service:
    """Works on the model next to the screens: saves games and loads later modules."""

    def begin(self, model: Model) -> Model:
        """Returns the model with everything needed before the first key; called once, after the first frame."""
        return model

    def watch(self, model: Model, now: float) -> Model:
        """Returns the model after handling everything since the last call."""
        return model

    def wait(self, model: Model, now: float) -> float | None:
        """Returns the seconds until there is something to do; None: only after a change of the model."""
        return None

    def answer(self, model: Model, query: Query) -> Model | None:
        """Returns the model after the answer to a query; None if another service must answer it."""
        return None

    def save_now(self, model: Model) -> None:
        """Called before the program stops or ends. Saves everything that would be lost otherwise. Never raises."""

    def close(self) -> None:
        """Ends the service."""


def handle(model: Model, event: Event) -> Model:
    """Returns the model after an event from the terminal."""
    if model.notice and (isinstance(event, Key) or (isinstance(event, Mouse) and event.kind == "press")):
        was_covered = isinstance(event, Mouse) and event.row in _notice_rows(model)
        model = model._replace(notice=rest_of(model.notice, *_notice_room(model)))
        # Players don't mean what they can't see: a place or a question under the notice.
        if was_covered or (model.top.asks() and event != Key(ALWAYS_QUITS)):
            return model
    if isinstance(event, Key) or (isinstance(event, Mouse) and event.kind == "press"):
        return _read_on(model, event) or _forget_read(_act(model, event))
    return _act(model, event)


def _read_on(model: Model, event: Key | Mouse) -> Model | None:
    """Returns the model with the next part of a long message, which takes the key; None if all of it is shown."""
    if is_too_small(model.rows, model.cols) or event == Key(ALWAYS_QUITS):
        return None
    shown = model.top.reading(model)
    return model._replace(reading=shown) if shown.line else None


def _forget_read(model: Model) -> Model:
    """Returns the model that shows a message from its beginning again, once another one was shown."""
    if not model.reading.text or model.top.reading(model).text == model.reading.text:
        return model
    return model._replace(reading=MessageView())


def _act(model: Model, event: Event) -> Model:
    if isinstance(event, Key):
        return _handle_key(model, event.name)
    if isinstance(event, Mouse):
        return model if is_too_small(model.rows, model.cols) else model.top.use_mouse(model, event)
    if isinstance(event, Paste):
        return model if is_too_small(model.rows, model.cols) else model.top.paste(model, event)
    if isinstance(event, Focus):
        is_left = not event.gained and model.settings.is_on("auto_pause")
        return model.top.interrupt(model, "the window lost the focus") if is_left else model
    if event is Change.SUSPEND:
        return model.top.interrupt(model, "the program was suspended").with_effect(Request.STOP)
    if event in (Change.RESIZE, Change.RESUMED):
        return model.with_effect(Request.REDRAW)
    return model


def resize(model: Model, rows: int, cols: int) -> Model:
    """Returns the model on a resized terminal. Every screen of the stack must fit when shown again."""
    if (rows, cols) == (model.rows, model.cols):
        return model
    model = model._replace(rows=rows, cols=cols, reading=MessageView())
    if is_too_small(rows, cols):
        return model
    for depth in range(len(model.screens)):
        below, above = model.screens[: depth + 1], model.screens[depth + 1 :]
        fitted = below[-1].fit(model._replace(screens=below))
        model = fitted._replace(screens=(*fitted.screens, *above))
    return model


def _handle_key(model: Model, name: str) -> Model:
    if name == ALWAYS_QUITS:  # from anywhere, and nothing asks: it is what people press when all else fails
        return model.quit(is_sure=True)
    action = model.keymap.action(model.top.context, name)
    if is_too_small(model.rows, model.cols):
        return model.quit() if action is Action.QUIT else model
    typed = model.top.type_key(model, name)
    if typed is not None:
        return typed
    if action is Action.REDRAW:
        return model.with_effect(Request.REDRAW)
    return model if action is None else model.top.act(model, action)


def tick(model: Model, seconds: float) -> Model:
    """Returns the model after some time; the clock stops while the board can't be shown."""
    return model if is_too_small(model.rows, model.cols) else model.top.tick(model, seconds)


def wait(model: Model) -> float | None:
    """Returns the seconds until the next tick is needed; None: only after an event."""
    seconds = None if is_too_small(model.rows, model.cols) else model.top.wait()
    return None if seconds is None else max(seconds, SHORTEST_WAIT)


def render(model: Model) -> Frame:
    """Draws the model."""
    canvas = Canvas(model.rows, model.cols)
    if is_too_small(model.rows, model.cols):
        _draw_too_small(model, canvas)
    else:
        model.top.draw(model, canvas)
        _draw_notice(model, canvas)
    return canvas.frame()


def _draw_notice(model: Model, canvas: Canvas) -> None:
    """Draws the notice in the place of messages, over the screen."""
    margin = 0 if is_compact(model.rows, model.cols) else 1
    for row, line in zip(_notice_rows(model), wrap_to(model.notice, *_notice_room(model)), strict=True):
        canvas.write(row, 0, " " * model.cols, "text")
        canvas.write(row, margin, line, "bad")


def _notice_rows(model: Model) -> range:
    """Returns the rows of the screen that a notice covers."""
    end = model.rows - (0 if is_compact(model.rows, model.cols) else 1)
    return range(end - len(wrap_to(model.notice, *_notice_room(model))), end)


def _notice_room(model: Model) -> tuple[int, int]:
    """Returns the columns and rows that a notice may take."""
    return model.cols if is_compact(model.rows, model.cols) else model.cols - 2, max(1, model.rows - 3)


def _draw_too_small(model: Model, canvas: Canvas) -> None:
    need = "need 20x7" if model.cols >= 9 else "20x7" if model.cols >= 4 else "!"
    lines = [need, f"now {model.cols}x{model.rows}"]
    if any(isinstance(screen, ScreenWithGames) and screen.has_running_game() for screen in model.screens):
        lines += ["not saved" if model.cache.problem else "game is kept", "clock stopped"]
    lines.append(f"{model.keymap.label(model.top.context, Action.QUIT)} quits")
    for row, line in enumerate(lines[: model.rows]):
        canvas.write(row, 0, line, "text")
