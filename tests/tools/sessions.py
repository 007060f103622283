"""Lists the recorded sessions: for each topic a visit to its screens by keys and clicks.

Random keys are the monkey's part. The keys are written out here and not taken from the key map, so that a changed key
shows up as a difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.tools.playing import Size

SIZES: tuple[Size, ...] = ((20, 7), (80, 24), (200, 60))
_NO_GUESS = {"boards": "no-guess"}
_AT_ONCE = {"solver_pause_ms": 0}
_DENSE = {**_AT_ONCE, "presets": {"intermediate": "12x12/30"}}
"""Boards on which logic is soon stuck."""
_WIN = "space E E ~5 ~5"


class Session(NamedTuple):
    """One recorded visit to the screens of a topic."""

    script: str
    """Steps as `to_step` reads them, separated by blanks; ``_`` in a step stands for a blank."""
    settings: Mapping[str, Any] = {}
    """The player's settings file at the start."""
    games: int = 0
    """The number of finished games in the game database at the start."""

    def steps(self) -> list[str]:
        """The steps of the session."""
        return [word.replace("_", " ") if len(word) > 1 else word for word in self.script.split()]


SESSIONS: dict[str, Session] = {
    "menu": Session(
        "down down down down up home end pgup tab shift+tab right right f2 f2 f2 h esc ctrl+l 1 esc m ~1 5 esc m 2 m 5"
    ),
    "settings": Session("0 " + "right ~0.02 down " * 22 + "home left up left h esc 0 y end pgup pgdn enter esc"),
    "help": Session(
        "h down down pgdn pgdn end pgup home / f l a g enter n n esc esc 1 h pgdn pgdn end esc x h end"
        " esc m 9 h esc x 0 h esc x 8 h esc x 7 h esc x 4 f1 esc esc b h esc x"
    ),
    "play": Session(
        "1 space ~0.02 ~0.02 ~0.5 tab f tab space z c ~0.3 l l f3 ~1 f3 left@12,40 ~1 left@5,20 ~1 x down down up h"
        " esc r ~1 size:19x6 ~1 size:80x24 ~1 x n y ~1"
    ),
    "tips": Session("2 t ~1 space ~1 t ~1 t ~1 t t ~0.5 . . , t t ~0.5 t esc tab f t ~1 t t t t t t ~1 t t x esc"),
    "guesses": Session("2 space ~1 E ~5 g ~1 . . g ~1 E ~5 g esc v ~1 v ~1 v tab p ~1 tab p ~1 P f2 ~1", _DENSE),
    "solvers": Session("2 space ~1 k ~1 k K ~1 K e ~1 j ~3 J ~3 f4 up esc z z b y ~1 . . b ~1", _DENSE),
    "won": Session(
        f"1 {_WIN} x ~1 down up esc y t t l 9 esc v ~1 esc a ~1 {_WIN} x esc n space ~1 x delete y ~1 m ~1 h",
        {**_NO_GUESS, **_AT_ONCE, "bell": True},
    ),
    "lost": Session(
        "1 space ~1" + " tab tab space ~0.3" * 10 + " x ~1 down esc y t t z ~1 tab space ~1 x delete y ~1 n"
    ),
    "replay": Session(
        "1 space right right down space tab f ~0.5 tab space tab space tab space tab space ~1 x delete y ~1 v ~1"
        " right right right left end home . , . + + - space ~0.3 ~1 space v v v m down down enter e ~1 h esc x"
    ),
    "statistics": Session(
        "9 ~1 right right right left down down pgdn end home m m a a e c ~1 e j ~1 h esc x 7 ~0.5 down enter ~1",
        games=60,
    ),
    "analysis": Session(
        "e ~0.3 1 1 2 # f * 8 ~0.3 z backspace ~0.3 t ~0.5 . , t ~0.3 g ~0.5 . g v v v l l"
        " paste:ms1-0m5sDGCdFio0h9uE1DL1 ~0.5 y esc h esc paste:nothing esc ~0.3 q"
    ),
}
