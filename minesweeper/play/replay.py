"""Replays: a board with the moves that were made on it.

A `Replay` can be played again by a `Session` (`sessions_of`), and a `Film` finds the session at any step quickly. The
rest of the module puts moves into words, and reads and writes replays as JSON values. Everything that comes from a file
is checked, and limits apply before it can use much memory.
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
"""The longest replay that is written or read, in unpacked bytes."""
MOST_SIGNS = {",": 5_000_000, "[": 1_500_000, "{": 300_000}
"""How often these characters may stand in a record from a file. No game has more of them, its texts included.

A value needs ten times as much memory as its characters or more, so the limits keep a file from filling the memory.
"""
MAX_MS = 10**10

_NO_CELL = (MoveKind.UNDO, MoveKind.GIVE_UP)
_KINDS = {kind.value: kind for kind in MoveKind}


class Replay(NamedTuple):
    """A board and the moves made on it."""

    spec: BoardSpec
    mines: CellSet
    start: int | None = None
    """The cell that was open before the first move, or None if no cell was."""
    dealt: bool = True
    """Whether the first open of the game dealt the mines. If so, it couldn't be undone."""
    moves: tuple[Move, ...] = ()
    names_makers: bool = False
    """Whether every move of an assistant has the assistant's name.

    Replays of early versions and of other formats may lack some.
    """

    @property
    def board(self) -> Board:
        """The board as a value. Its first cell is the one that was open before the first move."""
        return Board(Layout(self.spec.grid, self.mines), self.start)


def replay_of(session: Session) -> Replay | None:
    """Makes the replay of a session. Returns None if the mines aren't dealt yet."""
    layout, first = session.game.layout, session.first
    if layout is None:
        return None
    # If no move has opened the first cell, it was open at the start, as on a daily board or one that is played again.
    dealt = any(move.kind is MoveKind.OPEN and move.cell == first for move in session.moves)
    return Replay(session.spec, layout.mines, None if dealt else first, dealt, session.moves, session.names_makers)


def first_session(replay: Replay, name: str = "custom") -> Session:
    """The session of a replay before its first move. Its board counts as a known board."""
    return Session(replay.spec, name, "", begin_game(replay.board), first=replay.start, is_known_board=True)


def replay_move(session: Session, move: Move) -> Session:
    """Plays a recorded move, and sets the clock to the time of the move."""
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
    """Plays one move of a replay. ``dealt`` is `Replay.dealt`: then the first open can't be undone, as in the game."""
    moved = replay_move(session, move)
    if dealt and session.game.phase is Phase.READY and moved.game.phase is not Phase.READY:
        moved = moved._replace(past=(), first=move.cell)
    return moved


def sessions_of(replay: Replay, name: str = "custom") -> Iterator[Session]:
    """Yields the session before the first move, and then the session after each move."""
    session = first_session(replay, name)
    yield session
    for move in replay.moves:
        session = play_move(session, move, replay.dealt)
        yield session


def move_words(move: Move, grid: Grid, name: Callable[[int, int], str] = place_text) -> str:
    """What a move does, in words: its kind and its cell, or how many cells an assistant opened and flagged.

    ``name`` names a cell by its row and column.
    """
    if move.kind is MoveKind.ASSIST:
        opened, flagged = move.safe.bit_count(), move.mined.bit_count()
        if opened + flagged == 1:
            return f"{'open' if opened else 'flag'} {name(*grid.row_col(first_cell(move.safe | move.mined)))}"
        counts = [(opened, "opened"), (flagged, "flagged")]
        return ", ".join(f"{count} {what}" for count, what in counts if count) or "nothing"
    if move.kind in (MoveKind.UNDO, MoveKind.GIVE_UP):
        return str(move.kind.value)
    return f"{move.kind.value} {name(*grid.row_col(move.cell))}"


FORCED_GUESS = "A forced guess: nothing in its region could be proved, so it survived.", "A forced guess."
"""The message for a forced guess in a fair game, in a long and a short form."""


def guess_news(before: Session, after: Session) -> str:
    """A sentence about the move of a fair game that led from ``before`` to ``after``.

    It says that the move was a guess and how it was judged, or that moves are no longer judged. Only the first forced
    guess of a game is explained. Empty for other moves.
    """
    if after.stopped_judging and not before.stopped_judging:
        return "This board is an ordinary one from now on, so luck can decide."
    if after.forced_guesses > before.forced_guesses:
        return FORCED_GUESS[before.forced_guesses > 0]
    if after.undecided_guesses > before.undecided_guesses:
        return "Luck decided this guess, because the clues are too many to count."
    return ""


def same_board_text(session: Session) -> str:
    """For a fair game that was started again, a sentence about what stays the same. Empty for other games."""
    return "The game starts from the same seed, but your moves decide where its mines are." if session.is_judged else ""


_SOLVERS = ("simple", "smart", "exact")
"""The solvers that players call by keys. The word solver follows their names."""
_MAKERS = {LEVEL_AUTO: ("auto",), "guess": ("best guess", "guess")}
"""The words for assistants that players know by another name than the stored one, longest form first."""
_NEVER_MOVE = frozenset({"undo", "overlay", "what-if", "analysis", "help"})
"""The assistants that never make a move, because they only show something. An undo is a move of the player."""


def are_makers_known(played: Replay | Session, assistants: Iterable[str]) -> bool:
    """Whether every move that has no assistant's name was certainly made by the player.

    ``assistants`` are all assistants that were used in the game. If none of them makes moves, all moves are the
    player's own.
    """
    return played.names_makers or _NEVER_MOVE.issuperset(assistants)


def maker_words(move: Move, *, is_known: bool) -> tuple[str, ...]:
    """Who made a move, in forms from long to short. ``is_known`` is the answer of `are_makers_known`.

    The only form is an empty text if nobody knows who made the move.
    """
    if move.assistant in _SOLVERS:
        return f"{move.assistant} solver", move.assistant
    if move.assistant:
        return _MAKERS.get(move.assistant, (move.assistant,))
    return ("you",) if is_known else ("",)


def described_move(move: Move, grid: Grid, name: Callable[[int, int], str] = place_text) -> str:
    """What a move does, with the assistant that made it before a colon. The player's own moves have no name."""
    words = move_words(move, grid, name)
    return f"{maker_words(move, is_known=True)[-1]}: {words}" if move.assistant else words


def distances(replay: Replay) -> Iterator[float]:
    """Yields how many cells each move is away from the last move that had a cell, or 0 if there is no distance."""
    grid, last = replay.spec.grid, None
    for move in replay.moves:
        here = grid.row_col(move.cell) if move.cell >= 0 else None
        yield math.dist(last, here) if last and here else 0.0
        last = here or last


_MEMORY_CELLS = 100_000_000
"""A limit for the memory of a film, about 40 MB on the largest boards: the cells of the board times kept sessions."""
_MOST_KEPT = 2000
"""How many sessions a film keeps at most."""
_MOVE_COST = 5_000
"""The time that a move takes on a board of any size, expressed in cells. Each cell of the board adds one."""
_SLICE_COST = 5_000_000
"""The cost of the moves that one slice of about 10 ms plays."""


class Film:
    """Finds the session of a replay at any step, forwards and backwards. Step 0 is before the first move.

    A film keeps all sessions near the step that was asked for last, and the farther away others are, the fewer of them.
    So going back only plays a few moves again, even in long games on large boards. The sessions don't list their moves,
    because the replay does.
    """

    def __init__(self, replay: Replay, name: str = "custom", label: str = "normal") -> None:
        self.replay = replay
        self._times = [move.ms for move in replay.moves]
        self._most = min(_MEMORY_CELLS // replay.spec.grid.size, _MOST_KEPT)
        # The replay of a fair game has its last layout, on which no move may be judged again, so it is a random board.
        board_type = NORMAL if label == FAIR else label
        start = first_session(replay, name)._replace(is_known_board=False, board_type=board_type, dealt_type=label)
        self._kept: dict[int, Session] = {0: start}
        self._shown = (0, start)
        """The step that was asked for last and its session, which must stay available while another step is sought."""

    def __len__(self) -> int:
        return len(self.replay.moves)

    @property
    def total_ms(self) -> int:
        """The time of the last move, or 0 if there is none."""
        return self._times[-1] if self._times else 0

    @property
    def slice_moves(self) -> int:
        """How many moves to play in one slice of work."""
        return max(1, _SLICE_COST // (self.replay.spec.grid.size + _MOVE_COST))

    def session_at(self, step: int) -> Session:
        """The session after this number of moves. It may take long if many moves have to be played; see `seek`."""
        if step != self._shown[0]:
            at = self._before(step)
            while at < step:
                at = self._play(at)
            self._shown = (step, self._kept[step])
        return self._shown[1]

    def seek(self, step: int) -> Generator[int, None, None]:
        """Plays the moves up to a step in slices. Yields the step that each slice has reached."""
        at = self._before(step)
        while at < step:
            for _ in range(min(self.slice_moves, step - at)):
                at = self._play(at)
            yield at

    def is_near(self, step: int) -> bool:
        """Whether `session_at` needs at most one slice of work for this step."""
        return step - self._before(step) <= self.slice_moves

    def opened_session(self) -> Session:
        """The first session in which a cell is open, or the last session if none is ever open."""
        step = 0
        while step < len(self) and self.session_at(step).game.phase is Phase.READY:
            step += 1
        return self.session_at(step)

    def step_at(self, ms: float) -> int:
        """How many moves were made up to this time in milliseconds."""
        return bisect_right(self._times, ms)

    def time_at(self, step: int) -> int:
        """The time of the move that follows a step. At the end, it is the time of the last move."""
        return self._times[min(step, len(self) - 1)] if self._times else 0

    def _before(self, step: int) -> int:
        """The nearest step whose session is kept, at or before this step."""
        return max(at for at in self._kept if at <= step)

    def _play(self, at: int) -> int:
        """Plays the move after the step ``at``, whose session must be kept. Returns the next step."""
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
    """Compresses a replay for the database. Returns None if it is too long to be read again."""
    if len(replay.moves) > MAX_MOVES:
        return None
    content = json.dumps(replay_to_data(replay), separators=(",", ":")).encode()
    return zlib.compress(content) if len(content) <= MAX_BYTES else None


def unpack_replay(packed: bytes) -> Replay:
    """Reads a replay from compressed bytes. Raises RecordError if they don't contain one."""
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
    """Parses a JSON object from a file.

    Raises RecordError if the text isn't an object, is longer than ``max_length``, or has one of ``most_signs`` too
    often. The latter is checked before parsing, so that a hostile file can't fill the memory.
    """
    for sign, most in most_signs.items():
        count = text.count(sign) if isinstance(text, str) else text.count(sign.encode())
        if count > most:
            raise RecordError(f"found '{sign}' {count:,} times, but at most {most:,} can be read")
    return validate.parse_json(text, max_length)


def replay_from_data(data: dict[str, Any]) -> Replay:
    """Reads a replay from JSON values. Raises RecordError with the reason if a value is wrong."""
    check_version(data, FORMAT_VERSION)
    spec = validate.board(data, "board")
    mines = read_mines(data, spec)
    start = validate.cell(data, "start", spec.grid)
    if start is not None and contains(mines, start):
        raise RecordError(f"start: cell {start} is a mine")
    moves = moves_from_data(data.get("moves"), spec.grid)
    return Replay(spec, mines, start, validate.truth(data, "dealt"), moves, validate.truth(data, "makers", False))


Fields: TypeAlias = "tuple[tuple[Any, ...], ...]"
"""The entries of a stored object: for each its name, the function that reads it, and limits for this function."""


def read_fields(data: Mapping[str, Any], fields: Fields) -> dict[str, Any]:
    """Reads the entries of a stored object. Raises RecordError, which names the entry, if one is wrong."""
    return {name: read(data, name, *limits) for name, read, *limits in fields}


def optional(read: Callable[..., T]) -> Callable[..., T | None]:
    """Makes a function that reads an entry accept a missing or null entry, for which it returns None."""
    return lambda data, name, *limits: None if data.get(name) is None else read(data, name, *limits)


def check_version(data: dict[str, Any], newest: int) -> None:
    """Raises RecordError if a record has no version or one that is newer than ``newest``."""
    if "version" not in data:
        raise RecordError("version is missing, so Minesweeper didn't write this. Use a file that it exported")
    version = validate.number(data, "version", 1, MAX_MS)
    if version > newest:
        raise RecordError(
            f"version {version} is from a newer Minesweeper, but this one reads only versions up to {newest}"
        )


def read_mines(data: dict[str, Any], spec: BoardSpec) -> CellSet:
    """Reads the mines of a board. Raises RecordError if their number isn't that of the board."""
    mines = validate.cells(data, "mines", spec.grid)
    if mines.bit_count() != spec.mines:
        raise RecordError(f"mines: found {mines.bit_count()}, but {spec} has {spec.mines}")
    return mines


def moves_to_data(moves: Iterable[Move]) -> list[list[Any]]:
    """Turns moves into JSON lists.

    Each list begins with the milliseconds since the last move and the kind. Then comes the cell, or for an assistant's
    move the opened and the flagged cells. The name of an assistant comes last.
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
    """Reads moves from JSON lists. Raises RecordError, which gives the number of the move from 1, if one is wrong."""
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
