"""Exports and imports all games and lesson answers as JSON lines, without duplicates, and restores backups.

Games are exported as a CSV table too.
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

from minesweeper.core.text import clean, join, plural
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
from minesweeper.storage.store import FILE_NAME, Store

if TYPE_CHECKING:
    from sqlite3 import Connection

MAX_LINE = 16 << 20
"""The longest line that is read, in bytes: about a game of half a million moves."""
MAX_REFUSALS = 20
_MAX_NAMED = 20
"""The most games that are named as left out of an export."""

MAX_STRANGE = 1000
"""An import gives up after this many lines without any game."""

_BATCH = 200
_BATCH_MOVES = 50_000
"""Games of a backup are added together until their replays have this many moves."""
_BATCH_BYTES = 4 << 20
"""Games are added together until their lines have this many bytes: a replay takes several times that in memory."""
_EXPECTED = "a game as JSON, as written by 'minesweeper history export'"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: how many games are new or known already, and which lines were refused."""

    added: int = 0
    doubles: int = 0
    refused: int = 0
    refusals: tuple[str, ...] = ()
    """Sentences with the line number, for the first refused lines."""
    problem: str | None = None
    """Why the import stopped early. Games added until then stay."""
    saved: int = 0
    """The number of new saved games."""
    answers_there: int = 0
    """The number of lesson answers that were known already."""
    answers: int = 0
    """The number of new lesson answers."""


class LeftOut:
    """Collects what an export left out: unreadable games by number, unreadable replays by the ids of their games."""

    def __init__(self) -> None:
        self.games: list[str] = []
        self.replays: list[str] = []
        self.answers = 0
        """The number of exported lines that are lesson answers instead of games."""

    def written(self, lines: int, comma: str = "") -> str:
        """Says how many games and lesson answers were exported in ``lines`` lines."""
        games = plural(lines - self.answers, "game", comma)
        return f"{games} and {plural(self.answers, 'lesson answer', comma)}" if self.answers else games

    def sentences(self) -> list[str]:
        """Returns sentences about what was left out; none if everything was exported."""
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
    """Yields each game as one line of JSON with its replay, in the order of recording, then the lesson answers.

    Notes in ``left`` what it leaves out. Earlier versions refuse the answers line by line.
    """
    left = left or LeftOut()
    for game in _all_games(store, left, with_replays=True):
        yield json.dumps(game_to_data(game), separators=(",", ":"))
    for answer in all_answers(store):
        left.answers += 1
        yield json.dumps(answer_to_data(answer), separators=(",", ":"))


def export_csv(store: Store, left: LeftOut | None = None) -> Iterator[str]:
    """Yields the games as lines of CSV, with a header, without replays. Notes in ``left`` which games it leaves out."""
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
    # A spreadsheet takes a text that begins like a formula for one, and a seed may be any text, even terminal codes.
    texts = [f"'{text}" if text.startswith(_FORMULA) else text for text in map(str, values)]
    texts = [clean(text, None) for text in texts]
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
    # Reads in batches: a slow reader must not hold an old view of the store open.
    last: int | None = 0
    while last is not None:
        after, last = last, None
        for stored in games_after(store, after, _BATCH, with_replays=with_replays):
            last = stored.number
            yield stored


def import_lines(store: Store, lines: Iterable[str | bytes]) -> Imported:
    """Adds the new games and answers of JSON lines. Other lines are refused with their number."""
    result = Imported()
    batch: list[FinishedGame | LessonAnswer] = []
    length = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            if line.lstrip()[:1] not in ("{", b"{"):
                raise RecordError(f"expected {_EXPECTED}")
            data = parse_record(line, MAX_LINE)
            batch.append(answer_from_data(data) if DATA_KEY in data else game_from_data(data))
        except RecordError as error:
            refusals = result.refusals
            if len(refusals) < MAX_REFUSALS:
                refusals = (*refusals, f"line {number}: {error}")
            result = replace(result, refused=result.refused + 1, refusals=refusals)
            if result.refused == MAX_STRANGE and not (batch or result.added or result.doubles or result.answers):
                problem = f"The first {MAX_STRANGE:,} lines have no game. Expected {_EXPECTED}."
                return replace(result, problem=problem)
        length += len(line)
        if len(batch) == _BATCH or length > _BATCH_BYTES:
            result = _add(store, batch, result)
            batch, length = [], 0
            if result.problem is not None:
                return result
    return _add(store, batch, result) if batch else result


def import_game(store: Store, game: FinishedGame) -> Imported:
    """Adds a game that was read from a file, if it is new."""
    return _add(store, [game], Imported())


def restore_file(store: Store, path: Path, tell: Callable[[int], None] = lambda count: None) -> Imported:
    """Adds the games, saved games and lesson answers of a backup or damaged file that the store doesn't have.

    The file isn't changed. Raises ``store_file.ERRORS`` for an unreadable file.
    """
    from minesweeper.storage.database import MIGRATIONS  # loads SQLite, which a Python may lack
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
