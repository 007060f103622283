"""The screens of daily boards: the card of today's board after it was played, and the calendar of all days.

`open_daily` decides what a player gets who chooses a day: a saved game on its board, the card, or a new game. Only the
first game on today's board is ranked. Games on the boards of past days can be played, but they are games on known
boards.
"""

from __future__ import annotations

from collections.abc import Hashable
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.daily_seed import FIRST_DAY, daily_board, seconds_left, today
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural
from minesweeper.core.times import MONTHS, clock_text, milliseconds_text
from minesweeper.storage.daily_games import FoundDay, days_in_a_row, find_day, session_of_day, share_of_day
from minesweeper.storage.records import DailyRecord
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Copy, Model, replace
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.draw.glyphs import TerminalLooks, Tile
from minesweeper.ui.screens.game_words import day_text, result_of_day, saved_game_of
from minesweeper.ui.screens.menu import MenuScreen
from minesweeper.ui.widgets.chrome import KeyHint, say
from minesweeper.ui.widgets.controls import switch
from minesweeper.ui.widgets.page import (
    AIR,
    MENU_WIDTH,
    NOTE,
    ListScreen,
    Page,
    PageScreen,
    PageSpec,
    Row,
    TableCell,
    blank,
    entry,
    prose,
)

if TYPE_CHECKING:
    from minesweeper.storage import statistics
    from minesweeper.storage.saves_table import Saves
else:
    statistics = LateModule("minesweeper.storage.statistics")

_HINTS: list[KeyHint] = [(Action.SELECT, "play"), (Action.BACK, "back"), (Action.HELP, "help")]
_MONTH_HINTS: list[KeyHint] = [(Action.SELECT, "play"), (Action.PAGE_UP, "month before"), *_HINTS[1:]]


def open_daily(model: Model, day: date | None = None) -> Model:
    """Opens the board of a day, by default of today. If a game on it is saved or was left in this program, this game
    continues. If today's board was played already, its card opens. Otherwise a new game starts.

    The menu must be on top.
    """
    assert isinstance(model.top, MenuScreen)
    here = tuple(session.id for session in model.top.sessions())
    return model.query(find_day, here, day, then=_begin)


def _begin(menu: MenuScreen, model: Model, facts: FoundDay) -> Model:
    """Continues the game on the board of a day, shows the card, or starts a new game, by what the database has."""
    if facts.game is not None:
        return menu.continue_saved(model, facts.game)
    for session in menu.sessions():
        if session.seed == daily_board(facts.day).seed:
            return menu.continue_game(model, saved_game_of(session))
    if facts.record.tries and not facts.is_past:
        return model.query(_make_card, facts.record, then=_show_card)
    return _begin_game(model, facts.day, was_tried=facts.was_tried, is_past=facts.is_past)


def _make_card(saves: Saves, record: DailyRecord) -> DailyCard:
    """Reads what the card of today's board needs from the database, and makes the card."""
    return DailyCard(record, seconds_left(), share_of_day(saves.store, record), _all_days(saves))


def _show_card(menu: MenuScreen, model: Model, card: DailyCard) -> Model:
    return model.push(card)


def _begin_game(model: Model, day: date, *, was_tried: bool, is_past: bool = False) -> Model:
    """Starts a game on the board of a day, with its first cell open.

    If the player has tried this board before (``was_tried``) or the day is over (``is_past``), a message says that the
    game isn't ranked.
    """
    texts = ["Everyone plays this board today. Its first cell is open.", "Everyone plays this board."]
    if is_past:
        texts = [f"The board of {day_text(day)} is known, so this game isn't ranked.", "A past day: not ranked."]
    elif was_tried:
        texts = ["You know this board, so this game isn't ranked.", "A known board: not ranked."]
    return routes.game_screen.open_game(model, session_of_day(day, is_known_board=was_tried or is_past), *texts)


class DailyCard(PageScreen):
    """The result of today's board, how many days in a row the player has won, and the time until the next board."""

    record: DailyRecord
    seconds_left: float
    """The seconds until the next board."""
    shared: str = ""
    """A text about the result that the player can share, or "" if the game couldn't be saved."""
    records: tuple[DailyRecord, ...] = ()
    """The results of all days that have a board, the latest first. The card shows a calendar of the month."""

    context = Context.DAILY

    def tick(self, model: Model, seconds: float) -> Model:
        return model.with_top(replace(self, seconds_left=max(0.0, self.seconds_left - seconds)))

    def wait(self) -> float | None:
        # The time is shown in minutes, so the card has to be drawn again when this minute is over.
        return self.seconds_left % 60 + 0.01 if self.seconds_left else None

    def act_here(self, model: Model, action: Action) -> Model:
        below = model.pop()
        if action is Action.COPY_CODE and self.shared:
            return routes.code.open_code(model, self.shared, "Text to share").with_effect(Copy(self.shared))
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
            streak = days_in_a_row(record.streak)
        rows = [
            prose(result, style="bad" if record.won_at is None else "good"),
            blank(),
            prose(streak),
            prose(*_next_board(self.seconds_left), style="text.dim"),
        ]
        if self.records and not is_compact(model.rows, model.cols):
            month = Month(self.records, record.day, is_tall=False)
            rows += [blank(), *(row._replace(rank=NOTE) for row in month.rows(model.looks))]
        titles = [f"Daily  {record.day.day} {MONTHS[record.day.month - 1]}"]
        return self.arrange_page(model, PageSpec(titles, rows, [*hints, (Action.HELP, "help")], width=MENU_WIDTH))

    def press(self, model: Model, target: Hashable) -> Model:
        """Plays the board of a day of the calendar.

        Today's board is played by its own key, so a click on today does nothing.
        """
        return open_daily(model.pop(), self.records[target].day) if isinstance(target, int) and target else model


def _next_board(seconds: float) -> tuple[str, ...]:
    """When the next board comes, in several forms, the longest first."""
    minutes = -(-int(seconds) // 60)
    if not minutes:
        return ("The next board is here",)
    time = f"{f'{minutes // 60} h ' if minutes >= 60 else ''}{minutes % 60} min"
    return f"Next board in {time}", f"Next in {time}"


class Month(NamedTuple):
    """A calendar of the daily boards of one month. The click target of a day is its index in ``records``."""

    records: tuple[DailyRecord, ...]
    """The results of all days that have a board, the latest first."""
    day: date
    """Any day of the month."""
    is_tall: bool
    """Whether each day has a second row, for its result."""
    waiting: frozenset[str] = frozenset()
    """The seeds of saved games, which tell the days that the player has begun."""

    def rows(self, looks: TerminalLooks) -> list[Row]:
        """A row with the names of the weekdays, then one row for each week, or two and a blank one if the calendar is
        tall.
        """
        width = _TALL_CELL if self.is_tall else _LOW_CELL
        rows = [Row(tuple(TableCell((f" {name}".ljust(width),), "text.dim") for name in _WEEKDAYS), table="calendar")]
        first = self.day.replace(day=1)
        monday = first - timedelta(days=first.weekday())
        while (monday.year, monday.month) <= (self.day.year, self.day.month):
            cells = [self._cell(monday + timedelta(days=number), looks) for number in range(7)]
            if self.is_tall and len(rows) > 1:
                rows.append(blank(AIR))
            for texts in zip(*(texts for _, texts, _ in cells), strict=True):
                week = zip(texts, cells, strict=True)
                rows.append(
                    Row(tuple(TableCell((text,), style, place) for text, (place, _, style) in week), table="calendar")
                )
            monday += timedelta(days=7)
        return rows

    def _cell(self, day: date, looks: TerminalLooks) -> tuple[int | None, tuple[str, ...], str]:
        """The click target, the rows and the style of a day.

        The target is None for days without a board, and days of other months are blank.
        """
        today, place = self.records[0].day, (self.records[0].day - day).days
        is_played_here = 0 <= place < len(self.records)
        if day.month != self.day.month:
            return None, self._lines("", "", ""), "text"
        if not is_played_here:
            return None, self._lines("", f"{day.day:>2}", ""), "border"
        record = self.records[place]
        sign, style = self._sign(place, looks)
        time = clock_text((record.won_ms or 0) / 1000) if record.won_at is not None else ""
        number = f"{day.day:>2} today" if day == today and self.is_tall else f"{day.day:>2}"
        odd = ".odd" if style == "odds" and day.toordinal() % 2 else ""
        return place, self._lines(sign, number, time), f"{style}{odd}"

    def _lines(self, sign: str, number: str, time: str) -> tuple[str, ...]:
        """The texts of a day, one for each of its rows."""
        if not self.is_tall:
            return (f"{sign or ' '}{number:<2} "[:_LOW_CELL].ljust(_LOW_CELL),)
        if len(time) > len("59:59"):
            time = f"{time.split(':')[0]} h"
        return f" {number}".ljust(_TALL_CELL), f" {sign or ' '} {time}".ljust(_TALL_CELL)

    def _sign(self, place: int, looks: TerminalLooks) -> tuple[str, str]:
        """The sign and the style of a day.

        They tell whether its board was won on the day, won later, lost, begun, missed, or is today's and still to play.
        """
        record, glyphs = self.records[place], looks.glyphs
        if record.won_at is not None:
            # The next day counts this one only if its board was won on its own day, and not later.
            is_in_time = place == 0 or self.records[place - 1].earlier > 0
            return (glyphs.flag, "flag.won") if is_in_time else (glyphs.tile(Tile.SAFE)[1], "safe")
        if daily_board(record.day).seed in self.waiting:
            return glyphs.pointer, "guess"
        if record.tries:
            return glyphs.mine, "danger on mined"
        return (glyphs.pointer, "guess") if place == 0 else (glyphs.tile(Tile.HIDDEN)[1], "odds")


_WEEKDAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
_LOW_CELL, _TALL_CELL = 4, 9
"""The columns of a day in a calendar with one row per week, and in a tall one."""


class DaysScreen(ListScreen):
    """All days that have a board, as a calendar of one month.

    A small screen has a list instead, the latest day first.
    """

    records: tuple[DailyRecord, ...]
    selected: int = 0
    """The index of the selected day in ``records``, which is also how many days ago it was."""
    waiting: frozenset[str] = frozenset()
    """The seeds of saved games, which tell the days that the player has begun."""

    context = Context.MENU

    @property
    def total(self) -> int:
        return len(self.records)

    @property
    def day(self) -> date:
        """The selected day."""
        return self.records[self.selected].day

    def page(self, model: Model) -> Page:
        spec = PageSpec(("Daily boards; only today's is ranked", "Daily boards"), hints=_HINTS)
        if is_compact(model.rows, model.cols):
            return self.arrange_list(model, spec)
        for is_tall in (True, False):
            month = Month(self.records, self.day, is_tall, self.waiting)
            rows = [self._summary(model.looks), blank(), *month.rows(model.looks)]
            page = self.arrange_page(model, spec._replace(rows=rows, hints=_MONTH_HINTS, message=say(self.about)))
            if page.is_whole:
                break
        return page

    @property
    def about(self) -> str:
        """The selected day with its result, in words."""
        record = self.records[self.selected]
        text, _ = result_of_day(record, daily_board(record.day).seed in self.waiting)
        return f"{day_text(record.day)}: {'today, ' if self.selected == 0 else ''}{text}"

    def _summary(self, looks: TerminalLooks) -> Row:
        """The row above the calendar: the month, how many of its days were won, and the days in a row."""
        name = f"{MONTHS[self.day.month - 1]} {self.day.year}"
        month = [one for one in self.records if (one.day.year, one.day.month) == (self.day.year, self.day.month)]
        won = sum(one.won_at is not None for one in month)
        streak = self.records[0].streak
        longest = max(streak, *(one.earlier for one in self.records))
        return Row(
            (
                switch(looks, Action.DAYS, (name, f"{name[:3]} {self.day.year}"), len("‹ September 2026 ›")),
                TableCell((days_in_a_row(streak), f"{streak} in a row", "") if streak else ("",), "good"),
                TableCell((f"won {won} of {plural(len(month), 'day')}", f"won {won}", ""), "text.dim"),
                TableCell((f"longest {longest}", "") if longest > streak else ("",), "text.dim"),
            ),
            table="summary",
        )

    def row(self, model: Model, number: int) -> Row:
        record = self.records[number]
        text, short = result_of_day(record, daily_board(record.day).seed in self.waiting)
        return entry(
            number, (str(record.day), day_text(record.day)), (f"{'today, ' if number == 0 else ''}{text}", text, short)
        )

    def moved(self, model: Model, action: Action) -> Hashable:
        """The index of the day that a key leads to.

        In the calendar the arrow keys move by a day or a week, Page Up and Page Down by a month, and Home and End lead
        to the ends of the month.
        """
        if is_compact(model.rows, model.cols):
            return super().moved(model, action)
        days = {Action.LEFT: 1, Action.RIGHT: -1, Action.UP: 7, Action.DOWN: -7}.get(action)
        if days is not None:
            place = self.selected + days
            return place if 0 <= place < self.total else self.selected
        if action in (Action.PAGE_UP, Action.PAGE_DOWN):
            return self._in_month(-1 if action is Action.PAGE_UP else 1)
        if action is Action.ROW_START:
            return self._place_of(self.day.replace(day=1))
        return self._place_of(_end_of_month(self.day)) if action is Action.ROW_END else None

    def _in_month(self, by: int) -> int:
        """The index of the same day in another month, ``by`` months later.

        If that day has no board, it is the nearest day that has one.
        """
        months = self.day.year * 12 + self.day.month - 1 + by
        first = date(months // 12, months % 12 + 1, 1)
        return self._place_of(first.replace(day=min(self.day.day, _end_of_month(first).day)))

    def _place_of(self, day: date) -> int:
        """The index of a day in ``records``, or of the nearest day that has a board."""
        return max(0, min((self.records[0].day - day).days, self.total - 1))

    def turn(self, model: Model, name: Hashable, by: int) -> Model:
        return self.focused_on(self._in_month(by)).show(model)

    def roll(self, model: Model, target: Hashable, by: int) -> Model:
        return super().roll(model, target, by) if is_compact(model.rows, model.cols) else self.turn(model, target, by)

    def pick(self, model: Model) -> Model:
        return open_daily(model.pop(), self.day)

    def act_here(self, model: Model, action: Action) -> Model:
        return model.pop() if action is Action.DAYS else super().act_here(model, action)


def _end_of_month(day: date) -> date:
    """The last day of the month in which a day is."""
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def open_days(model: Model) -> Model:
    """Opens the calendar. It appears when the results have been read. The menu must be on top."""
    return model.query(_all_days, then=_show_days)


def _all_days(saves: Saves) -> tuple[DailyRecord, ...]:
    """Reads the results of all days that have a board, the latest first."""
    days = range(today().toordinal(), date.fromisoformat(FIRST_DAY).toordinal() - 1, -1)
    return tuple(statistics.daily_records(saves.store, [date.fromordinal(number) for number in days]))


def _show_days(menu: MenuScreen, model: Model, records: tuple[DailyRecord, ...]) -> Model:
    """Called with the results of all days. Opens the calendar, which marks the days whose games are saved."""
    waiting = frozenset(game.seed for game in menu.waiting if game.can_continue)
    return model.push(DaysScreen(records, waiting=waiting))
