"""Today's board: how it is begun or gone on with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from minesweeper.boards.daily import DAILY_SPEC, daily_board, today
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.screens.menu import MenuScreen
from minesweeper.ui.screens.waiting import day_text, waiting_of

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive, RunningGame


@dataclass(frozen=True)
class Today:
    """The day that it is, and what the store knows of its board."""

    day: date
    game: RunningGame | None
    """A saved game on it, to go on with."""
    was_tried: bool = False


def open_daily(model: Model) -> Model:
    """The model with today's board: a saved game on it, or a new one."""
    here = tuple(session.id for session in model.top.sessions())
    return model.ask(find_today, here, then=_begin)


def find_today(archive: Archive, here: tuple[str, ...]) -> Today:
    """What there is of today's board; games that wait in this program are not taken from the saved ones."""
    from minesweeper.storage.statistics import daily_record

    day = today()
    seed = daily_board(day).seed
    saved = [game for game in archive.saves.games() if game.seed == seed and game.id not in here]
    for game in saved:
        taken = archive.saves.take(game.id).value if game.is_free else None
        if taken is not None:
            return Today(day, taken)
    return Today(day, None, was_tried=bool(saved) or daily_record(archive.store, day).tries > 0)


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
    from minesweeper.storage.start import session_of_day

    record = model.shelf.daily
    # What could not be saved was tried all the same.
    known = was_tried or (record is not None and record.day == day and record.tries > 0)
    kind = f"{DAILY_SPEC.width}x{DAILY_SPEC.height} no-guess"
    texts = [f"{day_text(day)}: {kind}, the same for everyone: its first cell is open.", "The same for everyone."]
    if known:
        text = f"The board of {day_text(day)} once more: you know it, so this game is not ranked."
        texts = [text, "Once more: this game is not ranked."]
    return model.go(Route.GAME, session_of_day(day, known=known), *texts)
