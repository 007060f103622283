"""Opens the board of a day, shows the card of today's board after it was played, and lists the past days."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.daily import FIRST_DAY, daily_board, seconds_left, today
from minesweeper.core.text import plural
from minesweeper.core.times import MONTHS, milliseconds_text
from minesweeper.storage.daily import FoundDay, find_day, session_of_day
from minesweeper.storage.records import DailyRecord
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Copy, Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.screens.menu import MenuScreen, day_text, result_of_day, saved_game_of
from minesweeper.ui.widgets.chrome import KeyHint
from minesweeper.ui.widgets.page import ListScreen, Page, PageScreen, PageSpec, Row, blank, entry, prose

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Archive

_HINTS: list[KeyHint] = [(Action.SELECT, "play"), (Action.BACK, "back"), (Action.HELP, "help")]
_CARD = 60
"""The columns of the card, as wide as its hints."""


class _Found(NamedTuple):
    """The stored facts about the board of a day."""

    day: FoundDay
    record: DailyRecord
    left: float
    """Seconds until the next board."""
    shared: str
    """The text to share; empty if no game on the board was saved."""


def open_daily(model: Model, day: date | None = None) -> Model:
    """Opens the board of a day, today if none is given: its card, a saved game on it, or a new game."""
    here = tuple(session.id for session in model.top.sessions())
    return model.query(_find, here, day, then=_begin)


def _find(archive: Archive, here: tuple[str, ...], day: date | None) -> _Found:
    from minesweeper.storage.daily import share_of_day
    from minesweeper.storage.statistics import daily_record

    found = find_day(archive, here, day)
    record = daily_record(archive.store, found.day)
    return _Found(found, record, seconds_left(), share_of_day(archive.store, found.day) if record.tries else "")


def _begin(menu: MenuScreen, model: Model, found: _Found) -> Model:
    if found.day.game is not None:
        return menu.continue_saved(model, found.day.game)
    day = found.day.day
    for session in menu.sessions():
        if session.seed == daily_board(day).seed:
            return menu.continue_game(model, saved_game_of(session))
    if found.record.tries and not found.day.is_past:
        return model.push(DailyCard(found.record, found.left, found.shared))
    return _begin_game(model, day, was_tried=found.day.was_tried, is_past=found.day.is_past)


def _begin_game(model: Model, day: date, *, was_tried: bool, is_past: bool = False) -> Model:
    """Starts a game on the board of a day, with its first cell open, and says if it can't be ranked."""
    texts = ["Everyone plays this board today. Its first cell is open.", "Everyone plays this board."]
    if is_past:
        texts = [f"The board of {day_text(day)} is known, so this game isn't ranked.", "A past day: not ranked."]
    elif was_tried:
        texts = ["You know this board, so this game isn't ranked.", "A known board: not ranked."]
    return model.open_screen(Route.GAME, session_of_day(day, known=was_tried or is_past), *texts)


@dataclass(frozen=True)
class DailyCard(PageScreen):
    """Shows the result of today's board, the days in a row, and the time until the next board."""

    record: DailyRecord
    left: float
    """Seconds until the next board."""
    shared: str = ""
    """The text to share; empty if the game could not be saved."""

    context = Context.DAILY

    def tick(self, model: Model, seconds: float) -> Model:
        return model.with_top(replace(self, left=max(0.0, self.left - seconds)))

    def wait(self) -> float | None:
        # Until the minute that is shown is over.
        return self.left % 60 + 0.01 if self.left else None

    def act_here(self, model: Model, action: Action) -> Model:
        below = model.pop()
        if action is Action.COPY_CODE and self.shared:
            return model.open_screen(Route.CODE, self.shared, "Text to share").with_effect(Copy(self.shared))
        if action is Action.NEW_GAME:
            return _begin_game(below, self.record.day, was_tried=True)
        if action is Action.DAYS:
            return open_days(below)
        return below if action is Action.MAIN_MENU else super().act_here(model, action)

    def page(self, model: Model) -> Page:
        hints: list[KeyHint] = [(Action.COPY_CODE, "share")] if self.shared else []
        hints += [(Action.NEW_GAME, "play it again"), (Action.DAYS, "past days"), (Action.MAIN_MENU, "menu")]
        record = self.record
        result = f"Not won   {record.tries} {'try' if record.tries == 1 else 'tries'}"
        streak = "A new streak starts tomorrow"
        if record.won_at is not None:
            which = "first try" if record.won_at == 1 else f"try {record.won_at}"
            result = f"Won in {milliseconds_text(record.won_ms or 0)}   {which}"
            streak = f"{plural(record.streak, 'day')} in a row"
        rows = [
            prose(result, style="bad" if record.won_at is None else "good"),
            blank(),
            prose(streak),
            prose(*_next_board(self.left), style="text.dim"),
        ]
        titles = [f"Daily  {record.day.day} {MONTHS[record.day.month - 1]}"]
        return self.arrange_page(
            model, PageSpec(titles, rows, [*hints, (Action.HELP, "help")], width=_CARD, is_centred=True)
        )


def _next_board(seconds: float) -> tuple[str, ...]:
    """Says when the next board comes, longest form first."""
    minutes = -(-int(seconds) // 60)
    if not minutes:
        return ("The next board is here",)
    time = f"{f'{minutes // 60} h ' if minutes >= 60 else ''}{minutes % 60} min"
    return f"Next board in {time}", f"Next in {time}"


@dataclass(frozen=True)
class DaysScreen(ListScreen):
    """Lists the days that have a board with the result of each, latest first."""

    records: tuple[DailyRecord, ...]
    selected: int = 0
    waiting: frozenset[str] = frozenset()
    """The seeds of saved games."""

    context = Context.MENU

    @property
    def total(self) -> int:
        return len(self.records)

    def page(self, model: Model) -> Page:
        return self.arrange_list(
            model, PageSpec(("Daily boards; only today's is ranked", "Daily boards"), hints=_HINTS)
        )

    def row(self, model: Model, number: int) -> Row:
        record = self.records[number]
        text, short = result_of_day(record, daily_board(record.day).seed in self.waiting)
        return entry(
            number, (str(record.day), day_text(record.day)), (f"{'today, ' if number == 0 else ''}{text}", text, short)
        )

    def pick(self, model: Model) -> Model:
        return open_daily(model.pop(), self.records[self.selected].day)

    def act_here(self, model: Model, action: Action) -> Model:
        return model.pop() if action is Action.DAYS else super().act_here(model, action)


def open_days(model: Model) -> Model:
    """Opens the list of days over the menu, once their results are read."""
    return model.query(_records, then=_show_days)


def _records(archive: Archive) -> tuple[DailyRecord, ...]:
    from minesweeper.storage.statistics import daily_records

    days = range(today().toordinal(), date.fromisoformat(FIRST_DAY).toordinal() - 1, -1)
    return tuple(daily_records(archive.store, [date.fromordinal(number) for number in days]))


def _show_days(menu: MenuScreen, model: Model, records: tuple[DailyRecord, ...]) -> Model:
    waiting = frozenset(game.seed for game in menu.waiting if game.can_continue)
    return model.push(DaysScreen(records, waiting=waiting))
