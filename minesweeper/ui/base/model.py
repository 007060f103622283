"""The state of the full-screen game, and how events change it.

The whole state is one immutable value, the `Model`. It contains a stack of screens, of which only the top one is shown,
gets events and learns that time passes. Functions never change a model; they return a new one. They also never look at
a clock or use the terminal: what they want from the outside, such as ringing the bell, saving settings or quitting,
waits in `effects` until the loop (`ui/loop.py`) does it. So every behaviour can be tested without a terminal.

Also tested in tests/ui/test_loop.py.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from minesweeper.core.late import LateModule
from minesweeper.core.text import rest_of, wrap_to
from minesweeper.storage.settings import Settings
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import ALWAYS_QUITS, Keymap, make_keymap
from minesweeper.ui.draw.canvas import Canvas, Frame
from minesweeper.ui.draw.geometry import is_compact, is_too_small
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.terminal.events import Change, Event, Focus, Key, Mouse, Paste

if TYPE_CHECKING:
    import dataclasses
    from dataclasses import replace as replace

    from typing_extensions import dataclass_transform

    from minesweeper.core.cells import CellSet
    from minesweeper.play.guesses import Guess
    from minesweeper.play.session import Session
    from minesweeper.storage.records import DailyRecord, Group, Record, RecordingResult, SavedGame
else:
    dataclasses = LateModule("dataclasses")  # It takes longer to load than the menu.

    def dataclass_transform(**about: Any) -> Any:
        """Does nothing at run time. Only type checkers use the decorator."""
        return lambda cls: cls

    def replace(value: Any, **changes: Any) -> Any:
        """Copies a screen or a dataclass with some fields changed."""
        if not isinstance(value, Screen):
            return dataclasses.replace(value, **changes)
        return type(value)(**{**value._fields(), **changes})


Then = Callable[..., Any]
"""A function that gets the model and a result, and returns the next model."""


class Job:
    """Long work that a screen wants done, such as an analysis. The loop runs it in small steps between keys.

    ``run(*about, *extra)`` must be a generator. It yields wherever the loop may interrupt it, either None or progress,
    and it returns the result. ``on_progress`` and ``on_result`` take the model and the progress or result.

    Jobs are equal if they have the same function and ``about``. As long as the screen asks for an equal job, the
    running one continues. So ``extra`` is for arguments that may change meanwhile, such as the cursor's cell.
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
        """Starts the work from its beginning, as a generator."""
        return self.run(*self.about, *self.extra)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Job) and self.run == other.run and self.about == other.about

    __hash__ = None  # type: ignore[assignment]


class Request(Enum):
    """A request to the loop that needs no details."""

    BELL = "ring the terminal's bell"
    REDRAW = "redraw the whole screen"
    STOP = "stop the program (Ctrl+Z) until the shell resumes it"
    RESTYLE = "choose glyphs, colours and mouse support again by the current settings"


class Copy(NamedTuple):
    """A request to copy a text to the clipboard. Terminals that can't do it ignore it."""

    text: str


class Quit(NamedTuple):
    """A request to end the program with an exit status.

    If a game can't be saved, the player is asked first, unless ``is_sure`` is True.
    """

    status: int = 0
    is_sure: bool = False


class SaveSettings(NamedTuple):
    """A request to write settings to the player's file. None removes an entry, so that the default applies again."""

    changes: Mapping[str, Any]


class Query(NamedTuple):
    """A question to the game database, answered by calling ``find(saves, *about)``, which must never raise.

    The answer goes to the screen that asked. This screen is still on top then, because queries are answered before the
    next event.
    """

    find: Callable[..., Any]
    about: tuple[Any, ...]
    then: Then | None = None
    """A method of the screen that gets the model and the answer. None means that nobody needs the answer."""


class MessageView(NamedTuple):
    """How far the player has read a message that needs more room than it has."""

    text: str = ""
    """The whole message, or empty if no message is shown."""
    line: int = 0
    """The line at which the next key continues. 0 means that the end of the message is already on the screen."""


Effect = Request | Copy | Quit | SaveSettings | Query
_STYLING = frozenset({"theme", "direct_colours", "mouse", "background", "glyphs", "frame"})
"""The settings after whose change the glyphs, colours and mouse support have to be chosen anew."""
SHORTEST_WAIT = 0.001
"""The shortest wait in seconds. Without it, a rounding error could make the loop run without any pause."""


class StoreCache(NamedTuple):
    """Facts about the stored games, so that screens can show them without reading the database.

    Its values are empty until the database was read, which happens after the first frame. `AutosaveService` renews
    them.
    """

    records: Mapping[Group, Record] = MappingProxyType({})
    waiting: tuple[SavedGame, ...] = ()
    """The saved games, newest first."""
    replays: int | None = None
    """The number of games with a replay, or None if they weren't counted yet."""
    problem: str | None = None
    """The reason why nothing can be saved, or None if saving works."""
    daily: DailyRecord | None = None
    """The results on today's board and the streak, or None if they weren't read yet."""
    due_topics: int = 0
    """How many topics of lessons are due for a review today."""

    @property
    def is_empty(self) -> bool:
        """Whether the player is new: the database was read and has neither finished nor saved games."""
        return self.replays == 0 and not self.waiting and not any(record.games for record in self.records.values())

    def record(self, group: Group) -> Record | None:
        """The record of a group, or None if the group has no finished game or wasn't read yet."""
        record = self.records.get(group)
        return record if record is not None and record.games else None

    def with_record(self, group: Group, record: Record) -> StoreCache:
        """A copy of the cache with a new record for one group."""
        return self._replace(records={**self.records, group: record})


@dataclass_transform(frozen_default=True)
class Screen:
    """Something that fills the terminal, such as the menu, a game or a form. Subclasses declare their fields::

        class CodeScreen(TextScreen):
            code: str
            top: int = 0

    A screen is an immutable value, and ``replace(screen, top=3)`` makes a changed copy. It is declared like a frozen
    dataclass, but doesn't load that module. The methods below are hooks that the model calls for its top screen. Those
    that get the model return the next one.
    """

    _names: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        cls._names = tuple(dict.fromkeys((*cls._names, *cls.__annotations__)))

    def __init__(self, *values: Any, **named: Any) -> None:
        given = {**dict(zip(self._names, values, strict=False)), **named}
        is_complete = all(name in given or hasattr(type(self), name) for name in self._names)
        if not is_complete or len(given) < len(values) + len(named) or not given.keys() <= set(self._names):
            raise TypeError(f"{type(self).__name__} needs other values for its fields {', '.join(self._names)}")
        vars(self).update(given)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} can't be changed. Use replace()")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Screen) and type(self) is type(other) and self._fields() == other._fields()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._fields().items())})"

    def _fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._names}

    @property
    def context(self) -> Context:
        """The context whose keys apply while this screen is on top."""
        raise NotImplementedError

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the screen. The canvas has at least 20 columns and 7 rows."""
        raise NotImplementedError

    def act(self, model: Model, action: Action) -> Model:
        """Called for a key that has an action. The base class only handles back, quit and help."""
        if action is Action.BACK:
            return model.pop()
        if action is Action.QUIT:
            return model.pop_and_act(action)  # the screen below knows whether quitting would lose a game
        return routes.help_screen.open_help(model, self.context) if action is Action.HELP else model

    def type_key(self, model: Model, key: str) -> Model | None:
        """Called for each key, before its action is looked up. Returns None if the key isn't text for this screen."""
        return None

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        """Called for each mouse event. By default it changes nothing."""
        return model

    def fit(self, model: Model) -> Model:
        """Called when the terminal has another size, also for screens below the top one."""
        return model

    def interrupt(self, model: Model, reason: str) -> Model:
        """Called when the player has gone away, because the program is suspended or its window lost the focus.

        ``reason`` says which of these, as part of a sentence.
        """
        return model

    def tick(self, model: Model, seconds: float) -> Model:
        """Called when ``seconds`` have passed since the last call."""
        return model

    def wait(self) -> float | None:
        """The seconds until the screen needs `tick`, or None if it needs none before the next event."""
        return None

    def work(self, model: Model) -> Job | None:
        """The job that the loop should run for this screen, or None. It's asked for after each step."""
        return None

    def asks(self) -> bool:
        """Whether the screen asks a question, so that the next key is the answer."""
        return False

    def reading(self, model: Model) -> MessageView:
        """The message on the screen, and where it goes on if it doesn't fit. By default there is no message."""
        return MessageView()


class ScreenWithGames(Screen):
    """A screen that has games: the game screen, the menu with the games that the player left, the list of saved games.

    Everything that deals with running games only asks these screens: autosave, the menu, and the notice that is shown
    when the terminal is too small.
    """

    def paste(self, model: Model, text: str) -> Model:
        """Called for a pasted text. By default it changes nothing."""
        return model

    def session(self) -> Session | None:
        """The session that this screen shows, or None if it doesn't show one."""
        return None

    def sessions(self) -> tuple[Session, ...]:
        """All sessions of this screen and of the screens that it keeps for later."""
        sessions = [screen.session() for screen in self.child_screens()]
        return tuple(session for session in sessions if session is not None)

    def child_screens(self) -> tuple[ScreenWithGames, ...]:
        """The screens that own the games: by default this screen; for the menu, the game screens that it keeps."""
        return (self,)

    def adopt(self, screen: ScreenWithGames) -> ScreenWithGames:
        """Called for the menu when the player leaves a game. Returns the screen that keeps the other one for later.

        By default the other screen isn't kept.
        """
        return self

    def has_running_game(self) -> bool:
        """Whether this screen has a running game."""
        return False

    def what_if_mines(self) -> CellSet:
        """The cells that the player marked as what-if mines in the session of this screen."""
        return 0

    def on_recorded(self, outcome: RecordingResult) -> ScreenWithGames:
        """Called after the finished game of this screen was recorded. Returns the screen, usually with the outcome."""
        return self

    def on_guesses(self, key: str, guesses: tuple[Guess, ...]) -> ScreenWithGames:
        """Called when the guesses of a game were found or rated. ``key`` names the game. Returns the changed screen."""
        return self

    def on_store_change(self, cache: StoreCache) -> ScreenWithGames:
        """Called when facts about the stored games have changed. Returns the changed screen."""
        return self

    def on_settings(self, settings: Settings) -> ScreenWithGames:
        """Called after the player changed settings on this screen or one above it. Returns the changed screen."""
        return self


class Env(NamedTuple):
    """What the game screen knows about its surroundings: a read-only copy of some fields of the model.

    The state of a game contains an `Env` instead of the whole model, so that the functions of the game screen can't
    change anything beyond their state.
    """

    rows: int
    cols: int
    settings: Settings
    keymap: Keymap
    looks: TerminalLooks
    cache: StoreCache
    reading: MessageView


class Model(NamedTuple):
    """The whole state of the full-screen game, and the requests that wait for the loop."""

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
    notice: str = ""
    """A message that comes from no screen, such as that saving failed. It covers any screen until the next key."""
    reading: MessageView = MessageView()
    """How far the player has read the message of the top screen."""
    analysis_screen: Screen | None = None
    """The analysis board as the player left it, or None if it wasn't opened yet."""

    @property
    def env(self) -> Env:
        """A copy of these fields."""
        return Env(self.rows, self.cols, self.settings, self.keymap, self.looks, self.cache, self.reading)

    @property
    def top(self) -> Screen:
        """The screen that is shown."""
        return self.screens[-1]

    @property
    def session(self) -> Session | None:
        """The session that the top screen shows, or None if it doesn't show one."""
        return self.top.session() if isinstance(self.top, ScreenWithGames) else None

    @property
    def exit_status(self) -> int | None:
        """The exit status with which the program is about to end, or None if it goes on."""
        return next((effect.status for effect in self.effects if isinstance(effect, Quit)), None)

    def with_top(self, screen: Screen) -> Model:
        """Replaces the top screen."""
        return self if screen is self.top else self._replace(screens=(*self.screens[:-1], screen))

    def push(self, screen: Screen) -> Model:
        """Puts a screen on top of the others."""
        return self._replace(screens=(*self.screens, screen))

    def pop(self) -> Model:
        """Removes the top screen. If it is the only one, the program quits."""
        return self._replace(screens=self.screens[:-1]) if len(self.screens) > 1 else self.quit()

    def pop_and_act(self, action: Action) -> Model:
        """Removes the top screen and lets the screen below handle an action."""
        below = self.pop()
        return below if below.exit_status is not None else below.top.act(below, action)

    def to_menu(self) -> Model:
        """Goes back to the menu, which keeps running games for later."""
        menu, *others = self.screens
        for screen in others:
            if isinstance(menu, ScreenWithGames) and isinstance(screen, ScreenWithGames):
                menu = menu.adopt(screen)
        return self._replace(screens=(menu,))

    def quit(self, status: int = 0, *, is_sure: bool = False) -> Model:
        """Requests the end of the program. See `Quit`."""
        return self.with_effect(Quit(status, is_sure))

    def with_settings(self, settings: Settings, *names: str) -> Model:
        """Takes over other settings and saves those of the named ones that have changed.

        If none of the named settings has changed, nothing happens.
        """
        changed = [name for name in names if settings.entry(name) != self.settings.entry(name)]
        if not changed:
            return self
        model = self._replace(settings=settings).change_games(lambda screen: screen.on_settings(settings))
        return model.save_settings(*changed)

    def save_settings(self, *names: str) -> Model:
        """Requests that the named settings are saved. Settings with their default value are removed from the file."""
        entries = {name: self.settings.entry(name) for name in names}
        changes = {name: None if entry == self.shipped.entry(name) else entry for name, entry in entries.items()}
        model = self.with_effect(SaveSettings(changes))
        return model.with_effect(Request.RESTYLE) if _STYLING.intersection(names) else model

    def with_cache(self, cache: StoreCache) -> Model:
        """Takes over new facts about the stored games, and informs the screens that have games."""
        return self._replace(cache=cache).change_games(lambda screen: screen.on_store_change(cache))

    def change_games(self, change: Callable[[ScreenWithGames], Screen]) -> Model:
        """Applies a change to every screen that has games."""
        screens = (change(screen) if isinstance(screen, ScreenWithGames) else screen for screen in self.screens)
        return self._replace(screens=tuple(screens))

    def query(self, find: Callable[..., Any], *about: Any, then: Then | None = None) -> Model:
        """Requests the answer to a query about the player's files. The top screen gets the answer. See `Query`."""
        return self.with_effect(Query(find, about, then))

    def with_effect(self, effect: Effect) -> Model:
        """Adds a request to the loop."""
        return self._replace(effects=(*self.effects, effect))


class Service:
    """Something that runs beside the screens as long as the program does, such as autosave. The loop calls it."""

    def begin(self, model: Model) -> Model:
        """Called once, after the first frame and before the first key. Returns the model with what the service adds."""
        return model

    def watch(self, model: Model, now: float) -> Model:
        """Called after every event and step of a job. Returns the model after reacting to what has changed.

        ``now`` is the time of the loop's clock in seconds.
        """
        return model

    def wait(self, model: Model, now: float) -> float | None:
        """The seconds until `watch` should be called again, or None if it needs no call before the next event."""
        return None

    def answer(self, model: Model, query: Query) -> Model | None:
        """Called for each query. Returns the model after the answer, or None if this service can't answer it."""
        return None

    def save_now(self, model: Model) -> None:
        """Called before the program stops or ends. Saves everything that would be lost otherwise. Never raises."""

    def close(self) -> None:
        """Called once, when the program ends."""


def handle(model: Model, event: Event) -> Model:
    """Handles an event from the terminal.

    A notice and a long message come first: a key or click on them only shows the next part.
    """
    if model.notice and (isinstance(event, Key) or (isinstance(event, Mouse) and event.kind == "press")):
        was_covered = isinstance(event, Mouse) and event.row in _notice_rows(model)
        model = model._replace(notice=rest_of(model.notice, *_notice_room(model)))
        # A click on the notice or an answer to a question under it goes no further, because players can't mean what
        # they can't see.
        if was_covered or (model.top.asks() and event != Key(ALWAYS_QUITS)):
            return model
    if isinstance(event, Key) or (isinstance(event, Mouse) and event.kind == "press"):
        return _read_on(model, event) or _forget_read(_act(model, event))
    return _act(model, event)


def _read_on(model: Model, event: Key | Mouse) -> Model | None:
    """Shows the next part of a long message. Returns None if its end is on the screen, so that the key acts."""
    if is_too_small(model.rows, model.cols) or event == Key(ALWAYS_QUITS):
        return None
    shown = model.top.reading(model)
    return model._replace(reading=shown) if shown.line else None


def _forget_read(model: Model) -> Model:
    """Forgets how far a message was read once another one is shown, so that each begins with its first line."""
    if not model.reading.text or model.top.reading(model).text == model.reading.text:
        return model
    return model._replace(reading=MessageView())


def _act(model: Model, event: Event) -> Model:
    if isinstance(event, Key):
        return _handle_key(model, event.name)
    if isinstance(event, Mouse):
        return model if is_too_small(model.rows, model.cols) else model.top.use_mouse(model, event)
    if isinstance(event, Paste):
        if is_too_small(model.rows, model.cols) or not isinstance(model.top, ScreenWithGames):
            return model
        return model.top.paste(model, event)
    if isinstance(event, Focus):
        is_left = not event.gained and model.settings.is_on("auto_pause")
        return model.top.interrupt(model, "the window lost the focus") if is_left else model
    if event is Change.SUSPEND:
        return model.top.interrupt(model, "the program was suspended").with_effect(Request.STOP)
    if event in (Change.RESIZE, Change.RESUMED):
        return model.with_effect(Request.REDRAW)
    return model


def resize(model: Model, rows: int, cols: int) -> Model:
    """Adapts the model to the terminal's size. Screens below the top one are fitted too, because they may come back."""
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
    if name == ALWAYS_QUITS:  # quits from every screen without a question, because people press it when all else fails
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
    """Called by the loop with the seconds that have passed. The clock stops while the terminal is too small."""
    return model if is_too_small(model.rows, model.cols) else model.top.tick(model, seconds)


def wait(model: Model) -> float | None:
    """The seconds until the next `tick` is needed, or None if it needs none before the next event."""
    seconds = None if is_too_small(model.rows, model.cols) else model.top.wait()
    return None if seconds is None else max(seconds, SHORTEST_WAIT)


def render(model: Model) -> Frame:
    """Draws the top screen, and the notice over it."""
    canvas = Canvas(model.rows, model.cols)
    if is_too_small(model.rows, model.cols):
        _draw_too_small(model, canvas)
    else:
        model.top.draw(model, canvas)
        _draw_notice(model, canvas)
    return canvas.frame()


def _draw_notice(model: Model, canvas: Canvas) -> None:
    """Draws the notice over the rows in which screens show their messages."""
    margin = 0 if is_compact(model.rows, model.cols) else 1
    for row, line in zip(_notice_rows(model), wrap_to(model.notice, *_notice_room(model)), strict=True):
        canvas.write(row, 0, " " * model.cols, "text")
        canvas.write(row, margin, line, "bad")


def _notice_rows(model: Model) -> range:
    """The rows of the terminal that the notice covers."""
    end = model.rows - (0 if is_compact(model.rows, model.cols) else 1)
    return range(end - len(wrap_to(model.notice, *_notice_room(model))), end)


def _notice_room(model: Model) -> tuple[int, int]:
    """How many columns and rows the notice may use."""
    return model.cols if is_compact(model.rows, model.cols) else model.cols - 2, max(1, model.rows - 3)


def _draw_too_small(model: Model, canvas: Canvas) -> None:
    need = "need 20x7" if model.cols >= 9 else "20x7" if model.cols >= 4 else "!"
    lines = [need, f"now {model.cols}x{model.rows}"]
    if any(isinstance(screen, ScreenWithGames) and screen.has_running_game() for screen in model.screens):
        lines += ["not saved" if model.cache.problem else "game is kept", "clock stopped"]
    lines.append(f"{model.keymap.label(model.top.context, Action.QUIT)} quits")
    for row, line in enumerate(lines[: model.rows]):
        canvas.write(row, 0, line, "text")
