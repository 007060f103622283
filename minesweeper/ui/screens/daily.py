"""Today's board: how it is begun or gone on with, and what the menu says about it. Loaded only when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from minesweeper.boards.daily import daily_board, today
from minesweeper.core.times import clock_text
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.words import MONTHS
from minesweeper.ui.screens.keeping import Taken

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive
    from minesweeper.storage.values import DailyRecord, SavedGame
    from minesweeper.ui.game.screen import GameScreen


@dataclass(frozen=True)
class StartDaily:
    """Play today's board: go on with a saved game on it, or begin one."""

    here: tuple[str, ...] = ()
    """The games that wait in this program, and so are not taken from the saved ones."""

    def put(self, archive: Archive) -> Taken:
        """The day that it is now, and what the store knows of its board."""
        from minesweeper.storage.statistics import daily_record

        day = today()
        seed = daily_board(day).seed
        saved = [game for game in archive.saves.games() if game.seed == seed and game.id not in self.here]
        for game in saved:
            taken = archive.saves.take(game.id).value if game.is_free else None
            if taken is not None:
                return Taken(taken)
        return Taken(None, day=day, was_tried=bool(saved) or daily_record(archive.store, day).tries > 0)


def begin_daily(day: date, model: Model, *, was_tried: bool) -> GameScreen:
    """The screen of the board of a day, its first cell opened."""
    from minesweeper.storage.start import session_of_day
    from minesweeper.ui.game.screen import GameScreen, start_game

    record = model.shelf.daily
    # What could not be saved was tried all the same.
    known = was_tried or (record is not None and record.day == day and record.tries > 0)
    screen = start_game(session_of_day(day, known=known), model)
    text = f"The board of {day_text(day)}, the same for everyone: its first cell is open."
    if known:
        text = f"The board of {day_text(day)} once more: you know it, so this game is not ranked."
    return GameScreen(replace(screen.state, message=text))


def day_text(day: date) -> str:
    """A day as the menu names it."""
    return f"{day.day} {MONTHS[day.month - 1]}"


def about_daily(record: DailyRecord, waiting: Sequence[SavedGame] = ()) -> list[str]:
    """What the menu says about today's board, the longest form first; a game on it may wait to be continued."""
    day, seed = day_text(record.day), daily_board(record.day).seed
    if record.won_at is not None and record.won_ms is not None:
        time = clock_text(record.won_ms / 1000)
        text, short = f"won in {time}", f"won {time}"
        if record.won_at > 1:
            text = f"won at try {record.won_at}"
    elif record.tries:
        text, short = f"not won yet, tried {'once' if record.tries == 1 else f'{record.tries} times'}", "tried"
    elif any(game.seed == seed for game in waiting):
        text, short = "begun, goes on where you left it", "begun"
    else:
        text, short = "not played yet", day
    row = f", {record.streak} days in a row" if record.streak > 1 else ""
    return [f"{day}: {text}{row}", f"{day}: {text}", text, short]
