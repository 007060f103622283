"""Exports and imports the player's games and lesson answers as JSON lines, and restores backups.

Each line of an export is one game or one answer. An import adds only what the database doesn't have yet, so it can be
repeated, and two computers can exchange their games. Games can be exported as a CSV table too, which can't be imported.
The history command uses this module, and ``docs/data.md`` describes the formats.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule
from minesweeper.core.text import clean, plural
from minesweeper.core.validate import RecordError
from minesweeper.play.replay import pack_replay, parse_record
from minesweeper.storage.games_table import (
    FinishedGame,
    game_from_data,
    game_to_data,
    games_after,
    insert_game,
)
from minesweeper.storage.lesson_scores import (
    DATA_KEY,
    LessonAnswer,
    all_answers,
    answer_from_data,
    answer_to_data,
    insert_answer,
)
from minesweeper.storage.store import FILE_NAME, Store

if TYPE_CHECKING:
    from sqlite3 import Connection

    from minesweeper.storage import database, database_file, saves_table
else:
    database = LateModule("minesweeper.storage.database")  # Late, because some Pythons are built without SQLite.
    saves_table = LateModule("minesweeper.storage.saves_table")
    database_file = LateModule("minesweeper.storage.database_file")

MAX_LINE = 16 << 20
"""The most bytes in a line that are read. A game of about half a million moves fits."""
MAX_REFUSALS = 20
MOST_JUNK = 1000
"""If none of this many lines is a game or a lesson answer, the import stops, because the input may be endless."""

_BATCH = 200
_BATCH_MOVES = 50_000
"""Games are written together until their replays have more than this many moves in all."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(slots=True)
class Imported:
    """What an import has done: how many games (``added``), lesson answers and saved games are new, and which lines were
    refused.
    """

    added: int = 0
    answers: int = 0
    saved: int = 0
    doubles: int = 0
    """The number of games and lesson answers that the database had already."""
    refused: int = 0
    refusals: list[str] = field(default_factory=list)
    """A message with its line number for each of the first refused lines. ``refused`` counts all of them."""
    problem: str | None = None
    """Why the import stopped before the end, or None. What was added until then stays."""


@dataclass(slots=True)
class LeftOut:
    """Notes of an export: how many games and replays it left out because they can't be read, and how many answers it
    wrote.
    """

    games: int = 0
    replays: int = 0
    answers: int = 0

    def written(self, lines: int) -> str:
        """Says how many games and lesson answers an export of this many lines has."""
        games = plural(lines - self.answers, "game", ",")
        return f"{games} and {plural(self.answers, 'lesson answer', ',')}" if self.answers else games

    def sentences(self) -> list[str]:
        """A sentence each about games and replays that were left out. Empty if nothing was."""
        return [
            f"{plural(count, noun, ',')} can't be read and {'is' if count == 1 else 'are'} left out."
            for count, noun in ((self.games, "game"), (self.replays, "replay"))
            if count
        ]


def export_lines(store: Store, left_out: LeftOut | None = None) -> Iterator[str]:
    """Yields each game with its replay as a line of JSON, in the order of recording, and then each lesson answer.

    ``left_out`` takes notes for the message afterwards. Versions without lessons refuse the lines of the answers and
    import the others.
    """
    left_out = left_out or LeftOut()
    for game in _all_games(store, left_out, with_replays=True):
        yield json.dumps(game_to_data(game), separators=(",", ":"))
    for answer in all_answers(store):
        left_out.answers += 1
        yield json.dumps(answer_to_data(answer), separators=(",", ":"))


def export_csv(store: Store, left_out: LeftOut | None = None) -> Iterator[str]:
    """Yields the games without their replays as lines of CSV, after a line with the names of the columns.

    ``left_out`` takes notes about games that can't be read.
    """
    yield _csv_line(_CSV_COLUMNS)
    for game in _all_games(store, left_out or LeftOut(), with_replays=False):
        clicks, odds = game.clicks, " ".join(f"{guess.odds:.4g}" for guess in game.guesses or ())
        yield _csv_line(
            [
                *(game.id, game.ended_at, game.level, game.board, game.mode, game.standing, game.result),
                *(f"{game.time_ms / 1000:.3f}", game.three_bv, clicks.opens, clicks.flags, clicks.chords),
                *(clicks.effective, " ".join(game.helpers), odds, game.seed, game.code, game.program),
            ]
        )


_CSV_COLUMNS = (
    "id ended_at level board mode standing result seconds 3bv opens flags chords effective helpers guesses seed code"
    " program"
).split()


def _csv_line(values: Iterable[object]) -> str:
    buffer = io.StringIO()
    # A spreadsheet would run a text that begins like a formula, so such a text gets a quote in front. A seed may be any
    # text, even with control codes for a terminal, which become question marks.
    texts = [clean(f"'{text}" if text.startswith(_FORMULA) else text, None) for text in map(str, values)]
    csv.writer(buffer, lineterminator="").writerow(texts)
    return buffer.getvalue()


def _all_games(store: Store, left_out: LeftOut, *, with_replays: bool) -> Iterator[FinishedGame]:
    # Reads in batches, because a slow reader would otherwise keep an old state of the database open and stop its log
    # from being shortened.
    last: int | None = 0
    while last is not None:
        after, last = last, None
        for number, game, has_replay in games_after(store, after, _BATCH, with_replays=with_replays):
            last = number
            if game is None:
                left_out.games += 1
                continue
            left_out.replays += has_replay and game.replay is None
            yield game


def import_lines(store: Store, lines: Iterable[str | bytes]) -> Imported:
    """Adds the games and lesson answers of JSON lines that are new to the database.

    All other lines are refused with their number. If none of the first MOST_JUNK lines is a game or an answer, it adds
    nothing and raises RecordError.
    """
    return add_records(store, _read_lines(lines))


def _read_lines(lines: Iterable[str | bytes]) -> Iterator[FinishedGame | LessonAnswer | RecordError]:
    has_record, first_refusal = False, ""
    for number, line in enumerate(lines, 1):
        if line.strip():
            record = _read_line(number, line)
            if not isinstance(record, RecordError):
                has_record = True
            else:
                first_refusal = first_refusal or str(record)
            yield record
        if number == MOST_JUNK and not has_record:
            reason = first_refusal or "all of them are empty"
            raise RecordError(f"none of the first {MOST_JUNK:,} lines is a game, so the rest isn't read ({reason})")


def _read_line(number: int, line: str | bytes) -> FinishedGame | LessonAnswer | RecordError:
    try:
        if line.lstrip()[:1] not in ("{", b"{"):
            raise RecordError("expected a game as JSON, as written by 'minesweeper history export'")
        data = parse_record(line, MAX_LINE)
        return answer_from_data(data) if DATA_KEY in data else game_from_data(data)
    except RecordError as error:
        return RecordError(f"line {number}: {error}")


def restore_file(store: Store, path: Path) -> Imported:
    """Adds everything from a backup or damaged file that the database doesn't have: games, saved games and lesson
    answers.

    The file isn't changed. If it can't be read, this raises one of ``database_file.ERRORS``.
    """
    with TemporaryDirectory() as folder:
        target = Path(folder) / FILE_NAME
        database_file.read_into(target, path, database.MIGRATIONS)
        with Store(target) as source:
            left_out = LeftOut()
            games = _all_games(source, left_out, with_replays=True)
            result = add_records(store, chain(games, all_answers(source)))
            result.refused = left_out.games
            result.saved = 0 if result.problem else saves_table.add_saved(store, source)
            return result


def add_records(store: Store, records: Iterable[FinishedGame | LessonAnswer | RecordError]) -> Imported:
    """Adds games and lesson answers in batches, and counts the refused lines, which come as errors.

    It stops at the first batch that can't be written. Earlier batches stay.
    """
    result = Imported()
    batch: list[FinishedGame | LessonAnswer] = []
    moves = 0
    for record in records:
        if isinstance(record, RecordError):
            result.refused += 1
            if len(result.refusals) < MAX_REFUSALS:
                result.refusals.append(str(record))
            continue
        batch.append(record)
        moves += len(record.replay.moves) if isinstance(record, FinishedGame) and record.replay else 0
        if len(batch) == _BATCH or moves > _BATCH_MOVES:
            _add(store, batch, result)
            batch, moves = [], 0
            if result.problem is not None:
                return result
    if batch:
        _add(store, batch, result)
    return result


def _add(store: Store, records: Sequence[FinishedGame | LessonAnswer], result: Imported) -> None:
    games = [record for record in records if isinstance(record, FinishedGame)]
    answers = [record for record in records if isinstance(record, LessonAnswer)]
    packed = [None if game.replay is None else pack_replay(game.replay) for game in games]

    def work(connection: Connection) -> tuple[int, int]:
        added = sum(insert_game(connection, game, replay) for game, replay in zip(games, packed, strict=True))
        return added, sum(insert_answer(connection, answer) for answer in answers)

    written = store.write(work, "import")
    if written.value is None:
        result.problem = written.problem
        return
    added, answered = written.value
    result.added += added
    result.answers += answered
    result.doubles += len(records) - added - answered
