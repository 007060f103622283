"""Every screen of the program in its main states, for tests of laws that hold on all screens and terminal sizes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache

from minesweeper.assist.topics import Topic
from minesweeper.play.lesson_drills import make_lesson
from minesweeper.play.repetition import Schedule
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.coaching import CoachReport, TopicMisses
from minesweeper.storage.lesson_scores import Course
from minesweeper.storage.records import DailyRecord, SavedGame
from minesweeper.ui.base.model import Model, StoreCache, tick
from minesweeper.ui.game.lesson_mode import open_guided, open_lesson
from minesweeper.ui.replay.export import ALL_GAMES, ask_to_export
from minesweeper.ui.replay.lists import Filter, ListPart, ReplaysScreen
from minesweeper.ui.replay.screen import open_replay
from minesweeper.ui.screens.coach_screen import CoachScreen
from minesweeper.ui.screens.daily_screens import DailyCard, DaysScreen
from minesweeper.ui.screens.lesson_list import LessonsScreen
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.screens.saved import SavedScreen
from minesweeper.ui.screens.stats_screen import StatsScreen
from tests.storage.storing import finished
from tests.ui.driving import ASCII, CALM, board, cursor_to, press, start, work
from tests.ui.game_boards import BEGINNER
from tests.ui.replays import lost_game
from tests.ui.screens.test_stats_screen import FOUND

_SAVED = (
    SavedGame("1", "2026-11-16T09:12:33.480Z", True, "expert", "30x16/99", "normal", 161.5, 46),
    SavedGame("2", "2026-11-15T09:12:33.480Z", False, "beginner", "9x9/10", "no-guess", 12.0, 7),
    SavedGame("3", problem="This saved game can't be read: version 9 is from a newer Minesweeper."),
)
_DAYS = tuple(DailyRecord(date(2026, 11, 1 + day), day, day or None, 61_000 * day) for day in range(14, -1, -1))
_GAME_KEYS = {
    "ready": "",
    "running": "r",
    "refused": "r f",
    "tip": "r t",
    "guess": "r g",
    "overlay": "r v",
    "odds": "r v v",
    "what if": "r down down p",
    "question": "r n",
    "reduced": "r l",
    "solved": "r k",
    "bot": "r b",
}
_LISTS = {
    "menu": "",
    "settings": "0",
    "settings, moved": "0 down",
    "keys": "8",
    "keys, far down": "8 " + "down " * 15,
    "keys, waiting": "8 down enter",
    "keys, taken": "8 down enter c",
    "bot set-up": "b",
    "bot set-up, moved": "b down down",
    "help": "h",
    "help, searching": "h / o p e n",
    "help, all keys": "h 1",
    "help, at its end": "h 1 end",
}
_SKETCHES = {
    "": "",
    ", typed": "0 0 1 # # # # # # 1 1 2 f *",
    ", tip": "0 0 1 # # # # # # 1 1 2 t .",
    ", best": "1 1 2 g .",
    ", proved": "1 1 2 v v",
    ", clash": "1 8",
    ", size": "1 m 3 0 x",
    ", too large": "m 9 9 9 x 9 9 9 / 9 enter",
    ", far": "m 9 9 x 9 9 / 9 9 enter end 3",
}
_FORMS = {"": "", " of the mines": " down down", ", wrong": " down down 9 9 9 9 9 9", ", typed wrong": " down down x"}


REPORT = CoachReport(
    Course(schedules={Topic.HOLE: Schedule(1, 5), Topic.ONE_ONE: Schedule(1, 5)}, today=9),
    "Expert no-guess",
    20,
    (TopicMisses(Topic.ONE_TWO, 9, 4),),
    *(14, 11, ("a-game", 1), ()),
    "Next step: Expert no-guess, 2 of 3 wins. It also needs mine total.",
)
"""What the coach says about some games, with all three lines."""


def _keys(model: Model, text: str) -> Model:
    for key in text.split():
        model = press(model, key)
        if key not in ("y", "p"):
            model = work(model) if model.top.work(model) else model
    return work(model) if model.top.work(model) else model


def game(cols: int, rows: int, keys: str = "r") -> Model:
    """A game over the menu, after these keys. The cursor begins on a cell that opens a region."""
    model = start(board(BEGINNER), cols, rows, looks=ASCII)
    model = model._replace(screens=(open_menu(), *model.screens), cache=StoreCache(replays=3))
    return _keys(cursor_to(model, 4, 0), keys)


def lost(cols: int, rows: int) -> Model:
    """A game lost although a safe cell was provable, after the time in which keys are ignored."""
    return tick(work(press(cursor_to(game(cols, rows), 6, 1), "r")), 0.5)


def menu(cols: int, rows: int) -> Model:
    """The menu of a player who has played before."""
    return Model(rows, cols, (open_menu(),), CALM, looks=ASCII, cache=StoreCache(replays=3))


@cache
def every_screen(cols: int, rows: int) -> tuple[tuple[str, Model], ...]:
    """All screens by name, made only once for each terminal size, because no test can change a model."""
    return tuple(_every_screen(cols, rows))


def _every_screen(cols: int, rows: int) -> Iterator[tuple[str, Model]]:
    first = menu(cols, rows)
    for name, keys in _LISTS.items():
        yield name, _keys(first, keys)
    for name, keys in _FORMS.items():
        yield f"form{name}", _keys(first, f"4{keys}")
    for name, keys in _GAME_KEYS.items():
        yield name, game(cols, rows, keys)
    end = lost(cols, rows)
    helped = game(cols, rows, "r t t")
    yield from {"lost": end, "why": press(end, "t"), "code": press(end, "y"), "what next": press(end, "x")}.items()
    yield from {"pause": game(cols, rows, "r x"), "pause after help": press(helped, "x")}.items()
    yield "what next after help", press(tick(press(helped, "x", "delete"), 0.5), "x")
    yield "moves of a game", press(helped, "f4")
    yield "bot, playing", press(game(cols, rows), "b", "y")
    yield "moves of a game, moved", press(game(cols, rows, "r k k k k"), "f4", "home", "down")
    yield "menu, games wait", first.with_cache(StoreCache(replays=3, waiting=_SAVED, daily=_DAYS[0]))
    yield "daily", first.push(DailyCard(_DAYS[0], 13_345.0, "Minesweeper daily"))
    yield "days", first.push(DaysScreen(_DAYS, 3))
    yield "saved", first.push(SavedScreen(_SAVED))
    yield "saved, asking", press(first.push(SavedScreen(_SAVED)), "delete")
    part = ListPart(Filter(), 1, 0, (lost_game(),), 1_794_820_353.0)
    yield "replays", first.push(ReplaysScreen(part))
    yield "replays, asking", press(first.push(ReplaysScreen(part)), "delete")
    yield from _replays(first)
    yield "lessons", first.push(LessonsScreen(Course()))
    yield "lessons, right column", press(first.push(LessonsScreen(Course())), "right")
    lesson = open_lesson(first.push(LessonsScreen(Course())), Course(), run_to_end(make_lesson(Topic.TWO_CLUES, 1)))
    shown, wrong = _keys(lesson, "t t t t"), _keys(lesson, "tab f enter")
    yield from {"lesson": lesson, "lesson, shown": shown, "lesson, wrong": wrong}.items()
    yield from {"coach": first.push(CoachScreen(REPORT)), "coach, moved": first.push(CoachScreen(REPORT, 1))}.items()
    yield "lesson, moved", press(lesson, "tab")
    guess = open_lesson(first.push(LessonsScreen(Course())), Course(), run_to_end(make_lesson(Topic.GUESS, 1)))
    shown, wrong = _keys(guess, "t t t t ."), _keys(guess, "space enter")
    yield from {"guessing": guess, "guessing, shown": shown, "guessing, wrong": wrong}.items()
    clicks = open_lesson(first.push(LessonsScreen(Course())), Course(), run_to_end(make_lesson(Topic.CHORDS, 1)))
    yield from {"clicks": clicks, "clicks, counted": _keys(clicks, "f")}.items()
    guided = open_guided(first)
    steps = {"": guided, ", done": _keys(guided, "space"), ", next": _keys(guided, "space enter t")}
    yield from ((f"guided{name}", model) for name, model in steps.items())
    for name, keys in _SKETCHES.items():
        yield f"analysis{name}", _keys(first, f"e {keys}")
    for page in range(3):
        yield f"statistics {page}", press(first.push(StatsScreen(FOUND)), *["pgdn"] * page)
    yield "export", ask_to_export(first.push(StatsScreen(FOUND)), ALL_GAMES)


def _replays(first: Model) -> Iterator[tuple[str, Model]]:
    replay = work(open_replay(first, lost_game(), "14 Nov 21:07", is_kept=False))
    yield "replay", replay
    yield "replay, odds", _keys(replay, "right v v")
    yield "replay, end", work(press(replay, "end"))
    yield "moves", press(replay, "m")
    wide = board("\n".join(["*" + "." * 299, *["." * 300] * 99])).open_cell(15_150).give_up()
    yield "replay, wide", work(open_replay(first, finished(wide), "14 Nov 21:07", is_kept=False))
