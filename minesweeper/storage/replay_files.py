"""Reads and writes a recorded game as a file: RAWVF for other programs, JSON, or a list of moves for people.

A file may come from anywhere, so its length, its moves and its size are limited before they can take much memory or
time. ``boards.rawvf`` knows the syntax of RAWVF, ``play.rawvf_moves`` what its events mean, and ``games_table`` the
JSON of a game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

from minesweeper.boards.rawvf import MAX_CHARACTERS, Recording, open_rawvf, write_rawvf
from minesweeper.core import validate
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import Grid, place_text
from minesweeper.core.files import named_errors, read_input
from minesweeper.core.text import percent
from minesweeper.core.times import from_milliseconds, timestamp, to_milliseconds
from minesweeper.core.validate import RecordError
from minesweeper.play.guesses import Guess, skill_of
from minesweeper.play.rawvf_moves import is_ours, record_replay, start_of, to_moves
from minesweeper.play.replay import (
    Replay,
    are_makers_known,
    distances,
    first_session,
    maker_words,
    move_words,
    parse_record,
    play_move,
    replay_from_data,
)
from minesweeper.play.session import MoveKind, new_id
from minesweeper.storage.games_table import (
    FinishedGame,
    game_from_data,
    game_of,
    game_to_data,
)
from minesweeper.storage.saves_table import MAX_ASSISTANTS
from minesweeper.storage.settings import PRESETS

ReplayForm = Literal["rawvf", "json", "txt"]
MAX_BYTES = 2 * MAX_CHARACTERS
MAX_WORK = 20_000_000_000
"""A replay can be read only if its moves times the cells of its board are at most this many, because it has to be
played to find the result. That takes up to a minute."""
_LEVEL, _BOARDS, _ASSISTANTS = "Preset", "Boards", "Helpers"
"""Fields that Minesweeper adds to the head of a RAWVF file. The usual fields Level and Mode can't be used, because they
mean something else in other programs."""
_ACTING = re.compile(r"\b(?:lr|rc|rr|mr)\b", re.ASCII | re.IGNORECASE)
"""Matches those events of a RAWVF file that may be moves."""
MOST_MOVES = 100_000
"""The most moves of a file that are played. With undo for all of them, they take less than 100 MB of memory."""
_MOST_SIGNS = {",": 1_200_000, "[": 150_000, "{": 120_000}
"""How often these characters may occur in a JSON replay. With more values, reading it would take more memory than
playing it."""


class ReplayError(ValueError):
    """A file has no replay, or a replay can't be written in this form. The message is the reason."""


def read_replay_file(path: str | Path) -> FinishedGame:
    """Reads a game with its replay from a RAWVF or JSON file. The path ``-`` stands for standard input.

    Raises ReplayError with the name of the file if that fails. A long game on a large board may take up to a minute.
    """
    text = read_input(path, MAX_BYTES).decode("utf-8-sig", "replace")
    with named_errors(path, ReplayError):
        return read_replay(text)


def read_replay(text: str) -> FinishedGame:
    """Reads a game with its replay from the text of a RAWVF or JSON file. A text that begins with a brace is JSON.

    Raises a ValueError that says what is wrong with the text.
    """
    if not text.lstrip().startswith("{"):
        recording, events = open_rawvf(text)
        _check_work(sum(1 for _ in _ACTING.finditer(text)), recording.layout.grid.size)
        moves = tuple(to_moves(recording, events))
        spec = BoardSpec(recording.layout.grid.width, recording.layout.grid.height, recording.layout.mine_count)
        start = start_of(recording)
        game = game_of_replay(Replay(spec, recording.layout.mines, start, start is None, moves))
        ended_at = _moment(recording.field("Timestamp")) or game.ended_at
        return replace(game, id=_id_of(text), ended_at=ended_at, **_own_fields(recording, game))
    data = parse_record(text, MAX_BYTES, _MOST_SIGNS)
    if "moves" in data:
        if isinstance(data["moves"], list):  # The number of moves is checked before the first one is read.
            _check_work(len(data["moves"]), validate.board(data, "board").grid.size)
        replay = replay_from_data(data)
        del data  # The JSON values take as much memory as the game, and aren't needed any more.
        return game_of_replay(replay)
    game = game_from_data(data)
    if game.replay is None:
        raise RecordError("this game has no replay")
    return game


def _own_fields(recording: Recording, game: FinishedGame) -> dict[str, Any]:
    """Reads the preset, board type and assistants from the head of a RAWVF file that Minesweeper wrote.

    The recorded events don't show these. The result is empty for files of other programs.
    """
    if not is_ours(recording):
        return {}
    kinds = {"level": recording.field(_LEVEL) or game.level, "mode": recording.field(_BOARDS) or game.mode}
    assistants = (recording.field(_ASSISTANTS) or "").split()
    return {
        **{name: validate.word(kinds, name) for name in kinds},
        "helpers": validate.words({"helpers": assistants}, "helpers", MAX_ASSISTANTS),
    }


def _id_of(text: str) -> str:
    """Makes the id of a game from the text of its file, so that reading the same file twice gives the same game."""
    return str(UUID(bytes=blake2b(text.encode("utf-8", "replace"), digest_size=16).digest(), version=4))


def _moment(text: str | None) -> str | None:
    """Reads a time as other programs write it, such as ``2012-03-04 05:06:07``. Returns None for any other text."""
    try:
        moment = datetime.fromisoformat((text or "").strip().removesuffix("Z"))
        moment = moment if moment.tzinfo is None else moment.astimezone(timezone.utc).replace(tzinfo=None)
        return from_milliseconds((moment - datetime(1970, 1, 1)) // timedelta(milliseconds=1))
    # With a time zone, the moment may lie before the first or after the last day that Python knows.
    except (ValueError, OverflowError):
        return None


def _check_work(moves: int, cells: int) -> None:
    most = min(MOST_MOVES, MAX_WORK // cells)
    if moves > most:
        raise ReplayError(
            f"the replay has {moves:,} moves, but on a board of {cells:,} cells at most {most:,} can be replayed"
        )


def game_of_replay(replay: Replay) -> FinishedGame:
    """Plays a replay to make the game that ``games_table`` would have recorded.

    Everything that the replay doesn't show gets a plain value: a new id, the current time as the end, no assistants.
    """
    _check_work(len(replay.moves), replay.spec.grid.size)
    last = first_session(replay)
    takes_back = any(move.kind is MoveKind.UNDO for move in replay.moves)
    for move in replay.moves:
        last = play_move(last, move, replay.dealt)
        # Undo steps and moves would take most of the memory. Undo steps are needed only if the replay takes moves back.
        last = last._replace(moves=(), past=last.past if takes_back else ())
    level = next((name for name, preset in PRESETS.items() if preset == replay.spec), "custom")
    game = game_of(last._replace(id=new_id(), preset=level), replay, timestamp())
    return replace(game, time_ms=replay.moves[-1].ms if replay.moves else 0)


def replay_text(game: FinishedGame, form: ReplayForm) -> Generator[None, None, str]:
    """The text of a replay file in one of the forms.

    It is made in slices, one per move, because a move on a large board takes milliseconds. Raises ReplayError if the
    game has no replay, and RawvfError if RAWVF can't express it.
    """
    replay = game.replay
    if replay is None:
        raise ReplayError("this game has no replay")
    if form == "json":
        return json.dumps(game_to_data(game), separators=(",", ":")) + "\n"
    if form == "txt":
        return "".join(moves_text(game, replay))
    recording = yield from record_replay(replay.board, replay.moves, _head(game))
    return write_rawvf(recording)


def _head(game: FinishedGame) -> list[tuple[str, str]]:
    """The fields at the head of a RAWVF file that describe the game itself: its mode, its time and how it was played.

    Ranking sites look at the field Mode, so the field of an assisted game or a known board says that it doesn't count.
    """
    modes = {"known": "UPK", "assisted": "Cheat"}
    fields = [("Mode", modes.get(game.standing, "Classic")), ("Timestamp", game.ended_at)]
    fields += [(_LEVEL, game.level), (_BOARDS, game.mode)]
    if game.result == "won" and game.time_ms:
        fields.append(("BBBVS", f"{game.three_bv / (game.time_ms / 1000):.3f}"))
    if game.helpers:
        fields.append((_ASSISTANTS, " ".join(game.helpers)))
    return fields


_WHO = len("best guess")
"""The width of the column that says who made a move."""


def moves_text(game: FinishedGame, replay: Replay) -> Iterator[str]:
    """Yields a list of the moves for people, one per line, with a head and a sum.

    A line has the number of the move, its time, its distance from the move before, who made it, and what it did. A
    guess also has its mine risk.
    """
    guesses = {guess.move: guess for guess in game.guesses or ()}
    yield f"{game.level} {game.board}, {game.mode}, {game.result} after {game.time_ms / 1000:.3f} s, {game.ended_at}\n"
    yield "cells: the straight distance from the move before, by mouse or by keys\n"
    is_known, total = are_makers_known(replay, game.helpers), 0.0
    yield f"{'move':>5}  {'seconds':>9}  {'cells':>6}  {'who':{_WHO}}  what\n"
    for number, (move, distance) in enumerate(zip(replay.moves, distances(replay), strict=True)):
        total += distance
        guess = guesses.get(number)
        note = "" if guess is None else f"  {_judgement(guess, replay.spec.grid)}"
        words = move_words(move, replay.spec.grid)
        who = maker_words(move, is_known=is_known)[-1]
        yield f"{number + 1:5}  {move.ms / 1000:9.3f}  {distance:6.1f}  {who:{_WHO}}  {words}{note}\n"
    yield f"{'':5}  {'':9}  {total:6.1f}  cells in all\n"
    skill = skill_of(game.guesses or ())
    if skill and skill.text:
        yield f"{skill.text}\n"


def _judgement(guess: Guess, grid: Grid) -> str:
    if guess.is_mistake:
        return "mistake, provably a mine"
    rating, odds = guess.rating, f"guess, {percent(*guess.odds.as_integer_ratio(), guess.is_exact)} mine risk"
    best = "" if rating is None or rating.best is None else f"best was {place_text(*grid.row_col(rating.best))}"
    return "; ".join(filter(None, (odds, rating.kind if rating else "", best)))


def file_name(game: FinishedGame, extension: str) -> str:
    """The name of the file for an exported game, such as ``minesweeper-expert-won-1763284353.rawvf``.

    The number is the end of the game in seconds since 1970.
    """
    moment = to_milliseconds(game.ended_at) // 1000
    return f"minesweeper-{game.level.replace(' ', '-')}-{game.result}-{moment}.{extension}"
