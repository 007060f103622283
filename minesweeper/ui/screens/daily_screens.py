"""Opens the board of a day, shows the card of today's board after it was played, and lists the past days."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from minesweeper.boards.daily_seed import FIRST_DAY, daily_board, seconds_left, today
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural
from minesweeper.core.times import MONTHS, milliseconds_text
from minesweeper.storage.daily_games import FoundDay, find_day, session_of_day, share_of_day
from minesweeper.storage.records import DailyRecord
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Copy, Model
from minesweeper.ui.base.values import replace
from minesweeper.ui.screens.menu import MenuScreen, day_text, result_of_day, saved_game_of
from minesweeper.ui.widgets.chrome import KeyHint
from minesweeper.ui.widgets.page import MENU_WIDTH, ListScreen, Page, PageScreen, PageSpec, Row, blank, entry, prose

if TYPE_CHECKING:
    from minesweeper.storage import statistics
    from minesweeper.storage.saves_table import Saves
else:
    statistics = LateModule("minesweeper.storage.statistics")

_HINTS: list[KeyHint] = [(Action.SELECT, "play"), (Action.BACK, "back"), (Action.HELP, "help")]
"""The columns of the card, as wide as its hints."""


def open_daily(model: Model, day: date | None = None) -> Model:
    """Opens the board of a day, today if none is given: its card, a saved game on it, or a new game."""
    assert isinstance(model.top, MenuScreen)
    here = tuple(session.id for session in model.top.sessions())
    return model.query(find_day, here, day, then=_begin)


def _begin(menu: MenuScreen, model: Model, facts: FoundDay) -> Model:
    if facts.game is not None:
        return menu.continue_saved(model, facts.game)
    for session in menu.sessions():
        if session.seed == daily_board(facts.day).seed:
            return menu.continue_game(model, saved_game_of(session))
    if facts.record.tries and not facts.is_past:
        return model.query(_make_card, facts.record, then=_show_card)
    return _begin_game(model, facts.day, was_tried=facts.was_tried, is_past=facts.is_past)


def _make_card(saves: Saves, record: DailyRecord) -> DailyCard:
    return DailyCard(record, seconds_left(), share_of_day(saves.store, record.day))


def _show_card(menu: MenuScreen, model: Model, card: DailyCard) -> Model:
    return model.push(card)


def _begin_game(model: Model, day: date, *, was_tried: bool, is_past: bool = False) -> Model:
    """Starts a game on the board of a day, with its first cell open, and says if it can't be ranked."""
    texts = ["Everyone plays this board today. Its first cell is open.", "Everyone plays this board."]
    if is_past:
        texts = [f"The board of {day_text(day)} is known, so this game isn't ranked.", "A past day: not ranked."]
    elif was_tried:
        texts = ["You know this board, so this game isn't ranked.", "A known board: not ranked."]
    return routes.game_screen.open_game(model, session_of_day(day, is_known_board=was_tried or is_past), *texts)


class DailyCard(PageScreen):
    """Shows the result of today's board, the days in a row, and the time until the next board."""

    record: DailyRecord
    seconds_left: float
    """Seconds until the next board."""
    shared: str = ""
    """The text to share; empty if the game could not be saved."""

    context = Context.DAILY

    def tick(self, model: Model, seconds: float) -> Model:
        return model.with_top(replace(self, seconds_left=max(0.0, self.seconds_left - seconds)))

    def wait(self) -> float | None:
        # Until the minute that is shown is over.
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
            streak = f"{plural(record.streak, 'day')} in a row"
        rows = [
            prose(result, style="bad" if record.won_at is None else "good"),
            blank(),
            prose(streak),
            prose(*_next_board(self.seconds_left), style="text.dim"),
        ]
        titles = [f"Daily  {record.day.day} {MONTHS[record.day.month - 1]}"]
        return self.arrange_page(
            model, PageSpec(titles, rows, [*hints, (Action.HELP, "help")], width=MENU_WIDTH, is_centred=True)
        )


def _next_board(seconds: float) -> tuple[str, ...]:
    """Says when the next board comes, longest form first."""
    minutes = -(-int(seconds) // 60)
    if not minutes:
        return ("The next board is here",)
    time = f"{f'{minutes // 60} h ' if minutes >= 60 else ''}{minutes % 60} min"
    return f"Next board in {time}", f"Next in {time}"


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


def _records(saves: Saves) -> tuple[DailyRecord, ...]:
    days = range(today().toordinal(), date.fromisoformat(FIRST_DAY).toordinal() - 1, -1)
    return tuple(statistics.daily_records(saves.store, [date.fromordinal(number) for number in days]))


def _show_days(menu: MenuScreen, model: Model, records: tuple[DailyRecord, ...]) -> Model:
    waiting = frozenset(game.seed for game in menu.waiting if game.can_continue)
    return model.push(DaysScreen(records, waiting=waiting))
