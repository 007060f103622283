"""All state of the front end as one immutable value, and how events change it. No clock, no terminal.

A screen is a value with pure methods; the model holds a stack of them, and only the top one is shown, gets events
and feels time pass. What the outside must do (ring the bell, quit) is left in ``effects`` for the loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from minesweeper.session import Session
from minesweeper.settings import Settings
from minesweeper.ui.events import Event, Focus, Key, Mouse, Resize, Resumed, Suspend
from minesweeper.ui.frame import Canvas, Frame
from minesweeper.ui.geometry import is_too_small
from minesweeper.ui.glyphs import FRAMES, GLYPHS, FrameGlyphs, GlyphSet
from minesweeper.ui.keymap import Action, Context, Keymap, make_keymap


@dataclass(frozen=True)
class Looks:
    """What the terminal can show, as far as drawing has to know."""

    glyph_set: str = "unicode"
    frame_set: str = "lines"
    colours: int = 256

    @property
    def glyphs(self) -> GlyphSet:
        """The characters of tiles, bars and charts."""
        return GLYPHS[self.glyph_set]

    @property
    def frame(self) -> FrameGlyphs:
        """The characters of frames."""
        return FRAMES[self.frame_set]

    @property
    def brackets(self) -> bool:
        """Whether the cursor needs ``[ ]``, because its background alone may not stand out."""
        return self.colours < 256


class Task(Protocol):
    """Long work that a screen wants done: a value that says what, and how to begin it."""

    def begin(self) -> Iterator[Any]:
        """Yields None whenever a slice may end, and results as they are found."""


@dataclass(frozen=True)
class Bell:
    """Ring the terminal's bell."""


@dataclass(frozen=True)
class Redraw:
    """Draw the whole screen anew."""


@dataclass(frozen=True)
class Quit:
    """Leave the program with an exit status."""

    status: int = 0


@dataclass(frozen=True)
class Stop:
    """Stop the program (ctrl+z) until the shell resumes it."""


Effect = Bell | Redraw | Quit | Stop


class Screen:
    """One screen; each subclass is a frozen dataclass."""

    @property
    def context(self) -> Context:
        """Which keys are in force."""
        raise NotImplementedError

    def act(self, model: Model, action: Action) -> Model:
        """The model after an action."""
        raise NotImplementedError

    def choose(self, model: Model, action: Action) -> Model:
        """The model after an action that was chosen from a list, and so needs no question."""
        return self.act(model, action)

    def type_key(self, model: Model, key: str) -> Model | None:
        """The model after a key that is text here, or None when the key map decides."""
        return None

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        """The model after a mouse event."""
        return model

    def tick(self, model: Model, seconds: float) -> Model:
        """The model after some time."""
        return model

    def wait(self) -> float | None:
        """Seconds until ``tick`` is needed again; None: only an event changes anything."""
        return None

    def task(self) -> Task | None:
        """The work to do in slices, if any."""
        return None

    def receive(self, model: Model, task: Task, result: Any) -> Model:
        """The model after a result of the task; None says that the work has come to its end."""
        return model

    def interrupt(self, model: Model, reason: str) -> Model:
        """The model after the player has gone away: the program was suspended or lost the focus."""
        return model

    def fit(self, model: Model) -> Model:
        """The model after the terminal has another size."""
        return model

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the screen on a canvas of at least 20x7."""
        raise NotImplementedError

    def keep(self, screen: Screen) -> Screen:
        """This screen with another one kept at hand, if it has a place for it."""
        return self

    def session(self) -> Session | None:
        """The session that this screen shows, if it is about one."""
        return None

    def keeps_game(self) -> bool:
        """Whether a running game is on this screen."""
        return False


@dataclass(frozen=True)
class Model:
    """Everything that is shown, and what the loop is asked to do."""

    rows: int
    cols: int
    screens: tuple[Screen, ...] = ()
    settings: Settings = field(default_factory=Settings)
    keymap: Keymap = field(default_factory=lambda: make_keymap()[0])
    looks: Looks = field(default_factory=Looks)
    effects: tuple[Effect, ...] = ()

    @property
    def top(self) -> Screen:
        """The screen that is shown."""
        return self.screens[-1]

    @property
    def exit_status(self) -> int | None:
        """The exit status once the program is to end."""
        return next((effect.status for effect in self.effects if isinstance(effect, Quit)), None)

    def with_top(self, screen: Screen) -> Model:
        """The model with the top screen replaced."""
        return self if screen is self.top else replace(self, screens=(*self.screens[:-1], screen))

    def push(self, screen: Screen) -> Model:
        """The model with a screen put on top."""
        return replace(self, screens=(*self.screens, screen))

    def pop(self) -> Model:
        """The model with the top screen left; the last one is left by quitting."""
        return replace(self, screens=self.screens[:-1]) if len(self.screens) > 1 else self.quit()

    def act_below(self, action: Action) -> Model:
        """The model with the top screen left and an action given to the one below, if there is one."""
        below = self.pop()
        return below if below.exit_status is not None else below.top.act(below, action)

    def home(self) -> Model:
        """The model with only the first screen, the menu, which keeps a running game at hand."""
        menu = self.screens[0]
        for screen in self.screens[1:]:
            menu = menu.keep(screen)
        return replace(self, screens=(menu,))

    def quit(self, status: int = 0) -> Model:
        """The model with the wish to end the program."""
        return self.with_effect(Quit(status))

    def with_effect(self, effect: Effect) -> Model:
        """The model with one more thing for the loop to do."""
        return replace(self, effects=(*self.effects, effect))


def handle(model: Model, event: Event) -> Model:
    """The model after an event from the terminal."""
    if isinstance(event, Key):
        return _handle_key(model, event.name)
    if isinstance(event, Mouse):
        return model if is_too_small(model.rows, model.cols) else model.top.use_mouse(model, event)
    if isinstance(event, Focus):
        return model if event.gained else model.top.interrupt(model, "the window lost the focus")
    if isinstance(event, Suspend):
        return model.top.interrupt(model, "the program was suspended").with_effect(Stop())
    if isinstance(event, (Resize, Resumed)):
        return model.with_effect(Redraw())
    return model


def resize(model: Model, rows: int, cols: int) -> Model:
    """The model on a terminal of another size; every screen of the stack must fit when it is shown again."""
    if (rows, cols) == (model.rows, model.cols):
        return model
    model = replace(model, rows=rows, cols=cols)
    if is_too_small(rows, cols):
        return model
    for depth in range(len(model.screens)):
        below, above = model.screens[: depth + 1], model.screens[depth + 1 :]
        fitted = below[-1].fit(replace(model, screens=below))
        model = replace(fitted, screens=(*fitted.screens, *above))
    return model


def _handle_key(model: Model, name: str) -> Model:
    action = model.keymap.action(model.top.context, name)
    if is_too_small(model.rows, model.cols):
        return model.quit() if action is Action.QUIT else model
    typed = model.top.type_key(model, name)
    if typed is not None:
        return typed
    if action is Action.REDRAW:
        return model.with_effect(Redraw())
    return model if action is None else model.top.act(model, action)


def tick(model: Model, seconds: float) -> Model:
    """The model after some time; the clock stands still while the board can't be shown."""
    return model if is_too_small(model.rows, model.cols) else model.top.tick(model, seconds)


def wait(model: Model) -> float | None:
    """Seconds until the next tick is needed; None: only an event changes anything."""
    return None if is_too_small(model.rows, model.cols) else model.top.wait()


def render(model: Model) -> Frame:
    """The frame of the model."""
    canvas = Canvas(model.rows, model.cols)
    if is_too_small(model.rows, model.cols):
        _draw_too_small(model, canvas)
    else:
        model.top.draw(model, canvas)
    return canvas.frame()


def _draw_too_small(model: Model, canvas: Canvas) -> None:
    need = "need 20x7" if model.cols >= 9 else "20x7" if model.cols >= 4 else "!"
    lines = [need, f"now {model.cols}x{model.rows}"]
    if any(screen.keeps_game() for screen in model.screens):
        lines += ["game is kept", "clock stopped"]
    lines.append(f"{model.keymap.label(model.top.context, Action.QUIT)} quits")
    for row, line in enumerate(lines[: model.rows]):
        canvas.write(row, 0, line, "text")
