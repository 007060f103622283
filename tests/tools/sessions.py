"""What is recorded: for each topic a visit to its screens by keys, then walks of random keys and clicks from there.

The sentences of tips and solvers stand in few topics, so that a change of theirs leaves the other records as they are.
The keys are written out here and not taken from the key map: another key there must not make other walks.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tests.tools.playing import Size

SIZES: tuple[Size, ...] = ((20, 7), (40, 12), (80, 24), (100, 30), (200, 60))
_RESTS = (0.02, 0.3, 0.3, 1.2)
_MOVES = "up down left right home end tab shift+tab"
_LIST = "up down up down home end pgup pgdn enter enter esc"
_PLAY = f"{_MOVES} {_MOVES} space space r f f c enter n y z x l m f3"
_NO_GUESS = {"boards": "no-guess"}
_AT_ONCE = {"solver_pause_ms": 0}
_DENSE = {**_AT_ONCE, "presets": {"intermediate": "12x12/30"}}
"""Boards on which logic is soon stuck."""
_WIN = "space E ~5 ~5"


class Session(NamedTuple):
    """One topic."""

    script: str
    """The visit: steps as `to_step` reads them, parted by blanks; ``_`` in a step stands for a blank."""
    way: str
    """From the menu to where a walk begins; the first one begins where the visit ends."""
    keys: str
    """What a walk presses; one that is written twice is pressed twice as often."""
    settings: Mapping[str, Any] = {}
    """The player's file at the start."""
    games: int = 0
    """So many finished games are in the store at the start."""
    clicks: float = 0.2
    """The share of the mouse in the steps of a walk."""
    walk: int = 22
    """How many steps each walk has."""
    walks: int = 3

    def steps(self, name: str, size: Size) -> Iterator[str]:
        """The names of all steps at a size."""
        chance = random.Random(f"walk {name} {size}")
        yield from _words(self.script)
        for number in range(self.walks):
            if number:
                yield "signal:SIGTERM"  # the program starts anew, with the menu
                yield from _words(self.way)
            for _ in range(self.walk):
                yield self._any_step(chance, size)

    def _any_step(self, chance: random.Random, size: Size) -> str:
        if chance.random() < 0.2:
            return f"~{chance.choice(_RESTS)}"
        return _click(chance, size) if chance.random() < self.clicks else chance.choice(self.keys.split())


def _words(script: str) -> list[str]:
    return [word.replace("_", " ") if len(word) > 1 else word for word in script.split()]


def _click(chance: random.Random, size: Size) -> str:
    cols, rows = size
    place = f"{chance.randrange(rows)},{chance.randrange(cols)}"
    # Mostly near the middle, where a board stands.
    if chance.random() < 0.6:
        place = f"{int(chance.triangular(0, rows))},{int(chance.triangular(0, cols))}"
    kinds = [*"left left left left right right middle press drag".split(), "wheel up", "wheel down"]
    return f"{chance.choice(kinds)}@{place}"


SESSIONS: dict[str, Session] = {
    # The menu and what lies behind it.
    "menu": Session(
        "down down down down up home end pgup tab shift+tab right right f2 f2 f2 h esc ctrl+l 1 esc m ~1 5 esc m 2 m 5",
        "down ~1",
        f"{_LIST} right left f2 1 2 5 h esc esc m d a",
    ),
    "custom": Session(
        "4 down down down down down down down down up 4 ctrl+u 1 2 tab 9 tab 1 0 tab right tab right tab K 7 tab"
        " f1 esc up up up up delete x 9 9 9 9 tab 0 enter esc 4 left right tab ctrl+u 9 tab 1 1 enter ~1 space ~1",
        "4",
        "tab tab up down left right 1 2 5 9 0 % x backspace delete enter f1 4 a",
    ),
    "daily": Session(
        "6 ~1 space ~2 x m ~1 6 ~1 x b b ~1 enter esc m ~1 up down p ~1 down down pgdn up h esc esc p ~1 esc 6 ~2",
        "6",
        f"{_MOVES} f space x 6 esc enter m",
        walk=10,
        walks=2,
    ),
    "saved": Session(
        "1 space ~1 x m 2 space ~2 x m 5 ~1 down down up h esc enter ~1 x m 5 delete delete y ~1",
        "1 space ~1 x m 2 space ~1 x m 5",
        f"{_LIST} delete backspace h 5 5 y n m x e",
    ),
    "replays": Session(
        f"1 {_WIN} n {_WIN} m 7 ~1 down up right right left r r r h esc e n e c ~1 e j ~1 delete n delete y ~1 enter",
        "7",
        f"{_LIST} right left a d r e c j n delete y x 7 7",
        _NO_GUESS,
        12,
    ),
    "lessons": Session(
        "t ~0.5 down up h esc enter ~1 t ~0.5 enter ~1 tab f ~0.5 n ~1 h esc l tab space ~0.5 esc down enter ~1 f5 : 1"
        " space 1 enter shift+tab f ~0.5 enter ~1 n ~1 q end enter ~1 t ~0.5 x q",
        "t down enter ~1",
        f"{_MOVES} f space enter n t l tab f5 esc enter h esc : 3",
    ),
    "analysis": Session(
        "e ~0.3 1 1 2 # f * 8 ~0.3 z backspace ~0.3 t ~0.5 . , t ~0.3 g ~0.5 . g v v v l l m 3 0 x 1 6 / 9 9 enter ~0.5"
        " + - : 3 space 4 enter tab shift+tab 3 ~0.5 paste:ms1-0m5sDGCdFio0h9uE1DL1 ~0.5 y esc h esc paste:nothing n z"
        " m x enter esc ~0.3 q e ~0.5 esc 1 space f6 ~0.5 1 ~0.3 esc",
        "e ~0.3",
        f"{_MOVES} 0 1 1 2 3 8 # space f * . , backspace z z n m t g v l y esc h : + -",
        walk=16,
    ),
    "replay": Session(
        "1 space right right down space tab f ~0.5 tab space tab space tab space tab space ~1 x b b ~1 v ~1"
        " right right right left end home . , . + + - space ~0.3 ~1 space v v v m down down enter e ~1 h esc x",
        "7 enter",
        "right right left home end space p + - . , v m w s up down enter e r",
    ),
    "statistics": Session(
        "9 ~1 right right right left down down pgdn end home m m a a e c ~1 e j ~1 h esc x 9 ~0.5",
        "9",
        "left right right up down pgup pgdn home end m m a a e c j 9 9 d w s",
        games=60,
    ),
    "first statistics": Session(
        f"9 esc 7 esc 1 {_WIN} 9 right esc m ~1 9 ~1 esc 7 enter ~2",
        "9",
        "9 7 esc enter right left up down m a",
        _NO_GUESS,
        walks=2,
    ),
    "settings": Session(
        "0 " + "right ~0.02 down " * 22 + "home left up left h esc 0 y end pgup pgdn enter esc 1 space ~1 x m",
        "0",
        "up down down down home end pgup pgdn enter esc left right left right a d 0 0 y 0",
    ),
    "keybindings": Session(
        "8 down right down enter Q y down down enter f7 delete y delete 0 y 2 y ~1 1 y right right left end home h esc"
        " x 1 h end esc esc m",
        "8",
        "up down down down end pgdn enter left right right enter f5 f6 g G j k delete backspace 0 1 2 y n 8",
    ),
    "help": Session(
        "h down down pgdn pgdn end pgup home / f l a g enter n n / z z z enter esc esc 1 h pgdn pgdn end esc x h end"
        " esc m 9 h esc x 0 h esc x 8 h esc x 7 h esc x 4 f1 esc esc b h esc x",
        "h",
        "up down w s k j pgup pgdn space b home end / n n f c enter h h",
    ),
    # The game as a player plays it.
    "play": Session(
        "1 space ~0.02 ~0.02 ~0.5 tab f tab space z c ~0.3 m m l l f3 ~1 f3 shift+left shift+up A W D S pgdn pgup ~12",
        "1 space",
        _PLAY,
    ),
    "mouse": Session("2 ~1 left@12,40 ~1 left@5,20 ~1 m ~0.5 m", "1 ~1 space", "tab space f z m", clicks=1.0),
    "expert": Session("3 space ~1 tab tab f tab space ~1 end home pgdn l ~1 l", "3 space ~1", _PLAY),
    "custom large": Session("4 enter ~1 space ~1 end pgdn ~0.1 l home", "4 enter space", f"{_PLAY} W A S D", walks=2),
    "tiny": Session("1 ~0.5 space ~1 f ~1", "1", _PLAY, {"presets": {"beginner": "2x2/1"}, "motion": "none"}),
    "questions": Session(
        "1 space ~1 tab f f f tab f f ~1 c",
        "1 space ~1",
        f"{_PLAY} f f f tab",
        {"question_marks": True, "cell_size": "4x2", "live_counters": True, "bell": True, "mouse_opens_on": "press"},
    ),
    "plain looks": Session(
        "1 space ~0.1 ~1 tab f x ~1 r x b b ~1 x enter m 0 right right right right left left",
        "1 space",
        f"{_PLAY} v x b b x",
        {"glyphs": "ascii", "frame": "ascii", "theme": "mono", "motion": "reduced"},
        walks=2,
    ),
    "rich looks": Session(
        "2 space ~1 tab f ~1 x ~1 r",
        "2 space",
        f"{_PLAY} x esc",
        {"glyphs": "nerd", "theme": "colour-blind", "background": "light", "numbers": False, "terminal_cursor": "on"},
        walks=2,
    ),
    "pause": Session(
        "1 space ~1 x down down up end home h esc r ~1 x r focus:out ~1 r signal:SIGTSTP ~1 r x n y ~1"
        " space x b b ~1 x",
        "1 space x",
        "x x r r esc enter up down n b m 1 space focus:out focus:in",
    ),
    "sizes": Session(
        "1 space ~1 size:19x6 ~1 size:10x3 size:3x1 size:80x24 ~1 x size:30x9 size:20x7 r size:200x60 9 esc h"
        " size:50x15 esc m size:20x7 size:19x7 size:60x20 7 size:20x7 esc 0 size:25x8 size:60x20 esc 8 size:20x7",
        "1 space",
        "size:20x7 size:40x12 size:80x24 size:57x18 size:100x30 size:8x4 1 x r space tab 0 8 9 h esc esc m",
        clicks=0.1,
    ),
    "won": Session(
        f"1 {_WIN} x ~1 down up esc y t t l 9 esc v ~1 esc a ~1 {_WIN} x esc n space ~1 x b b ~1 m ~1 h",
        f"1 {_WIN}",
        "x esc up down enter y l v 9 a n z tab E",
        {**_NO_GUESS, **_AT_ONCE, "bell": True},
    ),
    "lost": Session(
        "1 space ~1" + " tab tab space ~0.3" * 10 + " x ~1 down esc y z ~1 tab space ~1 x b b ~1 a ~1 n",
        "2 space ~1" + " tab space" * 8,
        "x esc up down enter y z l v 9 a n space tab space",
    ),
    "no-guess": Session(
        "1 ~0.5 space ~1 n y ~0.5 2 space ~1 x m 2 right ~0.1 space ~1 n y esc x m 3 ~1 space ~1 n y right space ~1",
        "2 right space ~1",
        "space tab f x n y m 1 2 r esc",
        _NO_GUESS,
        walk=14,
    ),
    # What helps the player: here stand the sentences.
    "tips": Session(
        "2 t ~1 space ~1 t ~1 t ~1 t t ~0.5 t t ~0.5 t esc tab f t ~1 t t t t t t ~1 t t x esc",
        "2 space t",
        f"{_MOVES} space f c esc t t t t t t t t t t t t",
    ),
    "tips on an expert board": Session(
        "3 space ~1 t t t t ~1 t t t t f t t t t t t t t ~1",
        "3 space t",
        f"{_MOVES} f t t t t t t t t t t t t",
        walks=4,
    ),
    "tips by level": Session(
        "1 space f2 ~1 t t f2 t t k f2 t t K ~1 f2 t ~1 t v p",
        "1 space f2",
        "t t t f2 f2 tab space f v k K esc",
        _DENSE,
    ),
    "guesses": Session(
        "2 space ~1 E ~5 g ~1 g ~1 E ~5 g esc g g E ~5 g g ~1 E ~5 g ~2 t ~1",
        "2 space E g",
        f"{_MOVES} g g g g g E esc t v",
        _DENSE,
    ),
    "long thoughts": Session(
        "2 space ~1 E ~1 g ~1 g E ~1 g ~1 g E ~1 t t g g",
        "2 space E",
        "g g E esc t",
        {**_DENSE, "think": 1},
        walk=4,
        walks=2,
    ),
    "overlay": Session(
        "1 space ~1 v ~1 v ~1 right down v v v ~0.3 tab v l esc v tab space ~1 v v",
        "2 space v",
        f"{_MOVES} v v v v space f l esc tab",
        _DENSE,
    ),
    "what-if": Session(
        "1 space ~1 tab p ~1 tab p ~1 y ~1 o ~1 tab tab p y ~1 p esc v p o f p",
        "2 space tab p",
        f"{_MOVES} p p p p p y y y o v space tab tab tab",
        _DENSE,
    ),
    "simple steps": Session(
        "2 space ~1 k ~1 k k k ~1 j ~1 ~3 k ~1 z z k j esc ~1", "2 space k", f"{_MOVES} k k k k k k j ~2 z f"
    ),
    "smart steps": Session(
        "2 space ~1 K ~1 K i K ~1 J ~1 ~3 K ~1 u ~3 z z K J esc ~1", "2 space K", f"{_MOVES} K K K K K K J ~2 z f"
    ),
    "exact steps": Session(
        "2 space ~1 e ~1 e e e ~1 E ~1 ~3 e ~1 E ~3 z z e E esc ~1", "2 space e", f"{_MOVES} e e e e e e E ~2 z f"
    ),
    "steps at once": Session(
        "2 space k K e f j z J z E z n y", "3 space", f"{_MOVES} f k K e k K e z z space j J E", _DENSE, walks=2
    ),
    "unlock": Session(
        "2 space ~1 E ! ~1 ! y ~1 E ! ~1 E ! ~1 E ! ~1 x", "2 space E !", f"{_MOVES} ! ! ! E E E ~4 z tab space", _DENSE
    ),
    "bot": Session(
        "1 b ~0.5 ~1 + + ~1 space ~1 . . right v l - - b ~1 b ~3 g 2 n b ~0.3 ~2 f4 esc h esc ~9 n b x ~1 x",
        "1 b",
        "b b space . + - v l g ~2 ~5 f4 x n y",
    ),
    "bot set-up": Session(
        "b right right down right down right down right right left end home h esc enter ~0.5 ~1 space . . v space ~9 ~9"
        " f4 esc esc b",
        "b",
        "up down left right left right enter b b ~2 ~9 space . + - g x n",
        {"bot_speed": 40},
    ),
    "work in progress": Session(
        "3 ^space ~1 ^t ~1 ^g ~1 ^v ~1 tab ^p ~1 o ^e ~1 ^E ^tab ~5 ^! y ~1 ^b ~1 b x ^b ~1 ^v ~1 m right 3 ^space ^esc"
        " space ~1 ^n ^y 9 ^e ^c ^x 7 ^enter",
        "3 ^space",
        "^t ^g ^v ^p ^e ^E ^k ^J ^! ^b ^space tab esc space y ~1",
        walk=16,
        walks=2,
    ),
    "trace": Session(
        "1 space ~1 k K e f4 ~1 down pgdn end home up esc j ~3 E ~5 f4 pgdn pgdn end h esc x x down down down enter"
        " esc",
        "1 space K ~1 e ~1 j ~1 E ~2 f4",
        "up down w s pgup pgdn space b home end f4 k K e x",
    ),
    "code": Session(
        "3 space ~1 x b b ~1 y ~1 down pgdn end home up h esc esc y esc n",
        "3 space ~1 x b b ~1 y",
        "up down w s pgup pgdn home end y x esc h",
        walk=12,
        walks=2,
    ),
    "move list": Session(
        f"1 {_WIN} v ~1 m ~1 down down pgdn end up enter ~1 m home h esc esc right right m enter ~1 v m",
        "7 enter m",
        "up down pgup pgdn home end enter esc m m right left v",
        _NO_GUESS,
    ),
    "reviews": Session(
        "1 space ~1 tab space tab space" + " tab tab space ~0.3" * 10 + " ~2 t t t v ~1 end . . , , v v v ~1 m ~1",
        "7 enter",
        "t left right . , v m end home up down",
    ),
}
