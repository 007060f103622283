"""Today's board: how it is begun or gone on with."""

from __future__ import annotations

from datetime import date

from minesweeper.boards.daily import DAILY_SPEC, daily_board
from minesweeper.storage.start import Today, find_today, session_of_day
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.screens.menu import MenuScreen
from minesweeper.ui.screens.waiting import day_text, waiting_of


def open_daily(model: Model) -> Model:
    """The model with today's board: a saved game on it, or a new one."""
    here = tuple(session.id for session in model.top.sessions())
    return model.ask(find_today, here, then=_begin)


def _begin(menu: MenuScreen, model: Model, found: Today) -> Model:
    """The model with the game on today's board that was saved, or that waits in the menu, or a new one."""
    if found.game is not None:
        return menu.play_on(model, found.game)
    seed = daily_board(found.day).seed
    for session in menu.sessions():
        if session.seed == seed:
            return menu.continue_game(model, waiting_of(session))
    return begin_daily(model, found.day, was_tried=found.was_tried)


def begin_daily(model: Model, day: date, *, was_tried: bool) -> Model:
    """The model with the board of a day, its first cell opened."""
    record = model.shelf.daily
    # What could not be saved was tried all the same.
    known = was_tried or (record is not None and record.day == day and record.tries > 0)
    kind = f"{DAILY_SPEC.width}x{DAILY_SPEC.height}, no-guess"
    text = f"The board of {day_text(day)} ({kind}), the same for everyone: its first cell is open."
    texts = [text, f"The board of {day_text(day)}, the same for everyone.", "The same for everyone."]
    if known:
        text = f"The board of {day_text(day)} once more: you know it, so this game is not ranked."
        texts = [text, "Once more: this game is not ranked."]
    return model.go(Route.GAME, session_of_day(day, known=known), *texts)
