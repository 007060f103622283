"""Random input as values, which are made from a seed, written to files and read again. They know no program."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from minesweeper.ui.base.actions import BINDINGS
from tests.tools.terminal.keys import FOCUS_IN, FOCUS_OUT, PASTE_END, PASTE_START, key_bytes, mouse_bytes


class Step(NamedTuple):
    """One thing that happens to the program.

    ``send`` has bytes as Latin-1 text, ``rest`` the seconds after the program has caught up, ``size`` rows and columns,
    and ``signal`` a name. ``kill`` leaves the program no time to save.
    """

    kind: str
    value: Any = None


ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT", "SIGABRT")
_PAUSES = (0.0, 0.0, 0.0, 0.05, 0.5, 0.5, 1.5, 3.0)
_SIZES = ((24, 80), (24, 80), (7, 20), (60, 200), (12, 40), (30, 100))
_QUITTING = frozenset({"q", "ctrl+c"})
_ALL_KEYS = sorted({key for actions in BINDINGS.values() for binding in actions.values() for key in binding.keys})
_OFTEN = "up down left right tab space space space f f c enter enter esc r n j E e k u z v t g p".split()
_JUNK = (
    b"\x1b[999;999;999z",
    b"\x1b]0;a title\x07",
    b"\x1b]52;c;aGVsbG8=\x1b\\",
    b"\x1b[<0;0;0M",
    b"\x1b[<0;99999;99999M",
    b"\x1b[<35;5;5M",
    b"\x1b[M !!",
    b"\x1bP1$r0m\x1b\\",
    b"\x1b[?2026;2$y",
    b"\x1b[?62;4c",
    b"\xff\xfe\x00\xc3",
    b"\xf0\x9f\x92\xa3",
    "é字".encode(),
    b"\x1b[1;9z\x1b[",
    b"\x1bO",
)


class Monkey:
    """Makes steps from a seed. The same seed makes the same steps as long as the program has the same keys."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._size = (24, 80)
        self._keys = [key for key in _ALL_KEYS if key not in _QUITTING]

    def steps(self, events: int) -> Iterator[Step]:
        """Makes this number of events, in batches that end with a rest."""
        done = 0
        while done < events:
            batch = self._batch(min(self._chance.choice((1, 5, 30, 200)), events - done))
            done += len(batch)
            yield from batch
            yield Step("rest", self._chance.choice(_PAUSES))

    def _batch(self, count: int) -> list[Step]:
        chance = self._chance
        roll = chance.random()
        if roll < 0.02:
            return [self._resize()]
        if roll < 0.035:
            return [self._signal()]
        if roll < 0.05:
            return self._typed_number(count)
        return [Step("send", part.decode("latin-1")) for _ in range(count) for part in self._event()][: max(count, 2)]

    def _resize(self) -> Step:
        chance = self._chance
        self._size = chance.choice(_SIZES)
        if chance.random() < 0.3:
            self._size = chance.randint(1, 70), chance.randint(1, 210)
        return Step("size", list(self._size))

    def _signal(self) -> Step:
        chance = self._chance
        if chance.random() < 0.7:
            return Step("signal", chance.choice(("SIGWINCH", "SIGTSTP", "SIGCONT")))
        return Step("kill") if chance.random() < 0.3 else Step("signal", chance.choice(ENDING))

    def _typed_number(self, count: int) -> list[Step]:
        """A number that isn't too large, for forms that ask for one."""
        number = str(self._chance.randint(1, self._chance.choice((9, 40, 40, 300))))
        return [Step("send", text) for text in ("\x15", *number, "\t")][: max(count, 2)]

    def _event(self) -> list[bytes]:
        """The bytes of one event, in the pieces in which they arrive."""
        chance = self._chance
        roll = chance.random()
        if roll < 0.68:
            return [self._key()]
        if roll < 0.88:
            return [self._mouse()]
        if roll < 0.91:
            return [PASTE_START + self._text() + PASTE_END]
        if roll < 0.93:
            return [chance.choice((FOCUS_IN, FOCUS_OUT))]
        if roll < 0.96:
            return [chance.choice(_JUNK)]
        if roll < 0.97:
            return [chance.randbytes(chance.randint(1, 12))]
        whole = chance.choice((self._key(), self._mouse(), PASTE_START + self._text() + PASTE_END))
        place = chance.randint(0, len(whole))
        return [part for part in (whole[:place], whole[place:]) if part]

    def _key(self) -> bytes:
        chance = self._chance
        if chance.random() < 0.003:
            return key_bytes(chance.choice(sorted(_QUITTING)))
        name = chance.choice(_OFTEN if chance.random() < 0.6 else self._keys)
        return key_bytes(name, application=chance.random() < 0.5)

    def _mouse(self) -> bytes:
        chance = self._chance
        rows, cols = self._size
        row, col = chance.randrange(rows), chance.randrange(cols)
        if chance.random() < 0.2:
            return mouse_bytes(row, col, chance.choice((64, 65, 66, 67, 128, 129)))
        button = chance.choice(("left", "left", "left", "right", "middle"))
        press, release = mouse_bytes(row, col, button), mouse_bytes(row, col, button, release=True)
        if chance.random() < 0.7:
            return press + release
        return chance.choice((press, release, mouse_bytes(row, col, button, motion=True)))

    def _text(self) -> bytes:
        chance = self._chance
        return b"".join(
            chance.choice((b"q", b"\x03", b"\r", b"ms1-", b"\x1b[A", b"9", b"\x1a", b"1#\r")) for _ in range(5)
        )


def to_text(steps: Iterable[Step]) -> str:
    """Writes steps as JSON, one on each line."""
    return "\n".join(json.dumps(list(step)) for step in steps) + "\n"


def from_text(text: str) -> list[Step]:
    """Reads the steps that `to_text` wrote."""
    return [Step(*json.loads(line)) for line in text.splitlines()]
