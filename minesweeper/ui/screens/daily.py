"""The board of a day: how it is begun or gone on with; and the list of the days that are past."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.daily import daily_board, seconds_left, today
from minesweeper.boards.daily_date import FIRST_DAY
from minesweeper.storage.open_board import FoundDay, find_day, session_of_day
from minesweeper.storage.records import DailyRecord
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.screens.menu import MenuScreen
from minesweeper.ui.screens.waiting import day_text, result_of_day, waiting_of
from minesweeper.ui.widgets.chrome import KeyHint
from minesweeper.ui.widgets.list_screen import Listing, ListScreen, lay_list

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Archive

_HINTS: list[KeyHint] = [(Action.SELECT, "play"), (Action.BACK, "back"), (Action.HELP, "help")]


def open_daily(model: Model, day: date | None = None) -> Model:
    """The model with the board of a day, today's without one: a saved game on it, or a new one."""
    here = tuple(session.id for session in model.top.sessions())
    return model.query(_find, here, day, then=_begin)


class _Found(NamedTuple):
    """What there is of the board of a day, and if it was finished what its card says."""

    day: FoundDay
    record: DailyRecord
    left: float
    """Seconds until the next board."""
    shared: str
    """The text to share, if its game was saved."""


def _find(archive: Archive, here: tuple[str, ...], day: date | None) -> _Found:
    from minesweeper.storage.daily_share import share_of_day
    from minesweeper.storage.statistics import daily_record

    found = find_day(archive, here, day)
    record = daily_record(archive.store, found.day)
    return _Found(found, record, seconds_left(), share_of_day(archive.store, found.day) if record.tries else "")


def _begin(menu: MenuScreen, model: Model, found: _Found) -> Model:
    """The model with the game on a day's board that was saved or waits in the menu; else its card, or a new game."""
    if found.day.game is not None:
        return menu.play_on(model, found.day.game)
    day = found.day.day
    for session in menu.sessions():
        if session.seed == daily_board(day).seed:
            return menu.continue_game(model, waiting_of(session))
    record, kept = found.record, model.cache.daily
    if kept is not None and kept.day == day and kept.tries > record.tries:
        record = kept  # what could not be saved was tried all the same
    if record.tries and not found.day.is_past:
        return model.open_screen(Route.DAILY_CARD, record, found.left, found.shared)
    return begin_daily(model, day, was_tried=found.day.was_tried, is_past=found.day.is_past)


def begin_daily(model: Model, day: date, *, was_tried: bool, is_past: bool = False) -> Model:
    """The model with the board of a day, its first cell opened; a board that is known is not ranked, which is said."""
    texts = ["Everyone plays this board today. Its first cell is open.", "The same for everyone."]
    if is_past:
        texts = [f"The board of {day_text(day)} is known, so this game isn't ranked.", "A past day: not ranked."]
    elif was_tried:
        texts = ["You know this board, so this game isn't ranked.", "A known board: not ranked."]
    return model.open_screen(Route.GAME, session_of_day(day, known=was_tried or is_past), *texts)


# ------------------------------------------------------------------------------
# The days that are past.
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class DaysScreen(ListScreen):
    """The days with a board and what came of each, the latest first."""

    records: tuple[DailyRecord, ...]
    selected: int = 0
    waiting: frozenset[str] = frozenset()
    """The seeds of games that wait to be gone on with."""

    @property
    def context(self) -> Context:
        return Context.MENU

    def listing(self, model: Model) -> Listing:
        titles = ("Daily boards; those of past days are known", "Daily boards")
        return lay_list(model, self.context, self.hints_of(_HINTS), len(self.records), self.selected, titles=titles)

    def line(self, model: Model, number: int, width: int) -> str:
        record = self.records[number]
        text, short = result_of_day(record, daily_board(record.day).seed in self.waiting)
        long = f"{record.day}   {'today, ' if number == 0 else ''}{text}"
        return long if len(long) <= width else f"{record.day} {short}"

    def on(self, number: int) -> DaysScreen:
        return replace(self, selected=number)

    def pick(self, model: Model) -> Model:
        below = model.pop()
        return open_daily(below, self.records[self.selected].day)

    def use(self, model: Model, action: Action) -> Model:
        return model.pop() if action is Action.DAYS else super().use(model, action)


def open_days(model: Model) -> Model:
    """The model with the wish to see the days that have a board."""
    return model.query(_records, then=_show_days)


def _records(archive: Archive) -> tuple[DailyRecord, ...]:
    from minesweeper.storage.statistics import daily_records

    days = range(today().toordinal(), FIRST_DAY.toordinal() - 1, -1)
    return tuple(daily_records(archive.store, [date.fromordinal(number) for number in days]))


def _show_days(menu: MenuScreen, model: Model, records: tuple[DailyRecord, ...]) -> Model:
    waiting = frozenset(game.seed for game in menu.waiting if game.can_continue)
    return model.push(DaysScreen(records, waiting=waiting))
