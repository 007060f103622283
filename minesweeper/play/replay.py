"""Plays replays: a board and its moves, played again through a Session, and read or written as JSON values.

Values from a file are checked, and bounded before they take memory.
"""

from __future__ import annotations

import json
import math
import zlib
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from minesweeper.boards.layout import Board, Layout
from minesweeper.core import validate
from minesweeper.core.boardspec import FAIR, NORMAL, BoardSpec
from minesweeper.core.cells import CellSet, Grid, cells_of, contains, first_cell, place_text, to_cell_set
from minesweeper.core.validate import RecordError
from minesweeper.play.assist_level import LEVEL_AUTO
from minesweeper.play.game import Phase, begin_game
from minesweeper.play.session import Move, MoveKind, Session

T = TypeVar("T")
FORMAT_VERSION = 1
MAX_MOVES = 500_000
MAX_BYTES = 8 << 20
"""The longest replay that is written or read, in bytes, unpacked."""
MOST_SIGNS = {",": 5_000_000, "[": 1_500_000, "{": 300_000}
"""The limits of these characters in a record from a file: the longest game has no more, its texts included.

A value takes ten times its characters in memory, or more.
"""
MAX_MS = 10**10

_NO_CELL = (MoveKind.UNDO, MoveKind.GIVE_UP)
_KINDS = {kind.value: kind for kind in MoveKind}


class Replay(NamedTuple):
    """A board and the moves made on it."""

    spec: BoardSpec
    mines: CellSet
    start: int | None = None
    """The cell that was opened before the first move."""
    dealt: bool = True
    """Whether the first open dealt the mines. Undo stops there."""
    moves: tuple[Move, ...] = ()
    names_makers: bool = False
    """Whether each move that an assistant made names it. Replays of earlier versions and other formats may not."""

    @property
    def board(self) -> Board:
        """Returns the board. Its first cell is the one that was opened before the first move."""
        return Board(Layout(self.spec.grid, self.mines), self.start)


def replay_of(session: Session) -> Replay | None:
    """Makes a replay of a session; None before the mines are dealt."""
    layout, first = session.game.layout, session.first
    if layout is None:
        return None
    # A first cell that no move has opened was open at the start: a replayed board, or the daily one.
    dealt = any(move.kind is MoveKind.OPEN and move.cell == first for move in session.moves)
    return Replay(session.spec, layout.mines, None if dealt else first, dealt, session.moves, session.names_makers)


def first_session(replay: Replay, name: str = "custom") -> Session:
    """Starts the session of a replay, before the first move. Its board is a known one."""
    return Session(replay.spec, name, "", begin_game(replay.board), first=replay.start, is_known_board=True)


def replay_move(session: Session, move: Move) -> Session:
    """Plays a recorded move at its recorded time."""
    session = session._replace(elapsed=move.ms / 1000)
    if move.kind is MoveKind.ASSIST:
        return session.apply_assist(move.safe, move.mined, move.assistant)
    if move.kind is MoveKind.UNDO:
        return session.undo()
    if move.kind is MoveKind.GIVE_UP:
        return session.give_up()
    if move.kind is MoveKind.OPEN:
        return session.open_cell(move.cell, move.assistant)
    return session.move(move.kind, move.cell, move.assistant)


def play_move(session: Session, move: Move, dealt: bool) -> Session:
    """Plays one move of a replay."""
    moved = replay_move(session, move)
    if dealt and session.game.phase is Phase.READY and moved.game.phase is not Phase.READY:
        moved = moved._replace(past=(), first=move.cell)  # as it was when this open dealt the mines
    return moved


def sessions_of(replay: Replay, name: str = "custom") -> Iterator[Session]:
    """Yields the session before the first move and after each move."""
    session = first_session(replay, name)
    yield session
    for move in replay.moves:
        session = play_move(session, move, replay.dealt)
        yield session


def move_words(move: Move, grid: Grid, name: Callable[[int, int], str] = place_text) -> str:
    """Describes what a move does: its kind and its cell, or how many cells an assistant opened and flagged."""
    if move.kind is MoveKind.ASSIST:
        opened, flagged = move.safe.bit_count(), move.mined.bit_count()
        if opened + flagged == 1:
            return f"{'open' if opened else 'flag'} {name(*grid.row_col(first_cell(move.safe | move.mined)))}"
        counts = [(opened, "opened"), (flagged, "flagged")]
        return ", ".join(f"{count} {what}" for count, what in counts if count) or "nothing"
    if move.kind in (MoveKind.UNDO, MoveKind.GIVE_UP):
        return str(move.kind.value)
    return f"{move.kind.value} {name(*grid.row_col(move.cell))}"


def guess_news(before: Session, after: Session) -> str:
    """Says after a move of a fair game that it was a guess, and how it was judged, or that it was the last judged move.

    Empty if neither is the case.
    """
    if after.stopped_judging and not before.stopped_judging:
        return "This board is an ordinary one from now on, so luck can decide."
    if after.forced_guesses > before.forced_guesses:
        return "A forced guess."
    if after.undecided_guesses > before.undecided_guesses:
        return "Luck decided this guess, because the clues are too many to count."
    return ""


def same_board_text(session: Session) -> str:
    """Says of a fair game that was started again what stays the same; empty for other games."""
    return "The game starts from the same seed, and the mines settle as you play." if session.is_judged else ""


_SOLVERS = ("simple", "smart", "exact")
"""The solvers that move for the player; the others play as the bot."""
_MAKERS = {LEVEL_AUTO: ("auto",), "guess": ("best guess", "guess")}
"""The words for assistants whose stored name isn't the one that players know."""
_NEVER_MOVE = frozenset({"undo", "overlay", "what-if", "analysis", "help"})
"""The assistants that only show something. An undo is a move of the player."""


def are_makers_known(played: Replay | Session, assistants: Iterable[str]) -> bool:
    """Whether each move of a game without the name of an assistant is the player's own.

    ``assistants`` are all assistants that were used in the game. If none of them makes moves, all moves are the
    player's, whatever the replay names.
    """
    return played.names_makers or _NEVER_MOVE.issuperset(assistants)


def maker_words(move: Move, *, is_known: bool) -> tuple[str, ...]:
    """Names who made a move, longest form first; empty if the replay doesn't say."""
    if move.assistant in _SOLVERS:
        return f"{move.assistant} solver", move.assistant
    if move.assistant:
        return _MAKERS.get(move.assistant, (move.assistant,))
    return ("you",) if is_known else ("",)


def described_move(move: Move, grid: Grid, name: Callable[[int, int], str] = place_text) -> str:
    """Describes a move where no column says who made it: an assistant is named before the colon."""
    words = move_words(move, grid, name)
    return f"{maker_words(move, is_known=True)[-1]}: {words}" if move.assistant else words


def distances(replay: Replay) -> Iterator[float]:
    """Yields for each move its distance from the previous one in cells; 0 if a move has no place."""
    grid, last = replay.spec.grid, None
    for move in replay.moves:
        here = grid.row_col(move.cell) if move.cell >= 0 else None
        yield math.dist(last, here) if last and here else 0.0
        last = here or last


_MEMORY_CELLS = 100_000_000
"""The limit of cells times kept sessions: about 40 MB on the largest boards."""
_MOST_KEPT = 2000
_MOVE_COST = 5_000
"""The cost of a move in addition to the cells of its board, in cells."""
_SLICE_COST = 5_000_000
"""The cost of the moves that are played in some 10 ms."""


class Film:
    """Makes the sessions of a replay on demand; step 0 is before the first move.

    Sessions near the last requested one are all kept, others the more sparsely the farther away. So a step back plays
    few moves again, however long the game and however large the board. They don't list their moves: the replay does.
    """

    def __init__(self, replay: Replay, name: str = "custom", label: str = "normal") -> None:
        self.replay = replay
        self._times = [move.ms for move in replay.moves]
        self._most = min(_MEMORY_CELLS // replay.spec.grid.size, _MOST_KEPT)
        # The mines of a fair game no longer move once they are known, so its replay is played on a random board.
        board_type = NORMAL if label == FAIR else label
        start = first_session(replay, name)._replace(is_known_board=False, board_type=board_type, dealt_type=label)
        self._kept: dict[int, Session] = {0: start}
        self._shown = (0, start)
        """The last requested step and session, kept while a step far away is sought."""

    def __len__(self) -> int:
        return len(self.replay.moves)

    @property
    def total_ms(self) -> int:
        """Returns the time of the last move."""
        return self._times[-1] if self._times else 0

    @property
    def slice_moves(self) -> int:
        """Returns the number of moves to play in one slice of work."""
        return max(1, _SLICE_COST // (self.replay.spec.grid.size + _MOVE_COST))

    def session_at(self, step: int) -> Session:
        """Returns the session after a number of moves."""
        if step != self._shown[0]:
            at = self._before(step)
            while at < step:
                at = self._play(at)
            self._shown = (step, self._kept[step])
        return self._shown[1]

    def seek(self, step: int) -> Generator[int, None, None]:
        """Makes the session at a step in slices. Yields the step reached at the end of each."""
        at = self._before(step)
        while at < step:
            for _ in range(min(self.slice_moves, step - at)):
                at = self._play(at)
            yield at

    def is_near(self, step: int) -> bool:
        """Says whether the session at a step takes at most one slice of work."""
        return step - self._before(step) <= self.slice_moves

    def opened_session(self) -> Session:
        """Returns the first session with an open cell; the last session if there is none."""
        step = 0
        while step < len(self) and self.session_at(step).game.phase is Phase.READY:
            step += 1
        return self.session_at(step)

    def step_at(self, ms: float) -> int:
        """Returns the number of moves made up to a time."""
        return bisect_right(self._times, ms)

    def time_at(self, step: int) -> int:
        """Returns the time of the move after a step; at the end, the time of the last move."""
        return self._times[min(step, len(self) - 1)] if self._times else 0

    def _before(self, step: int) -> int:
        """Returns the last step up to this one with a kept session."""
        return max(at for at in self._kept if at <= step)

    def _play(self, at: int) -> int:
        """Plays the move after a step. Returns the new step."""
        session = play_move(self._kept[at], self.replay.moves[at], self.replay.dealt)
        now = at + 1
        self._kept[now] = session._replace(moves=())
        if len(self._kept) > self._most:
            # The gaps between kept steps are powers of two, which grow with the distance from now.
            near = self._most // 20
            gaps = {step: 1 << (abs(now - step) // near).bit_length() for step in self._kept}
            self._kept = {step: remembered for step, remembered in self._kept.items() if step % gaps[step] == 0}
        return now


def pack_replay(replay: Replay) -> bytes | None:
    """Packs a replay into few bytes; None if it is too long to be read again."""
    if len(replay.moves) > MAX_MOVES:
        return None
    content = json.dumps(replay_to_data(replay), separators=(",", ":")).encode()
    return zlib.compress(content) if len(content) <= MAX_BYTES else None


def unpack_replay(packed: bytes) -> Replay:
    """Unpacks a replay. Raises RecordError for anything else."""
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(packed, MAX_BYTES + 1)
    except zlib.error:
        raise RecordError("this isn't a replay") from None
    return replay_from_data(validate.parse_json(content, MAX_BYTES))


def replay_to_data(replay: Replay) -> dict[str, Any]:
    return {
        "version": FORMAT_VERSION,
        "board": str(replay.spec),
        "mines": validate.to_hex(replay.mines),
        "start": replay.start,
        "dealt": replay.dealt,
        "moves": moves_to_data(replay.moves),
        **({"makers": True} if replay.names_makers else {}),
    }


def parse_record(text: str | bytes, max_length: int, most_signs: Mapping[str, int] = MOST_SIGNS) -> dict[str, Any]:
    """Parses the object of a text from a file. Refuses more values than any game has before they take memory."""
    for sign, most in most_signs.items():
        count = text.count(sign) if isinstance(text, str) else text.count(sign.encode())
        if count > most:
            raise RecordError(f"found '{sign}' {count:,} times, but at most {most:,} can be read")
    return validate.parse_json(text, max_length)


def replay_from_data(data: dict[str, Any]) -> Replay:
    """Reads a replay from JSON values. RecordError says what is wrong."""
    check_version(data, FORMAT_VERSION)
    spec = validate.board(data, "board")
    mines = read_mines(data, spec)
    start = validate.cell(data, "start", spec.grid)
    if start is not None and contains(mines, start):
        raise RecordError(f"start: cell {start} is a mine")
    moves = moves_from_data(data.get("moves"), spec.grid)
    return Replay(spec, mines, start, validate.truth(data, "dealt"), moves, validate.truth(data, "makers", False))


Fields: TypeAlias = "tuple[tuple[Any, ...], ...]"
"""The entries of a stored value: the name of each, its reader, and the limits for the reader."""


def read_fields(data: Mapping[str, Any], fields: Fields) -> dict[str, Any]:
    """Reads the entries of a stored value. RecordError says which is wrong."""
    return {name: read(data, name, *limits) for name, read, *limits in fields}


def optional(read: Callable[..., T]) -> Callable[..., T | None]:
    """Turns a reader of an entry into one that accepts that the entry is missing or null, and then returns None."""
    return lambda data, name, *limits: None if data.get(name) is None else read(data, name, *limits)


def check_version(data: dict[str, Any], newest: int) -> None:
    """Raises RecordError for a record of an unknown version."""
    if "version" not in data:
        raise RecordError("version is missing, so Minesweeper didn't write this. Use a file that it exported")
    version = validate.number(data, "version", 1, MAX_MS)
    if version > newest:
        raise RecordError(
            f"version {version} is from a newer Minesweeper, but this one reads only versions up to {newest}"
        )


def read_mines(data: dict[str, Any], spec: BoardSpec) -> CellSet:
    """Reads the mines of a board, and checks their number."""
    mines = validate.cells(data, "mines", spec.grid)
    if mines.bit_count() != spec.mines:
        raise RecordError(f"mines: found {mines.bit_count()}, but {spec} has {spec.mines}")
    return mines


def moves_to_data(moves: Iterable[Move]) -> list[list[Any]]:
    """Returns moves as JSON lists: milliseconds since the last move, kind, and the cell or the assistant's cells.

    If an assistant made the move, its name comes last.
    """
    data: list[list[Any]] = []
    last = 0
    for move in moves:
        entry: list[Any] = [move.ms - last, move.kind.value]
        last = move.ms
        if move.kind is MoveKind.ASSIST:
            entry += [cells_of(move.safe), cells_of(move.mined), move.assistant]
        elif move.kind not in _NO_CELL:
            entry += [move.cell, move.assistant] if move.assistant else [move.cell]
        data.append(entry)
    return data


def moves_from_data(data: object, grid: Grid) -> tuple[Move, ...]:
    """Reads moves from JSON lists. RecordError names the number of a wrong move."""
    if not isinstance(data, list) or len(data) > MAX_MOVES:
        raise RecordError(f"moves {validate.describe(data)} is not allowed. Use a list of at most {MAX_MOVES:,}")
    moves: list[Move] = []
    ms = 0
    for count, entry in enumerate(data, 1):
        try:
            move = _read_move(entry, ms, grid)
        except RecordError as error:
            raise RecordError(f"move {count}: {error}") from None
        ms = move.ms
        moves.append(move)
    return tuple(moves)


def _read_move(entry: object, earlier: int, grid: Grid) -> Move:
    if not isinstance(entry, list) or not 2 <= len(entry) <= 5:
        raise RecordError(f'expected a list such as [40, "open", 12], but found {validate.describe(entry)}')
    kind = _KINDS.get(entry[1]) if isinstance(entry[1], str) else None
    if kind is None:
        raise RecordError(f"{validate.describe(entry[1])} is not one of {', '.join(_KINDS)}")
    ms = earlier + validate.number({"ms": entry[0]}, "ms", 0, MAX_MS - earlier)
    if len(entry) not in ((5,) if kind is MoveKind.ASSIST else (2,) if kind in _NO_CELL else (3, 4)):
        wanted = "time, kind and cell"
        if kind is MoveKind.ASSIST:
            wanted = "time, kind, opened cells, flagged cells and assistant"
        elif kind in _NO_CELL:
            wanted = "time and kind"
        raise RecordError(f"{kind.value!r} needs {wanted}, but the move has {len(entry)} values")
    if kind in _NO_CELL:
        return Move(ms, kind)
    if kind is not MoveKind.ASSIST:
        assistant = validate.word({"helper": entry[3]}, "helper") if len(entry) == 4 else ""
        return Move(ms, kind, validate.number({"cell": entry[2]}, "cell", 0, grid.size - 1), assistant=assistant)
    safe, mined = _cells_from_list(entry[2], grid), _cells_from_list(entry[3], grid)
    return Move(ms, kind, safe=safe, mined=mined, assistant=validate.word({"helper": entry[4]}, "helper"))


def _cells_from_list(data: object, grid: Grid) -> CellSet:
    if not isinstance(data, list) or len(data) > grid.size:
        raise RecordError(f"expected a list of cells, but found {validate.describe(data)}")
    return to_cell_set([validate.number({"cell": cell}, "cell", 0, grid.size - 1) for cell in data])
