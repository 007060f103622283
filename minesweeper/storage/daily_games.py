"""Starts a session on the board of a day, finds what the store knows of it, and writes its result to share.

The lines to share show the result and the pace of a game, without any hint about the mines.
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
    games_table = LateModule("minesweeper.storage.games_table")  # loads solvers
    statistics = LateModule("minesweeper.storage.statistics")

BLOCKS = 12
_HEIGHTS = "▁▂▃▄▅▆▇█"
_ENDS = {Phase.WON: "Won in", Phase.LOST: "Lost after", Phase.GIVEN_UP: "Given up after"}


class FoundDay(NamedTuple):
    """What the store knows of the board of a day."""

    record: DailyRecord
    """The finished games on that board."""
    game: RunningGame | None = None
    """A saved game on that board, to continue."""
    is_played_elsewhere: bool = False
    """Whether all its saved games belong to other running programs or can't be read."""

    @property
    def day(self) -> date:
        return self.record.day

    @property
    def was_tried(self) -> bool:
        """Whether the player may have seen the board before, so that a new game on it isn't ranked."""
        return self.is_played_elsewhere or self.record.tries > 0

    @property
    def is_past(self) -> bool:
        """Says whether the day is over."""
        return self.day < today()


def unplayed_day(day: date) -> FoundDay:
    """A day without any game on its board, for players whose games aren't stored."""
    return FoundDay(DailyRecord(day))


def session_of_day(day: date, *, is_known_board: bool) -> Session:
    """Starts a session on the board of a day with its first cell already open. A second try is a known board."""
    daily = daily_board(day)
    session = new_session(daily.spec, DAILY, daily.seed, board_type=NO_GUESS).open_cell(daily.first)
    return session._replace(
        is_known_board=is_known_board, clicks=Clicks(), moves=(), last=None
    )  # the player didn't make that move


def find_day(saves: Saves, here: tuple[str, ...], wanted: date | None = None) -> FoundDay:
    """Finds a day's saved game and record, by default today's. Leaves out games that are open in this program."""
    record = statistics.daily_record(saves.store, wanted or today())
    seed = daily_board(record.day).seed
    saved = [game for game in saves.games() if game.seed == seed and game.id not in here]
    for game in saved:
        taken = saves.take(game.id).value if game.is_free else None
        if taken is not None:
            return FoundDay(record, taken)
    return FoundDay(record, is_played_elsewhere=bool(saved))


def share_text(session: Session, record: DailyRecord | None = None) -> str:
    """Returns the lines to share: the board, the result, the pace in blocks, and the command to play that board.

    With the record of that day, a win also names the streak, from two days on.
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
    """Writes the number of days won one after the other."""
    return f"{plural(days, 'day')} in a row"


def share_of_day(store: Store, record: DailyRecord) -> str:
    """Returns the lines about a day's finished game: the first win, otherwise the last game. Empty if there is none."""
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
    """Lists the moves that opened cells: milliseconds on the game's clock, and how many cells. Undo counts negative."""
    replay = replay_of(session)
    if replay is None:
        return []
    counts = [moved.game.opened.bit_count() for moved in sessions_of(replay)]
    return [(move.ms, after - before) for move, before, after in zip(replay.moves, counts, counts[1:], strict=False)]


def pace_blocks(opened: Iterable[tuple[int, int]], total_ms: int) -> str:
    """Draws a row of blocks, each for an equal part of the time, as high as the number of cells opened in it."""
    parts = [0] * BLOCKS
    for ms, count in opened:
        parts[min(BLOCKS - 1, BLOCKS * ms // max(1, total_ms))] += max(0, count)
    most = max(1, *parts)
    return "".join(_HEIGHTS[(len(_HEIGHTS) - 1) * part // most] for part in parts)
