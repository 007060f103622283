"""Reads and writes replay files: RAWVF, the JSON of one game, and a list of moves for people. Reading is bounded."""

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
"""The limit of moves times cells for a game that must be played to know its result: up to a minute."""
_LEVEL, _BOARDS, _ASSISTANTS = "Preset", "Boards", "Helpers"
"""Fields that only Minesweeper writes in the head of a RAWVF file: Level and Mode mean something else elsewhere."""
_ACTING = re.compile(r"\b(?:lr|rc|rr|mr)\b", re.ASCII | re.IGNORECASE)
"""Matches the events that may make a move."""
MOST_MOVES = 100_000
"""The most moves of a file that are played. All of them with undo take less than 100 MB of memory."""
_MOST_SIGNS = {",": 1_200_000, "[": 150_000, "{": 120_000}
"""The most characters of each kind in a JSON replay: more values would take more than that memory."""


class ReplayError(ValueError):
    """Reports a file without a replay, or a replay that can't be written, with the reason."""


def read_replay_file(path: str | Path) -> FinishedGame:
    """Reads the game of a RAWVF or JSON file, or of standard input for ``-``, with its replay. It may take a minute.

    ReplayError says what is wrong.
    """
    text = read_input(path, MAX_BYTES).decode("utf-8-sig", "replace")
    with named_errors(path, ReplayError):
        return read_replay(text)


def read_replay(text: str) -> FinishedGame:
    """Reads the game of a RAWVF or JSON text."""
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
        if isinstance(data["moves"], list):  # checked before any of them is read
            _check_work(len(data["moves"]), validate.board(data, "board").grid.size)
        replay = replay_from_data(data)
        del data  # it takes as much memory as the game
        return game_of_replay(replay)
    game = game_from_data(data)
    if game.replay is None:
        raise RecordError("this game has no replay")
    return game


def _own_fields(recording: Recording, game: FinishedGame) -> dict[str, Any]:
    """Returns facts about a game from the head of a file of this program, which its events can't show."""
    if not is_ours(recording):
        return {}
    kinds = {"level": recording.field(_LEVEL) or game.level, "mode": recording.field(_BOARDS) or game.mode}
    assistants = (recording.field(_ASSISTANTS) or "").split()
    return {
        **{name: validate.word(kinds, name) for name in kinds},
        "helpers": validate.words({"helpers": assistants}, "helpers", MAX_ASSISTANTS),
    }


def _id_of(text: str) -> str:
    """Returns the id of a text: the same text is the same game whenever it is read."""
    return str(UUID(bytes=blake2b(text.encode("utf-8", "replace"), digest_size=16).digest(), version=4))


def _moment(text: str | None) -> str | None:
    """Reads a moment in the style of other programs, such as ``2012-03-04 05:06:07``; None for any other text."""
    try:
        moment = datetime.fromisoformat((text or "").strip().removesuffix("Z"))
        moment = moment if moment.tzinfo is None else moment.astimezone(timezone.utc).replace(tzinfo=None)
        return from_milliseconds((moment - datetime(1970, 1, 1)) // timedelta(milliseconds=1))
    except (ValueError, OverflowError):  # a time zone may lead beyond the first or last day that Python knows
        return None


def _check_work(moves: int, cells: int) -> None:
    most = min(MOST_MOVES, MAX_WORK // cells)
    if moves > most:
        raise ReplayError(
            f"the replay has {moves:,} moves, but on a board of {cells:,} cells at most {most:,} can be replayed"
        )


def game_of_replay(replay: Replay) -> FinishedGame:
    """Makes a game of a replay about which nothing else is known."""
    _check_work(len(replay.moves), replay.spec.grid.size)
    last = first_session(replay)
    takes_back = any(move.kind is MoveKind.UNDO for move in replay.moves)
    for move in replay.moves:
        last = play_move(last, move, replay.dealt)
        last = last._replace(moves=(), past=last.past if takes_back else ())  # they would take most of the memory
    level = next((name for name, preset in PRESETS.items() if preset == replay.spec), "custom")
    game = game_of(last._replace(id=new_id(), preset=level), replay, timestamp())
    return replace(game, time_ms=replay.moves[-1].ms if replay.moves else 0)


def replay_text(game: FinishedGame, form: ReplayForm) -> Generator[None, None, str]:
    """Returns the text of a replay file, in slices of one move: on a large board a move takes a few milliseconds.

    Raises ReplayError or RawvfError for a replay that the form can't hold.
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
    """Returns the fields of a RAWVF head other than the board and its events. Ranking programs go by the mode."""
    modes = {"known": "UPK", "assisted": "Cheat"}
    fields = [("Mode", modes.get(game.standing, "Classic")), ("Timestamp", game.ended_at)]
    fields += [(_LEVEL, game.level), (_BOARDS, game.mode)]
    if game.result == "won" and game.time_ms:
        fields.append(("BBBVS", f"{game.three_bv / (game.time_ms / 1000):.3f}"))
    if game.helpers:
        fields.append((_ASSISTANTS, " ".join(game.helpers)))
    return fields


_WHO = len("best guess")
"""The columns of the name of who made a move."""


def moves_text(game: FinishedGame, replay: Replay) -> Iterator[str]:
    """Yields the moves for people, line by line: number, time, move, distance from the previous move, guesses."""
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
    moment = to_milliseconds(game.ended_at) // 1000
    return f"minesweeper-{game.level.replace(' ', '-')}-{game.result}-{moment}.{extension}"
