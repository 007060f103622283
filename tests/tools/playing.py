"""Plays the program's own loop in this process, and keeps the frame that is on screen when the program rests.

Nothing depends on the machine. Time stands still while the program works, so that each job is done in one slice, and
moves only while it rests. The date, the boards and the ids are fixed.
"""

from __future__ import annotations

import contextlib
import hashlib
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, tzinfo
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from minesweeper.solvers.rollouts import deep_guess
from minesweeper.storage.themes import BASE, packaged_themes
from minesweeper.ui.draw.canvas import Frame, Line, line_text
from minesweeper.ui.draw.rgb import DIRECT_COLOURS
from minesweeper.ui.draw.theme import BACKGROUNDS, Look, palette
from minesweeper.ui.terminal.events import Event
from tests.tools.fake_terminal import FakeClock
from tests.tools.monkey.inside import Inside, SteppedScreen
from tests.tools.monkey.steps import Step
from tests.tools.terminal.keys import PASTE_END, PASTE_START, click_bytes, key_bytes

NOON = datetime(2026, 11, 16, 12)
"""The time in UTC at which every session begins."""
_NOON_SECONDS = (NOON - datetime(1970, 1, 1)).total_seconds()
_LOOK_SECONDS = 0.01
"""The seconds that a roll-out takes, on every machine, for a solver that thinks for some time."""
_MOST_SLICES = 100_000

Size = tuple[int, int]
"""Columns and rows."""


class Shot(NamedTuple):
    """The frame after a step, and what else the terminal was asked to do since the step before."""

    step: str
    lines: tuple[Any, ...]
    """Per row what is to be seen: runs with column, text and looks (`looks_of`); as lists, as a file has them."""
    cursor: Any
    asked: tuple[str, ...]

    def text(self) -> str:
        """The frame as text."""
        return "\n".join(line_text(line).rstrip() for line in self.lines)


def to_step(word: str) -> Step:
    """A step from its name: ``K`` a key, ``~0.5`` a rest in seconds, ``left@3,20`` a click on a row and column.

    Also ``paste:text`` and ``size:80x24``.
    """
    kind, _, rest = word.partition(":")
    if len(word) > 1 and word[0] == "~":
        return Step("rest", float(word[1:]))
    if rest and kind == "size":
        cols, rows = rest.split("x")
        return Step("size", [int(rows), int(cols)])
    if rest and kind == "paste":
        data = PASTE_START + rest.encode() + PASTE_END
    elif len(word) > 1 and "@" in word:
        button, _, place = word.partition("@")
        row, col = (int(number) for number in place.split(","))
        data = click_bytes(row, col, button)
    else:
        data = key_bytes(word)
    return Step("send", data.decode("latin-1"))


def play(home: Path, seed: str, size: Size, words: Iterable[str]) -> list[Shot]:
    """Plays the steps. Returns the frame after the start and after each step."""
    player = _Player(home, seed, size, list(words))
    try:
        with _still_world(player.clock):
            player.play(map(to_step, player.words))
    except Exception as error:
        done = ["start", *player.words][: len(player.shots) + 1]
        raise RuntimeError(f"after step {len(done) - 1} ({' '.join(done[-9:])})") from error
    return player.shots


class _Player(Inside):
    """The program as random input plays it, with a terminal that keeps its frames."""

    clock_step = 0.0

    def __init__(self, home: Path, seed: str, size: Size, words: list[str]) -> None:
        super().__init__(home, seed)
        self.size, self.words = size, words
        self.shots: list[Shot] = []

    @property
    def clock(self) -> FakeClock:
        return self._clock

    def _screen(self, steps: Iterator[Step]) -> SteppedScreen:
        return _Camera(steps, self._clock, self)

    def _bytes(self) -> Callable[[int], bytes]:
        return Chance(str(self._seed))


class _Camera(SteppedScreen):
    """A terminal that gives the next step only when the program rests, and first keeps the current frame."""

    def __init__(self, steps: Iterator[Step], clock: FakeClock, owner: _Player) -> None:
        super().__init__(steps, clock, (owner.size[1], owner.size[0]))
        self._player = owner
        self._frame: Frame | None = None
        self._asked: list[str] = []
        self._slices = 0

    def read(self, timeout: float | None) -> Event | None:
        while not self._events:
            if timeout == 0:  # there is work, or something to paint
                self._slices += 1
                assert self._slices < _MOST_SLICES, f"the work does not end after {self._last_step}"
                return None
            self._slices = 0
            left = 0.0 if self._rests_until is None else self._rests_until - self._clock.now
            if left > 0 and timeout is not None:
                self._clock.advance(min(left, timeout) if left - timeout > 1e-9 else left)
                return None
            self._clock.advance(max(0.0, left))
            self._rests_until = None
            self._keep()
            self._step()
            self._take(self._decoder.timeout())
        return self._events.popleft()

    def _keep(self) -> None:
        frame, shots = self._frame, self._player.shots
        assert frame is not None
        lines = tuple(map(visible, frame.lines))
        cursor = None if frame.cursor is None else [*frame.cursor, frame.cursor_visible]
        shots.append(Shot(self._player.words[len(shots) - 1] if shots else "start", lines, cursor, tuple(self._asked)))
        self._asked.clear()

    def paint(self, frame: Frame) -> None:
        self._frame = frame

    def set_palette(self, palette: Mapping[str, Look]) -> None:
        self._asked.append(f"palette {next(name for name, known in palettes().items() if known is palette)}")

    def redraw(self) -> None:
        self._asked.append("redraw")

    def suspend(self) -> None:
        self._asked.append("suspend")

    def bell(self) -> None:
        self._asked.append("bell")

    def copy_to_clipboard(self, text: str) -> bool:
        self._asked.append(f"copy {text}")
        return super().copy_to_clipboard(text)


@cache
def palettes() -> dict[str, Mapping[str, Look]]:
    """The palettes of all themes, by theme, background and number of colours."""
    keys = product(packaged_themes(), BACKGROUNDS, (256, DIRECT_COLOURS, 16, 8, 0))
    return {" ".join(map(str, key)): palette(*key, None) for key in keys}


@cache
def looks_of(style: str) -> str:
    """Describes a style by its look in the first palette and by a short hash of its looks in the others."""
    looks = [tuple(known[style or "page"]) for name, known in palettes().items() if name.startswith(BASE)]
    fg, bg, *marks = ["" if part is None else part for part in looks[0]]
    first = f"{fg}/{bg}{''.join(letter for letter, mark in zip('bdur', marks, strict=True) if mark)}"
    return f"{first} {hashlib.blake2s(repr(looks).encode(), digest_size=3).hexdigest()}"


def visible(line: Line) -> list[list[Any]]:
    """The visible runs of a row.

    Neighbours that look alike are joined, and blanks that look like the page are left out.
    """
    page, runs, end = looks_of("page"), list[list[Any]](), 0
    for col, text, style in line:
        for start, part, looks in ((end, " " * (col - end), page), (col, text, looks_of(style))):
            if runs and runs[-1][2] == looks:
                runs[-1][1] += part
            elif part:
                runs.append([start, part, looks])
        end = col + len(text)
    if runs and runs[-1][2] == page:
        runs[-1][1] = runs[-1][1].rstrip()
    return [run for run in runs if run[1]]


class Chance:
    """A series of random bytes for each length, so that one file name more or less doesn't change the boards."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._rows: dict[int, random.Random] = {}

    def __call__(self, count: int) -> bytes:
        return self._rows.setdefault(count, random.Random(f"{self._seed} {count}")).randbytes(count)


class _Noon(datetime):
    """A date that is the same in all frames, whatever the calendar says."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> _Noon:
        return cls(*NOON.timetuple()[:6], tzinfo=tz)


@contextlib.contextmanager
def _still_world(clock: FakeClock) -> Iterator[None]:
    """Lets all clocks show the time of one clock, in the time zone UTC."""
    start, strftime, gmtime = clock.now, time.strftime, time.gmtime
    monotonic = time.monotonic

    def now() -> float:
        return _NOON_SECONDS + clock.now - start

    def broken_down(seconds: float | None = None) -> time.struct_time:
        return gmtime(now() if seconds is None else seconds)

    with contextlib.ExitStack() as stack:
        for name, function in {
            "time": now,
            "time_ns": lambda: round(now() * 1000) * 1_000_000,
            "monotonic": lambda: clock.now,
            "perf_counter": lambda: clock.now,
            "gmtime": broken_down,
            "localtime": broken_down,
            "strftime": lambda form, moment=None: strftime(form, moment or broken_down()),
        }.items():
            stack.enter_context(mock.patch.object(time, name, function))
        # These take the time from what they were given as they were loaded.
        stack.enter_context(mock.patch("datetime.datetime", _Noon))
        stack.enter_context(_default(deep_guess, monotonic, FakeClock(step=_LOOK_SECONDS)))
        yield


@contextlib.contextmanager
def _default(function: Any, old: object, new: object) -> Iterator[None]:
    """The function with another default value for the argument whose default is this value."""
    before = function.__defaults__
    assert before.count(old) == 1, f"{function} has no such default any more: find where its time comes from now"
    with mock.patch.object(function, "__defaults__", tuple(new if value is old else value for value in before)):
        yield
