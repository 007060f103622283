"""Random input without a terminal: the program's own loop, decoder and database in this process, with a fast clock.

This plays some thousand events a second. `outside` tests what only a real terminal can show.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

from minesweeper.core.text import start_notice
from minesweeper.storage.paths import data_folder
from minesweeper.storage.settings import load_all
from minesweeper.ui.autosave_service import AutosaveService
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.canvas import Frame
from minesweeper.ui.loop import Outside, run
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.terminal.decoder import Decoder
from minesweeper.ui.terminal.events import Change, Event, Key, Signal
from tests.tools.fake_terminal import FakeClock, FakeTerminal
from tests.tools.monkey.laws import Book
from tests.tools.monkey.steps import Step
from tests.ui.driving import check_frame

CLOCK_STEP = 0.001
LIVES_IN_A_HOME = 60
_SIGNALS: dict[str, Event] = {"SIGWINCH": Change.RESIZE, "SIGTSTP": Change.SUSPEND, "SIGCONT": Change.RESUMED}
_KEYS: dict[Event, Event] = {Key("ctrl+z"): Change.SUSPEND, Key("ctrl+\\"): Signal(int(getattr(signal, "SIGQUIT", 3)))}


class Inside:
    """Plays steps on a program in this process. Raises the first error that is found."""

    clock_step = CLOCK_STEP

    def __init__(self, home: Path, seed: object) -> None:
        self._home = home
        self._seed = seed
        self._clock = FakeClock(step=self.clock_step)
        self.book = Book()
        self.lives = 0

    def play(self, steps: Iterator[Step]) -> None:
        """Plays all steps. If the program ends, it is started again."""
        screen = self._screen(steps)
        with mock.patch.object(os, "urandom", self._bytes()), _in_folder(self._home):
            while not screen.is_done:
                self._live(screen)

    def _screen(self, steps: Iterator[Step]) -> SteppedScreen:
        return SteppedScreen(steps, self._clock)

    def _bytes(self) -> Callable[[int], bytes]:
        """Random bytes from the seed for boards and ids, so that a failure can be repeated."""
        return random.Random(f"boards {self._seed}").randbytes

    def _live(self, screen: SteppedScreen) -> None:
        if self.lives and self.lives % LIVES_IN_A_HOME == 0:
            os.chdir(self._home.parent)  # Windows can't remove the current folder
            shutil.rmtree(self._home)
            self._home.mkdir()
            os.chdir(self._home)
            seen, finished = self.book.seen, self.book.finished
            self.book = Book()
            self.book.seen, self.book.finished = seen, finished
        self.lives += 1
        home = str(self._home)
        environ = {"HOME": home, "LOCALAPPDATA": home, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        loaded = load_all(environ, None)
        keymap, refused = make_keymap(loaded.settings.keys)
        data = data_folder(environ)
        assert data is not None
        folder = Path(data)
        keeper = _Watch(folder, self.book)
        outside = Outside(environ, True, screen.colours, loaded.path)
        looks, _ = outside.style(loaded.settings)
        menu = open_menu(loaded.settings)
        model = Model(*screen.size(), (menu,), loaded.settings, keymap, looks, shipped=loaded.shipped)
        model = model._replace(notice=start_notice([*loaded.problems, *refused]))
        try:
            run(model, screen, self._clock, outside, lambda: (keeper,))
        finally:
            keeper.close()
        self.book.audit(folder)


class _Watch(AutosaveService):
    """The program's own autosave service, which also shows each model to the `Book`."""

    def __init__(self, folder: Path, book: Book) -> None:
        super().__init__(folder)
        self._book = book

    def watch(self, model: Model, now: float) -> Model:
        self._book.look(model)
        return super().watch(model, now)


class SteppedScreen(FakeTerminal):
    """A terminal in memory whose input are steps. After the last step, a signal ends the program."""

    def __init__(self, steps: Iterator[Step], clock: FakeClock, size: tuple[int, int] = (24, 80)) -> None:
        super().__init__(*size, clock=clock)
        self.is_done = False
        self._steps = steps
        self._events: deque[Event] = deque()
        self._decoder = Decoder()
        self._rests_until: float | None = None
        self._has_rested = False
        self._last_step: Step | None = None

    def read(self, timeout: float | None) -> Event | None:
        while not self._events:
            if self._rests_until is not None:
                if timeout is not None and (self._clock.now < self._rests_until or not self._has_rested):
                    self._has_rested = True
                    self._clock.advance(min(timeout, max(0.0, self._rests_until - self._clock.now)))
                    return None
                self._clock.now = max(self._clock.now, self._rests_until)
                self._rests_until, self._has_rested = None, False
                self._take(self._decoder.timeout())
                continue
            self._step()
        return self._events.popleft()

    def _step(self) -> None:
        step = self._last_step = next(self._steps, None)
        if step is None:
            self.is_done = True
            self._events.append(Signal(15))
        elif step.kind == "send":
            self._take(self._decoder.feed(step.value.encode("latin-1")))
        elif step.kind == "rest":
            self._rests_until = self._clock.now + step.value
        elif step.kind == "size":
            self._size = (step.value[0], step.value[1])
            self._events.append(Change.RESIZE)
        elif step.kind == "kill":
            self._events.append(Signal(9))
        else:
            self._events.append(_SIGNALS.get(step.value) or Signal(getattr(signal, step.value, 15)))

    def _take(self, events: list[Event]) -> None:
        self._events.extend(_KEYS.get(event, event) for event in events)

    def paint(self, frame: Frame) -> None:
        check_frame(frame, *self._size)


def memory_folder() -> str | None:
    """A folder in memory if the system has one, because the speed of the disk isn't tested."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@contextlib.contextmanager
def _in_folder(folder: Path) -> Iterator[None]:
    """Changes to a folder meanwhile, because the program exports to the current folder."""
    before = Path.cwd()
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
