"""What is kept, as the menu and its lists tell it: games that wait, and today's board. Loads no storage by itself.

Tested in tests/ui/screens/test_saved.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.boardspec import NO_GUESS
from minesweeper.core.text import plural
from minesweeper.core.times import clock_text
from minesweeper.storage.records import DailyRecord, SavedGame
from minesweeper.ui.draw.words import MONTHS, board_name_of

if TYPE_CHECKING:
    from datetime import date

    from minesweeper.play.session import Session
    from minesweeper.storage.saves_table import Archive, RunningGame


class Taken(NamedTuple):
    """A saved game to go on with, or why there is none."""

    game: RunningGame | None
    problem: str | None = None


def find_saved(archive: Archive, game_id: str | None) -> Taken:
    """A saved game to go on with, this program's from now on; without an id the newest that nobody is playing."""
    if game_id is None:
        newest = archive.saves.newest()
        if newest is None:
            return Taken(None, archive.store.problem or "There is no saved game to continue.")
        game_id = newest.id
    written = archive.saves.take(game_id)
    return Taken(written.value, written.problem if written.value is None else None)


def waiting_of(session: Session) -> SavedGame:
    """A game that waits in this program, as lists of saved games show it."""
    return SavedGame(
        session.id,
        name=session.name,
        board=str(session.spec),
        mode=session.label or session.boards,
        elapsed=session.elapsed,
        mines_left=session.game.mines_left,
        seed=session.seed,
        percent=100 * session.game.opened.bit_count() // session.game.safe_total,
        clicks=session.clicks.total,
    )


def waiting_name(waiting: SavedGame) -> str:
    """What a game that waits is called: its preset or size, and of a daily board its day, since several may wait."""
    from datetime import date

    from minesweeper.boards.daily import daily_board

    name, text = board_name_of(waiting.name, waiting.board), waiting.seed.rpartition(" ")[2]
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return name
    return f"{name} {day_text(day)}" if waiting.seed == daily_board(day).seed else name


def about_waiting(waiting: SavedGame) -> list[str]:
    """What is said about a game that waits, the longest form first."""
    if waiting.problem is not None:
        return [waiting.problem, "can't be read", "-"]
    name, time = waiting_name(waiting), clock_text(waiting.elapsed)
    if not waiting.is_free:
        texts = [f"{name}, {time} played, in another program", f"{name}, in another program", f"{name} elsewhere"]
        return [*texts, f"{board_name_of(waiting.name, waiting.board)} elsewhere", time]
    left = plural(waiting.mines_left, "mine")
    return [f"{name}, {time} played, {left} left", f"{name}, {time} played", f"{name} {time}", time]


def day_text(day: date) -> str:
    """A day as the menu names it."""
    return f"{day.day} {MONTHS[day.month - 1]}"


def about_daily(record: DailyRecord, waiting: Sequence[SavedGame] = ()) -> list[str]:
    """What the menu says about today's board, the longest form first; a game on it may wait to be continued."""
    from minesweeper.boards.daily import DAILY_SPEC, daily_board  # the first frame is painted before that is known

    day = day_text(record.day)
    begun = any(game.seed == daily_board(record.day).seed for game in waiting)
    text, short = result_of_day(record, begun)
    row = f", {record.streak} days in a row" if record.streak > 1 else ""
    if not short:
        board = f"{DAILY_SPEC.width}x{DAILY_SPEC.height} {NO_GUESS}"
        forms = [f"{board}, {text}{row}", f"{text}{row}", *[f"new{row}"] * bool(row), f"{board}, {text}", text]
        return [*(f"{day}: {form}" for form in forms), day]
    return [f"{day}: {text}{row}", f"{day}: {text}", f"{day}: {short}", text, short]


def result_of_day(record: DailyRecord, begun: bool = False) -> tuple[str, str]:
    """What came of the board of a day, and the same in a word, if there is one."""
    if record.won_at is not None and record.won_ms is not None:
        time = clock_text(record.won_ms / 1000)
        return f"won in {time}" if record.won_at == 1 else f"won at try {record.won_at}", f"won {time}"
    if record.tries:
        return f"not won, tried {'once' if record.tries == 1 else f'{record.tries} times'}", "tried"
    return ("started; continues where you left off", "started") if begun else ("not played yet", "")
