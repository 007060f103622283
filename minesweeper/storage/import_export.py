"""History out and in: all games and answers to lessons as JSON lines, which can be read back without doubles; backups.

The games go out as a table in CSV too.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from minesweeper.core.text import join, plural, printable
from minesweeper.core.validate import RecordError
from minesweeper.play.replay import pack_replay, parse_record
from minesweeper.storage.games_table import (
    FinishedGame,
    StoredGame,
    game_from_data,
    game_to_data,
    games_after,
    insert_game,
)
from minesweeper.storage.lessons import (
    DATA_KEY,
    LessonAnswer,
    add_answers,
    all_answers,
    answer_from_data,
    answer_to_data,
)
from minesweeper.storage.schema import MIGRATIONS
from minesweeper.storage.store import FILE_NAME, Store

if TYPE_CHECKING:
    from sqlite3 import Connection

MAX_LINE = 16 << 20
"""The longest line that is read; a game of half a million moves takes about as much."""
MAX_REFUSALS = 20
_MAX_NAMED = 20
"""So many games are named that an export leaves out."""

MAX_STRANGE = 1000
"""A file whose first lines, so many, hold no game at all is given up."""

_BATCH = 200
_BATCH_MOVES = 50_000
"""Games of a backup are added together until their replays have so many moves."""
_BATCH_BYTES = 4 << 20
"""Games are added together until their lines are so long: a replay takes several times that in memory."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of an import: how many games are new, how many were there, and which lines were refused."""

    added: int = 0
    doubles: int = 0
    refused: int = 0
    refusals: tuple[str, ...] = ()
    """A sentence with the line number for each of the first refused lines."""
    problem: str | None = None
    """Why the import stopped before its end; what was added until then is kept."""
    saved: int = 0
    """How many saved games are new."""
    answers_there: int = 0
    """How many answers to lessons were there already."""
    answers: int = 0
    """How many answers to lessons are new."""


class LeftOut:
    """What an export had to leave out: games that can't be read, by number, and replays, by the ids of their games."""

    def __init__(self) -> None:
        self.games: list[str] = []
        self.replays: list[str] = []
        self.answers = 0
        """How many of its lines are answers to lessons, and no games."""

    def written(self, lines: int, comma: str = "") -> str:
        """What so many lines hold, in words."""
        games = plural(lines - self.answers, "game", comma)
        return f"{games} and {plural(self.answers, 'lesson answer', comma)}" if self.answers else games

    def sentences(self) -> list[str]:
        """How many, and which; nothing if all went out."""
        told = (
            (self.games, "game", "its number is", "their numbers are"),
            (self.replays, "replay", "of game", "of games"),
        )
        return [
            f"{plural(len(names), noun, ',')} can't be read and {'is' if len(names) == 1 else 'are'} left out:"
            f" {one if len(names) == 1 else several} {_listed(names)}."
            for names, noun, one, several in told
            if names
        ]


def _listed(names: list[str]) -> str:
    shown = names[:_MAX_NAMED]
    return join([*shown, f"{len(names) - len(shown):,} more"] if len(names) > len(shown) else shown)


def export_lines(store: Store, left: LeftOut | None = None) -> Iterator[str]:
    """Each game as one line of JSON, replay included, in the order they were recorded; notes what it leaves out.

    After the games come the answers to lessons, which readers of earlier programs refuse one by one.
    """
    left = left or LeftOut()
    for game in _all_games(store, left, with_replays=True):
        yield json.dumps(game_to_data(game), separators=(",", ":"))
    for answer in all_answers(store):
        left.answers += 1
        yield json.dumps(answer_to_data(answer), separators=(",", ":"))


def export_csv(store: Store, left: LeftOut | None = None) -> Iterator[str]:
    """The games as lines of CSV, a header first, and no replays; notes which games it leaves out."""
    yield _csv_line(_CSV_COLUMNS)
    for game in _all_games(store, left or LeftOut(), with_replays=False):
        clicks = game.clicks
        yield _csv_line(
            [
                *(game.id, game.ended_at, game.level, game.board, game.mode, game.standing, game.result),
                *(f"{game.time_ms / 1000:.3f}", game.three_bv, clicks.opens, clicks.flags, clicks.chords),
                *(clicks.effective, " ".join(game.helpers), _odds_of_guesses(game), game.seed, game.code, game.program),
            ]
        )


_CSV_COLUMNS = (
    "id ended_at level board mode standing result seconds 3bv opens flags chords effective helpers guesses seed code"
    " program"
).split()


def _odds_of_guesses(game: FinishedGame) -> str:
    return "" if game.guesses is None else " ".join(f"{guess.odds:.4g}" for guess in game.guesses)


def _csv_line(values: Iterable[object]) -> str:
    buffer = io.StringIO()
    # A spreadsheet takes a text that begins like a formula for one, and a seed may be anything: for a terminal too.
    texts = [f"'{text}" if text.startswith(_FORMULA) else text for text in map(str, values)]
    texts = list(map(printable, texts))
    csv.writer(buffer, lineterminator="").writerow(texts)
    return buffer.getvalue()


def _all_games(store: Store, left: LeftOut, *, with_replays: bool) -> Iterator[FinishedGame]:
    for number, game, has_replay in _stored_games(store, with_replays=with_replays):
        if game is None:
            left.games.append(str(number))
            continue
        if has_replay and game.replay is None:
            left.replays.append(game.id)
        yield game


def _stored_games(store: Store, *, with_replays: bool) -> Iterator[StoredGame]:
    # In batches, each read for itself: a reader that is slow must not hold an old view of the store open.
    last: int | None = 0
    while last is not None:
        after, last = last, None
        for stored in games_after(store, after, _BATCH, with_replays=with_replays):
            last = stored.number
            yield stored


def import_lines(store: Store, lines: Iterable[str | bytes]) -> Imported:
    """Adds the games and answers of JSON lines that are not there yet; another line is refused with its number."""
    result = Imported()
    batch: list[FinishedGame | LessonAnswer] = []
    length = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = parse_record(line, MAX_LINE)
            batch.append(answer_from_data(data) if DATA_KEY in data else game_from_data(data))
        except RecordError as error:
            refusals = result.refusals
            if len(refusals) < MAX_REFUSALS:
                refusals = (*refusals, f"line {number}: {error}")
            result = replace(result, refused=result.refused + 1, refusals=refusals)
            if result.refused == MAX_STRANGE and not (batch or result.added or result.doubles or result.answers):
                return replace(result, problem=f"The first {MAX_STRANGE:,} lines hold no game.")
        length += len(line)
        if len(batch) == _BATCH or length > _BATCH_BYTES:
            result = _add(store, batch, result)
            batch, length = [], 0
            if result.problem is not None:
                return result
    return _add(store, batch, result) if batch else result


def import_game(store: Store, game: FinishedGame) -> Imported:
    """Adds a game that was read from elsewhere, if it is not there yet."""
    return _add(store, [game], Imported())


def restore_file(store: Store, path: Path, tell: Callable[[int], None] = lambda count: None) -> Imported:
    """Adds what a backup or a damaged file has and the store has not: games, saved games, and answers to lessons.

    The file stays as it is. One that can't be read raises what ``store_file.ERRORS`` names.
    """
    from minesweeper.storage.saves_table import add_saved
    from minesweeper.storage.store_file import read_into

    with TemporaryDirectory() as folder:
        target = Path(folder) / FILE_NAME
        read_into(target, path, MIGRATIONS)
        with Store(target) as source:
            result = Imported()
            batch: list[FinishedGame] = []
            moves = 0
            for _, game, _ in _stored_games(source, with_replays=True):
                if game is None:
                    result = replace(result, refused=result.refused + 1)
                    continue
                batch.append(game)
                moves += 0 if game.replay is None else len(game.replay.moves)
                if len(batch) == _BATCH or moves > _BATCH_MOVES:
                    result = _add(store, batch, result)
                    tell(result.added + result.doubles + result.refused)
                    batch, moves = [], 0
                    if result.problem is not None:
                        return result
            result = _add(store, batch, result)
            result = result if result.problem else replace(result, saved=add_saved(store, source))
            return result if result.problem else _add(store, all_answers(source), result)


def _add(store: Store, records: Sequence[FinishedGame | LessonAnswer], result: Imported) -> Imported:
    games = [record for record in records if isinstance(record, FinishedGame)]
    answers = [record for record in records if isinstance(record, LessonAnswer)]
    packed = [None if game.replay is None else pack_replay(game.replay) for game in games]

    def work(connection: Connection) -> tuple[int, int]:
        added = sum(insert_game(connection, game, replay) for game, replay in zip(games, packed, strict=True))
        return added, add_answers(connection, answers)

    written = store.write(work, "import")
    if written.value is None:
        return replace(result, problem=written.problem)
    added, answered = written.value
    doubles = result.doubles + len(games) - added
    there = result.answers_there + len(answers) - answered
    result = replace(result, answers=result.answers + answered, answers_there=there)
    return replace(result, added=result.added + added, doubles=doubles)
