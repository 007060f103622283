"""Words about a saved game or a daily board, for the menu and for lists.

The menu needs these words only after the database was read. So they have a module of their own, which isn't loaded
before the first frame.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from minesweeper.boards import daily_seed
from minesweeper.core.boardspec import NO_GUESS, board_name
from minesweeper.core.text import plural
from minesweeper.core.times import MONTHS, clock_text
from minesweeper.play.session import Session
from minesweeper.storage.records import DailyRecord, SavedGame


def about_saved(game: SavedGame) -> list[str]:
    """Describes a saved game in several forms, the longest first.

    If the game can't be read, the first form is the reason.
    """
    if game.problem is not None:
        return [game.problem, "can't be read", "-"]
    name, time = saved_name(game), clock_text(game.elapsed)
    if not game.is_free:
        texts = [f"{name}, {time} played, in another program", f"{name}, in another program", f"{name} elsewhere"]
        return [*texts, f"{board_name(game.name, game.board)} elsewhere", time]
    mines_left = plural(game.mines_left, "mine")
    return [f"{name}, {time} played, {mines_left} left", f"{name}, {time} played", f"{name} {time}", time]


def saved_name(game: SavedGame) -> str:
    """The preset of a saved game, or the size of its board.

    A daily board also has its day, because the boards of several days can be saved.
    """
    name, text = board_name(game.name, game.board), game.seed.rpartition(" ")[2]
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        return name
    return f"{name} {day_text(day)}" if game.seed == daily_seed.daily_board(day).seed else name


def saved_game_of(session: Session) -> SavedGame:
    """The entry in lists of saved games for a session that the player left in this program."""
    return SavedGame(
        session.id,
        name=session.preset,
        board=str(session.spec),
        mode=session.dealt_type or session.board_type,
        elapsed=session.elapsed,
        mines_left=session.game.mines_left,
        seed=session.seed,
        percent=100 * session.game.opened.bit_count() // session.game.safe_total,
        clicks=session.clicks.total,
    )


def day_text(day: dt.date) -> str:
    """A day such as ``17 Nov``."""
    return f"{day.day} {MONTHS[day.month - 1][:3]}"


def about_daily(record: DailyRecord, waiting: Sequence[SavedGame]) -> list[str]:
    """Describes today's board in several forms, the longest first.

    ``waiting`` are the saved games; if one of them is on this board, the words say so.
    """
    day = day_text(record.day)
    begun = any(game.seed == daily_seed.daily_board(record.day).seed for game in waiting)
    text, short = result_of_day(record, begun)
    row = f", {record.streak} days in a row" if record.streak > 1 else ""
    if not short:
        board = f"{daily_seed.DAILY_SPEC.width}x{daily_seed.DAILY_SPEC.height} {NO_GUESS}"
        forms = [f"{board}, {text}{row}", f"{text}{row}", *([f"new{row}"] if row else []), text]
        return [*(f"{day}: {form}" for form in forms), day]
    return [f"{day}: {text}{row}", f"{day}: {text}", f"{day}: {short}", text, short]


def result_of_day(record: DailyRecord, begun: bool = False) -> tuple[str, str]:
    """The result on the board of a day, in words and in a shorter form.

    The shorter form is empty if the player hasn't begun the board. ``begun`` says whether a saved game is on it.
    """
    if record.won_at is not None and record.won_ms is not None:
        time = clock_text(record.won_ms / 1000)
        return f"won in {time}" if record.won_at == 1 else f"won at try {record.won_at}", f"won {time}"
    if record.tries:
        return f"not won, tried {'once' if record.tries == 1 else f'{record.tries} times'}", "tried"
    return ("started; continues where you left off", "started") if begun else ("not played yet", "")
