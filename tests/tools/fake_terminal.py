"""A terminal and a clock in memory, so that tests play whole games through the loop without waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from minesweeper.ui.draw.canvas import Frame
from minesweeper.ui.draw.theme import Look
from minesweeper.ui.terminal.events import Change, Event, Key


class FakeClock:
    """A clock that moves only by `advance` and, each time it is read, by `step` seconds."""

    def __init__(self, now: float = 1000.0, step: float = 0.0) -> None:
        self.now = now
        self.step = step

    def __call__(self) -> float:
        """The time of the clock in seconds."""
        self.now += self.step
        return self.now

    def advance(self, seconds: float) -> None:
        """Lets time pass."""
        self.now += seconds


@dataclass(frozen=True)
class Wait:
    """A step of a script: no input comes for this number of seconds."""

    seconds: float


@dataclass(frozen=True)
class Meanwhile:
    """A step of a script: something happens outside of the program."""

    happen: Callable[[], None]


Step = Event | Wait | Meanwhile | str


class FakeTerminal:
    """A terminal that plays a script of events. A string in the script is the name of a key.

    At the end of the script the terminal closes. `frames` are all painted frames, `frame` is the last one, and `text`
    is the last one as text. A wait moves the clock, if there is one, exactly as far as the loop asked for, or until the
    next event.
    """

    colours = 256

    def __init__(self, rows: int, cols: int, script: Iterable[Step] = (), *, clock: FakeClock | None = None) -> None:
        self.frames: list[Frame] = []
        self.timeouts: list[float | None] = []
        self.palettes: list[Mapping[str, Look]] = []
        self.suspends = 0
        self._size = (rows, cols)
        self._script = list(script)
        self._clock = clock or FakeClock()
        self._until: float | None = None
        """When the wait at the head of the script ends: the clock moves by itself too."""

    @property
    def frame(self) -> Frame:
        """The last painted frame."""
        return self.frames[-1]

    @property
    def text(self) -> str:
        """The last painted frame as text."""
        return self.frame.text()

    def add(self, *steps: Step) -> None:
        """Appends steps to the script."""
        self._script += steps

    def size(self) -> tuple[int, int]:
        """The number of rows and columns."""
        return self._size

    def read(self, timeout: float | None) -> Event | None:
        """The next event of the script, or None if the script waits longer than the timeout."""
        self.timeouts.append(timeout)
        while self._script and isinstance(step := self._script[0], (Wait, Meanwhile)):
            if isinstance(step, Meanwhile):
                step.happen()
                del self._script[0]
                continue
            now = self._clock.now
            if self._until is None:
                self._until = now + step.seconds
            if timeout is not None and now + timeout < self._until:
                self._clock.advance(timeout)
                return None
            left = max(0.0, self._until - now)
            self._clock.advance(left)
            if timeout is not None:
                timeout -= left
            self._until = None
            del self._script[0]
        if not self._script:
            return Change.CLOSED
        step = self._script.pop(0)
        assert not isinstance(step, (Wait, Meanwhile))
        return Key(step) if isinstance(step, str) else step

    def paint(self, frame: Frame) -> None:
        """Keeps a frame, which must have the size of the screen."""
        assert (frame.rows, frame.cols) == self._size
        self.frames.append(frame)

    def set_palette(self, palette: Mapping[str, Look]) -> None:
        """Keeps the palette."""
        self.palettes.append(palette)

    def suspend(self) -> None:
        """Counts the call. The program continues at once."""
        self.suspends += 1

    def use_mouse(self, on: bool) -> None: ...

    def redraw(self) -> None: ...

    def bell(self) -> None: ...

    def copy_to_clipboard(self, text: str) -> bool:
        """Asserts that the text is printable, and reports it as copied."""
        assert text.replace("\n", "").isprintable()
        return True
