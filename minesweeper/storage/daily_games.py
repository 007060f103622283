"""Plays the daily board: starts its session, finds the player's games on it, and makes the text for sharing.

Everyone gets the same board on a day, so the text for sharing shows only result and pace: nothing in it may give away a
mine. ``boards.daily_seed`` chooses the board, and ``statistics.daily_records`` computes streaks.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.daily_seed import DAILY, daily_board, today
from minesweeper.core.boardspec import NO_GUESS
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural
from minesweeper.play.game import Phase
from minesweeper.play.replay import replay_of, sessions_of
from minesweeper.play.session import Clicks, Session, new_session
from minesweeper.storage.game_summary import GameEnd
from minesweeper.storage.records import DailyRecord

if TYPE_CHECKING:
    from minesweeper.storage import games_table, statistics
    from minesweeper.storage.records import RunningGame
    from minesweeper.storage.saves_table import Saves
    from minesweeper.storage.store import Store
else:
    games_table = LateModule("minesweeper.storage.games_table")  # Late, because it loads solvers.
    statistics = LateModule("minesweeper.storage.statistics")

BLOCKS = 12
_HEIGHTS = "▁▂▃▄▅▆▇█"
_ENDS = {Phase.WON: "Won in", Phase.LOST: "Lost after", Phase.GIVEN_UP: "Given up after"}


class FoundDay(NamedTuple):
    """What the database knows about the board of a day: the results so far, and a saved game to continue."""

    record: DailyRecord
    """The results of the finished games on the board."""
    game: RunningGame | None = None
    """A saved game on the board that this program has taken over, or None."""
    is_played_elsewhere: bool = False
    """Whether the board has saved games, but none that can be continued here: other programs are playing them, or they
    can't be read."""

    @property
    def day(self) -> date:
        return self.record.day

    @property
    def was_tried(self) -> bool:
        """Whether the player may have seen the board before.

        A new game on it is then a known board and isn't ranked.
        """
        return self.is_played_elsewhere or self.record.tries > 0

    @property
    def is_past(self) -> bool:
        """Whether the day is over, so that a win doesn't count for the streak."""
        return self.day < today()


def unplayed_day(day: date) -> FoundDay:
    """A day without games on its board. Text mode uses it if games aren't stored."""
    return FoundDay(DailyRecord(day))


def session_of_day(day: date, *, is_known_board: bool) -> Session:
    """Starts a game on the board of a day, with the first cell open.

    ``is_known_board`` is for boards that the player has tried before and for past days: such a game isn't ranked.
    """
    daily = daily_board(day)
    session = new_session(daily.spec, DAILY, daily.seed, board_type=NO_GUESS).open_cell(daily.first)
    return session._replace(
        is_known_board=is_known_board, clicks=Clicks(), moves=(), last=None
    )  # The first open is part of the board, so it counts neither as a move nor as a click.


def find_day(saves: Saves, here: tuple[str, ...], wanted: date | None = None) -> FoundDay:
    """Looks up the player's results on the board of a day, and takes over a saved game on it if one can be continued.

    ``here`` has the ids of games that are open in this program already; they are left out. Without ``wanted``, the day
    is today.
    """
    record = statistics.daily_record(saves.store, wanted or today())
    seed = daily_board(record.day).seed
    saved = [game for game in saves.games() if game.seed == seed and game.id not in here]
    for game in saved:
        taken = saves.take(game.id).value if game.is_free else None
        if taken is not None:
            return FoundDay(record, taken)
    return FoundDay(record, is_played_elsewhere=bool(saved))


def share_text(session: Session, record: DailyRecord | None = None) -> str:
    """The text that the player copies to share a game: board, result, pace and the command that plays the same board.

    ``record`` is the player's record of that day. With it, a win on that day also names a streak of two or more days.
    """
    day, end = session.seed.removeprefix(f"{DAILY} "), GameEnd(session)
    details = [] if end.is_won else [f"{session.progress}% open"]
    if session.was_lost and session.game.phase is not Phase.LOST:
        details.append("practice after a loss")
    details += [end.not_ranked.lower()] if end.not_ranked else []
    if end.is_won and record is not None and str(record.day) == day and record.streak > 1:
        details.append(days_in_a_row(record.streak))
    lines = [
        f"Minesweeper daily {day}, {session.spec.width}x{session.spec.height}, {session.spec.mines} mines",
        ", ".join([f"{_ENDS[session.game.phase]} {end.time}", *details]),
        pace_blocks(openings(session), session.milliseconds),
        f"minesweeper daily --date {day}",
    ]
    return "\n".join(line for line in lines if line)


def days_in_a_row(days: int) -> str:
    """The length of a streak in words, such as ``3 days in a row``."""
    return f"{plural(days, 'day')} in a row"


def share_of_day(store: Store, record: DailyRecord) -> str:
    """The text for sharing a day's result, taken from the first win or, if the day wasn't won, from the last game.

    Empty if no game with a replay is recorded for that day.
    """
    seed = daily_board(record.day).seed
    tries = [
        game for game in reversed(games_table.list_games(store, level=DAILY, with_replay=True)) if game.seed == seed
    ]
    chosen = next((game for game in tries if game.result == "won"), tries[-1] if tries else None)
    game = None if chosen is None else games_table.get_game(store, chosen.id)
    if game is None or game.replay is None:
        return ""
    *_, session = sessions_of(game.replay, DAILY)
    session = session if session.game.is_over else session.give_up()
    is_known_board, assistants, elapsed = game.known, frozenset(game.helpers), game.time_ms / 1000
    return share_text(
        session._replace(seed=seed, is_known_board=is_known_board, assistants=assistants, elapsed=elapsed), record
    )


def openings(session: Session) -> list[tuple[int, int]]:
    """The moves of a game that opened cells, each as milliseconds on the clock and the number of cells.

    An undo counts as a negative number of cells. Empty if the mines aren't dealt yet.
    """
    replay = replay_of(session)
    if replay is None:
        return []
    counts = [moved.game.opened.bit_count() for moved in sessions_of(replay)]
    return [(move.ms, after - before) for move, before, after in zip(replay.moves, counts, counts[1:], strict=False)]


def pace_blocks(opened: Iterable[tuple[int, int]], total_ms: int) -> str:
    """Draws the pace of a game as a row of ``BLOCKS`` characters, such as ``▂▁▁▅█▁▃▁▂▁▁▁``.

    Each character stands for an equal part of the time, and its height for the number of cells opened in that part.
    ``opened`` is the result of ``openings``.
    """
    parts = [0] * BLOCKS
    for ms, count in opened:
        parts[min(BLOCKS - 1, BLOCKS * ms // max(1, total_ms))] += max(0, count)
    most = max(1, *parts)
    return "".join(_HEIGHTS[(len(_HEIGHTS) - 1) * part // most] for part in parts)
