"""The part of the library that knows boards: boards made and read, players that play them, many positions at once, and
replays.

Cells are places, pairs (row, column) counted from 0. The functions that answer questions about a position are in
``assist/answers``, which never learns where the mines are. `minesweeper/__init__.py` lists all names of the library,
and docs/api.md explains them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from operator import index
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, TypeAlias

from minesweeper.assist.answers import Solution, solve
from minesweeper.boards import layout as boards
from minesweeper.boards.codes import from_code, is_code, to_code
from minesweeper.boards.deal import BoardSeed, new_seed, usual_first
from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import FAIR, NORMAL, read_spec
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.files import read_input
from minesweeper.core.late import LateModule
from minesweeper.core.pool import work_all
from minesweeper.core.position import GivenPlace, Place, Position, places, to_cell
from minesweeper.core.text import JSON_VERSION, LONGEST_NAME, quote
from minesweeper.play.game import Game, Phase, begin_game
from minesweeper.play.guesses import MAX_CELLS, Guess, Skill, find_guesses, judge_guesses, skill_of
from minesweeper.play.replay import Replay, sessions_of
from minesweeper.play.session import Move, MoveKind
from minesweeper.solvers.deduction import Contradiction, run_to_end
from minesweeper.solvers.players import PLAYERS, AnswerError, PlayerAnswer, read_answer
from minesweeper.storage import board_files, replay_files
from minesweeper.storage.games_table import FinishedGame
from minesweeper.storage.replay_files import ReplayForm
from minesweeper.storage.settings import PRESETS

if TYPE_CHECKING:
    from minesweeper.boards import noguess
else:
    noguess = LateModule("minesweeper.boards.noguess")  # It is loaded late because it loads a solver too.


Buffer: TypeAlias = bytes | bytearray | memoryview
BoardPlayer: TypeAlias = Callable[[Position], PlayerAnswer]
"""A function that plays one game.

It gets each position in turn, and returns a cell to open, several cells, or None to give up.
"""
PlayerName: TypeAlias = Literal["simple", "smart", "exact", "best", "deep"]
"""The names of the program's players, the weakest first."""


class PlayError(ValueError):
    """A board or a move that can't be played. The message names the value and says what is allowed."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board: where the mines are, and the place to open first."""

    layout: Layout
    first: Place | None = None
    """The place to open first, or None if the board doesn't name one."""
    label: str = NORMAL
    """The board type: ``normal`` (random), ``no-guess``, ``no-guess, adjusted`` if chance took too long, or
    ``fair``.
    """

    @property
    def code(self) -> str:
        """The board code, a short text that ``read_board`` reads."""
        return to_code(_with_cell(self))

    def begin(self) -> Game:
        """Starts a game on this board. If the board names a first cell, it is opened."""
        return begin_game(_with_cell(self))


def _with_cell(board: Board) -> boards.Board:
    """The same board for the rest of the program, where the first cell is a number."""
    first = None if board.first is None else to_cell(board.layout.grid, board.first)
    return boards.Board(board.layout, first, board.label)


def _with_place(board: boards.Board) -> Board:
    """The same board for users of the library, where the first cell is a place."""
    layout, first, label = board
    return Board(layout, None if first is None else layout.grid.row_col(first), label)


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a game that a program played."""

    game: Game
    """The game at its end, or at the moment when the player gave up."""
    moves: int
    """How often the player opened something."""
    board: Board
    """The board that was played."""
    opened: tuple[CellSet, ...] = ()
    """The cells that the player asked to open, one cell set for each move."""

    @property
    def won(self) -> bool:
        """Whether every safe cell was opened."""
        return self.game.phase is Phase.WON


def generate_board(
    board: str = "expert",
    *,
    first: GivenPlace | None = None,
    seed: str | SupportsIndex | None = None,
    no_guess: bool = False,
) -> Board:
    """Makes a board of a preset, or of a size such as ``40x20/160``.

    No mine lies next to the ``first`` cell, so it opens an area, unless the board has too many mines for that. By
    default the first cell is at row 3, column 3 (counted from 0), or in the last row or column of a smaller board. The
    same seed and first cell give the same board everywhere, and a number is the same seed as the text of its digits.
    Without a seed, the board is a new one each time. With ``no_guess``, logic alone can finish the board. Raises
    PlayError if no such board is found.
    """
    if not isinstance(board, str):
        raise TypeError(f"generate_board() expects a text such as 'expert' or '9x9/10', got {quote(board)}")
    text = new_seed() if seed is None else seed if isinstance(seed, str) else str(index(seed))
    spec = PRESETS.get(board.lower()) or read_spec(board, PRESETS)
    cell = usual_first(spec) if first is None else to_cell(spec.grid, first)
    if not no_guess:
        return _with_place(BoardSeed(spec, cell, text).make())
    dealt = run_to_end(noguess.deal_no_guess(spec, cell, text))
    if dealt.board is None:
        raise PlayError(f"could not make a no-guess board of {spec} in {dealt.attempts:,} attempts. Try fewer mines")
    return _with_place(dealt.board)


def read_board(source: str | Buffer | PathLike[str]) -> Board:
    """Reads one board from a text, from the bytes of a file, or from a file if you pass its Path.

    The text may be a board code (``ms1-``), a text board in which ``*`` is a mine, or any other form that the command
    ``show`` reads. Raises PlayError if it has no board or several.
    """
    if isinstance(source, str) and is_code(source):
        return _with_place(from_code(source))
    boards = list(islice(read_boards(source), 2))
    if len(boards) != 1:
        raise PlayError(
            f"expected one board but found {'several' if boards else 'none'}. Use read_boards() to read any number"
        )
    return boards[0]


def read_boards(source: str | Buffer | PathLike[str]) -> Iterator[Board]:
    """Reads any number of boards from a text, from the bytes of a file, or from a file if you pass its Path.

    The forms are those that the command ``show`` reads. The boards are read one after the other, so a bad board raises
    its error when its turn comes.
    """
    if isinstance(source, PathLike):
        path = Path(source)
        return map(_with_place, board_files.read_boards(read_input(path, board_files.MAX_BYTES), path.name))
    return map(_with_place, board_files.read_boards(_content("board", source)))


def _content(what: str, given: object) -> bytes:
    """The bytes of a text or a buffer.

    Raises PlayError for a text that is the name of a file, because the caller probably wanted to read this file. `what`
    is "board" or "replay", for the message.
    """
    if isinstance(given, (bytes, bytearray, memoryview)):
        return bytes(given)
    if not isinstance(given, str):
        raise TypeError(f"read_{what}() expects a text, bytes or a Path, got {quote(given)}")
    if os.path.isfile(given):
        name = quote(given, LONGEST_NAME)
        raise PlayError(f"{name} isn't a {what}. To read a file, pass a Path: read_{what}(Path({name}))")
    return given.encode("utf-8", "replace")


def play_board(board: Board, player: PlayerName | BoardPlayer | Callable[[], BoardPlayer] = "best") -> Played:
    """Plays a board with a player: one of the program, by its name, or a function.

    If you pass a class, ``play_board`` creates one instance for this game. The game ends with a win, with a mine, or
    when the player returns None. Raises PlayError if an answer isn't a valid move.
    """
    if not isinstance(board, Board):
        raise TypeError(
            f"play_board() expects a Board, got {quote(board)}. Make one with generate_board() or read_board()"
        )
    choose = _chooser(player)
    game, opened = board.begin(), []
    # Reading the spec raises SpecError if the board has no mines or only mines, because it can't be played.
    _ = board.layout.spec
    while not game.is_over:
        cells = choose(game.position)
        if cells is None:
            break
        game = game.open_cells(cells)
        opened.append(cells)
    return Played(game, len(opened), board, tuple(opened))


def _chooser(player: str | BoardPlayer | Callable[[], BoardPlayer]) -> Callable[[Position], CellSet | None]:
    """The function that chooses the cells to open in one game. It returns None to give up."""
    if isinstance(player, str):
        if player not in PLAYERS:
            raise PlayError(f"{quote(player, 60)} isn't a player. Use {', '.join(PLAYERS)} or a function")
        named = PLAYERS[player]()
        return lambda position: None if (choice := named(position)) is None else choice.cells
    function: Callable[..., object] = player() if isinstance(player, type) else player

    def choose(position: Position) -> CellSet | None:
        try:
            answer = read_answer(position, function(position))
        except AnswerError as error:
            raise PlayError(f"the player {error}") from None
        return None if answer is None else answer[0]

    return choose


_BATCH = 10_000
"""How many positions are taken from an iterable at a time if several processes work.

The iterable may be endless, so it is never read as a whole.
"""


def solve_many(
    positions: Iterable[Position], jobs: int = 1, *, sentences: bool = False
) -> Iterator[Solution | Contradiction]:
    """Solves many positions, and yields the solutions in their order as you ask for them.

    ``jobs`` is the number of processes. If no layout fits a position, its Contradiction is yielded instead of a
    solution. With ``sentences``, the processes also find the best moves and write the sentences, which otherwise
    happens when you read them.
    """
    if index(jobs) < 1:
        raise PlayError(f"solve_many() expects 1 or more jobs, got {jobs}")
    given = iter(positions)
    while batch := list(islice(given, _BATCH if jobs > 1 else 1)):
        yield from work_all(partial(_solve, sentences=sentences), batch, jobs)


def _solve(position: Position, sentences: bool) -> Solution | Contradiction:
    try:
        solution = solve(position)
    except Contradiction as error:
        return error
    if sentences:
        _ = solution.best, solution.deductions
    return solution


class RecordedMove(NamedTuple):
    """One move of a recorded game."""

    seconds: float
    """When the move was made, in seconds on the game's clock."""
    kind: str
    """What was done: ``open``, ``flag``, ``mark``, ``chord``, ``complete``, ``assist``, ``undo`` or ``give up``."""
    cell: Place | None = None
    """The cell on which the move was made. None for a move without one, such as ``undo``."""
    safe: tuple[Place, ...] = ()
    """The cells that an assistant opened. Empty for other moves."""
    mined: tuple[Place, ...] = ()
    """The cells that an assistant flagged as mines. Empty for other moves."""
    helper: str = ""
    """The assistant that made the move. Empty for the player's own moves."""


class RecordedGuess(NamedTuple):
    """A guess or a mistake in a recorded game, with its rating. docs/playing.md explains the ratings."""

    move: int
    """The index of the move in ``moves``, counted from 0."""
    odds: float
    """The chance that the move would lose, from 0 to 1. It is 1 for a mistake."""
    survived: bool
    """Whether the game went on after the move."""
    exact: bool = True
    """Whether the odds are exact."""
    need: str | None = None
    """Whether a guess was needed: ``forced``, ``needless``, ``unclear``, ``helped`` or ``mistake``. None if unknown."""
    given_away: float | None = None
    """How much win chance the guess gave away, from 0 to 1. None if unknown."""
    win_chance: float | None = None
    """The win chance of the best move, from 0 to 1. None if the guess gave nothing away."""
    margin: float | None = None
    """Half of the 95% interval of an estimate. 0 if the rating is exact, and None if it is missing."""
    best: Place | None = None
    """The best move. None if the guess gave nothing away."""


class RecordedGame:
    """A recorded game, with its moves, its guesses and their ratings."""

    __slots__ = ("_game", "_replay")

    def __init__(self, game: FinishedGame, replay: Replay) -> None:
        self._game, self._replay = game, replay

    @classmethod
    def of(cls, played: Played) -> RecordedGame:
        """Records what a player did on a board.

        Each cell that the player opened is a move, and all times are 0 because they aren't known.
        """
        board = _with_cell(played.board)
        moves, game = [], begin_game(board)
        for cell in (cell for cells in played.opened for cell in cells_of(cells)):
            if game.is_over:  # The player's last answer may name more cells after the one that ended the game.
                break
            game = game.open_cell(cell)
            moves.append(Move(0, MoveKind.OPEN, cell))
        replay = Replay(board.layout.spec, board.layout.mines, board.first, dealt=False, moves=tuple(moves))
        return cls(replay_files.game_of_replay(replay), replay)

    @property
    def board(self) -> Board:
        """The board. Its first cell is the one that was opened before the first move."""
        return _with_place(self._replay.board)

    @property
    def moves(self) -> tuple[RecordedMove, ...]:
        """All moves in order."""
        return tuple(map(self._public_move, self._replay.moves))

    def _public_move(self, move: Move) -> RecordedMove:
        grid = self._replay.spec.grid
        cell = grid.row_col(move.cell) if move.cell >= 0 else None
        safe, mined = places(grid, move.safe), places(grid, move.mined)
        return RecordedMove(move.ms / 1000, move.kind.value, cell, safe, mined, move.assistant)

    @property
    def result(self) -> str:
        """How the game ended: ``won``, ``lost`` or ``abandoned``."""
        return self._game.result

    @property
    def seconds(self) -> float:
        """How long the game took."""
        return self._game.time_ms / 1000

    @property
    def guesses(self) -> tuple[RecordedGuess, ...]:
        """The guesses and mistakes with their ratings, which are computed when you first ask for them. Each takes a few
        seconds at most.

        Empty for a fair game, because its guesses had no odds that decided them, and for a board of more than 40,000
        cells.
        """
        return tuple(map(self._public_guess, self._judged()))

    @property
    def skill(self) -> Skill | None:
        """How well the guesses were chosen.

        None for a fair game and for a board of more than 40,000 cells, because their guesses aren't rated.
        """
        is_judged = self._game.mode != FAIR and self._replay.spec.grid.size <= MAX_CELLS
        return skill_of(self._judged()) if is_judged else None

    def _judged(self) -> tuple[Guess, ...]:
        """The guesses with their ratings, which are remembered after the first call."""
        if self._game.mode == FAIR or self._replay.spec.grid.size > MAX_CELLS:
            return ()
        guesses = self._game.guesses
        if guesses is None:
            guesses = run_to_end(find_guesses(self._replay))
        if any(guess.rating is None for guess in guesses):
            guesses = run_to_end(judge_guesses(self._replay, guesses))
        self._game = replace(self._game, guesses=guesses)
        return guesses

    def _public_guess(self, guess: Guess) -> RecordedGuess:
        rating, grid = guess.rating, self._replay.spec.grid
        recorded = RecordedGuess(guess.move, guess.odds, guess.survived, guess.is_exact)
        if rating is None:
            return recorded
        best = None if rating.best is None else grid.row_col(rating.best)
        return recorded._replace(
            need=rating.need.value,
            given_away=rating.given_away,
            win_chance=rating.chance,
            margin=rating.margin,
            best=best,
        )

    def positions(self) -> Iterator[Position]:
        """Yields what the player saw before the first move and after each move."""
        return (session.game.position for session in sessions_of(self._replay))

    def to_data(self) -> dict[str, Any]:
        """The game as values that `json` can write, in the form that ``minesweeper replay --json`` prints."""
        game, replay = self._game, self._replay
        grid = replay.spec.grid
        # The skill is None until all guesses are rated.
        skill = None if game.guesses is None else skill_of(game.guesses)
        about = ("id", "ended_at", "level", "board", "mode", "standing", "result")
        return {
            "version": JSON_VERSION,
            **{name: getattr(game, name) for name in about},
            "w": grid.width,
            "h": grid.height,
            "time_ms": game.time_ms,
            "three_bv": game.three_bv,
            "clicks": game.clicks._asdict(),
            "helpers": game.helpers,
            "first": self.board.first,
            "mines": places(grid, replay.mines),
            "moves": [_move_data(move) for move in self.moves],
            "guesses": None if game.guesses is None else [self._public_guess(one)._asdict() for one in game.guesses],
            "skill": None if skill is None else skill.to_data(),
        }

    def to_text(self, form: ReplayForm = "rawvf") -> str:
        """The replay as RAWVF or JSON, which ``read_replay`` reads, or as a list of moves for people (``txt``)."""
        return run_to_end(replay_files.replay_text(self._game, form))


def _move_data(move: RecordedMove) -> dict[str, Any]:
    """One move as values that `json` can write."""
    data: dict[str, Any] = {"ms": round(1000 * move.seconds), "kind": move.kind, "cell": move.cell}
    if move.kind == MoveKind.ASSIST.value:
        data |= {"safe": move.safe, "mined": move.mined}
    return {**data, "helper": move.helper} if move.helper else data


def read_replay(source: str | Buffer | PathLike[str]) -> RecordedGame:
    """Reads a replay from a text, from the bytes of a file, or from a file if you pass its Path.

    It may be RAWVF, or the JSON of one game.
    """
    if isinstance(source, PathLike):
        game = replay_files.read_replay_file(Path(source))
    else:
        game = replay_files.read_replay(_content("replay", source).decode("utf-8-sig", "replace"))
    assert game.replay is not None  # A text without a replay was refused by its reader.
    return RecordedGame(game, game.replay)
