"""Starts a session on the board of a day, finds what the store knows of it, and writes its result to share.

The lines to share show the result and the pace of a game, without any hint about the mines.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.daily import DAILY, daily_board, today
from minesweeper.core.boardspec import NO_GUESS
from minesweeper.core.late import LateModule
from minesweeper.play.game import Phase
from minesweeper.play.replay import replay_of, sessions_of
from minesweeper.play.session import Clicks, Session, new_session
from minesweeper.storage.game_summary import GameEnd

if TYPE_CHECKING:
    from minesweeper.storage import games_table, statistics
    from minesweeper.storage.records import RunningGame
    from minesweeper.storage.saves_table import Archive
    from minesweeper.storage.store import Store
else:
    games_table = LateModule("minesweeper.storage.games_table")  # loads solvers
    statistics = LateModule("minesweeper.storage.statistics")

BLOCKS = 12
_HEIGHTS = "▁▂▃▄▅▆▇█"
_ENDS = {Phase.WON: "Won in", Phase.LOST: "Lost after", Phase.GIVEN_UP: "Given up after"}


class FoundDay(NamedTuple):
    """A day, and what the store knows of its board."""

    day: date
    game: RunningGame | None = None
    """A saved game on that board, to continue."""
    was_tried: bool = False

    @property
    def is_past(self) -> bool:
        """Says whether the day is over."""
        return self.day < today()


def session_of_day(day: date, *, known: bool) -> Session:
    """Starts a session on the board of a day with its first cell already open. A second try is a known board."""
    daily = daily_board(day)
    session = new_session(daily.spec, DAILY, daily.seed, boards=NO_GUESS).open_cell(daily.first)
    return session._replace(known=known, clicks=Clicks(), moves=(), last=None)  # the player didn't make that move


def find_day(archive: Archive, here: tuple[str, ...], wanted: date | None = None) -> FoundDay:
    """Finds a day's saved game and record, by default today's. Leaves out games that are open in this program."""
    day = wanted or today()
    seed = daily_board(day).seed
    saved = [game for game in archive.saves.games() if game.seed == seed and game.id not in here]
    for game in saved:
        taken = archive.saves.take(game.id).value if game.is_free else None
        if taken is not None:
            return FoundDay(day, taken)
    was_tried = bool(saved) or statistics.daily_record(archive.store, day).tries > 0
    return FoundDay(day, None, was_tried)


def share_text(session: Session) -> str:
    """Returns the lines to share: the board, the result, the pace in blocks, and the command to play that board."""
    day, end = session.seed.removeprefix(f"{DAILY} "), GameEnd(session)
    details = [] if end.is_won else [f"{session.progress}% open"]
    if session.was_lost and session.game.phase is not Phase.LOST:
        details.append("practice after a loss")
    details += [end.not_ranked.lower()] if end.not_ranked else []
    lines = [
        f"Minesweeper daily {day}, {session.spec.width}x{session.spec.height}, {session.spec.mines} mines",
        ", ".join([f"{_ENDS[session.game.phase]} {end.time}", *details]),
        pace_blocks(openings(session), session.milliseconds),
        f"minesweeper daily --date {day}",
    ]
    return "\n".join(line for line in lines if line)


def share_of_day(store: Store, day: date) -> str:
    """Returns the lines about a day's finished game: the first win, otherwise the last game. Empty if there is none."""
    seed = daily_board(day).seed
    tries = [
        game for game in reversed(games_table.list_games(store, level=DAILY, with_replay=True)) if game.seed == seed
    ]
    chosen = next((game for game in tries if game.result == "won"), tries[-1] if tries else None)
    game = None if chosen is None else games_table.get_game(store, chosen.id)
    if game is None or game.replay is None:
        return ""
    *_, session = sessions_of(game.replay, DAILY)
    session = session if session.game.is_over else session.give_up()
    known, helpers, elapsed = game.known, frozenset(game.helpers), game.time_ms / 1000
    return share_text(session._replace(seed=seed, known=known, helpers=helpers, elapsed=elapsed))


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
